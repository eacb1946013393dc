import { eq, isNull, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { existsLive } from './entity';
import { user } from './schema/user';

const acting = alias(user, 'acting');

/**
 * Whether the account is an admin now: a token says what it was when it was issued. Those who make, change or remove
 * admins must be admins when that is written, so that two who remove each other leave one.
 */
export const isLiveAdmin = (actor: SQLWrapper): SQL =>
  existsLive(acting, actor, eq(acting.type, 'admin'), isNull(acting.disabled_at));

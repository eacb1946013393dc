import { and, eq, exists, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { user } from './schema/user';
import { db } from './statement';

const acting = alias(user, 'acting');

/**
 * Whether the account is an admin now: a token says what it was up to 15 minutes ago. Those who make, change or remove
 * admins must be admins when that is written, so that two who remove each other leave one.
 */
export const isLiveAdmin = (actor: SQLWrapper): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(acting)
      .where(
        and(eq(acting.id, actor), eq(acting.type, 'admin'), isNull(acting.disabled_at), isNull(acting.deleted_at)),
      ),
  );

import { type SQL, sql } from 'drizzle-orm';
import { user } from './schema/user';

/**
 * Condition: the account is an admin now. A token says what it was up to 15 minutes ago; who makes, changes or removes
 * admins must still be one when it is written, so that two admins who remove each other leave one.
 */
export const isLiveAdmin = (actor: unknown): SQL => sql`EXISTS (SELECT 1 FROM ${user} AS acting
  WHERE acting.id = ${actor} AND acting.type = 'admin' AND acting.disabled_at IS NULL AND acting.deleted_at IS NULL)`;

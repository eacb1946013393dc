import { and, eq, isNull, type SQLWrapper, sql } from 'drizzle-orm';
import { loginSession } from '../../db/schema/user';
import { db, type Inputs, statement } from '../../db/statement';

/** Follows a write of the account whose id `user` gives: ends its logins if the write changed it. */
export const endSessions = <In>(user: (p: Inputs<In>) => SQLWrapper) =>
  statement((p: Inputs<In & { now: number }>) =>
    db
      .update(loginSession)
      .set({ revoked_at: sql`${p.now}` })
      .where(and(eq(loginSession.user_id, user(p)), isNull(loginSession.revoked_at), sql`changes() > 0`)),
  );

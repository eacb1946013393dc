import { eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { type Origin, origin } from '../../db/audit';
import { insertFrom } from '../../db/insert';
import { audit, loginSession, refreshToken } from '../../db/schema';
import { db, rawStatement } from '../../db/statement';

const insert = rawStatement<Omit<Origin, 'actor'> & { action: string; token_hash: string }, never>((p) => {
  // Without an end there is no token to look for: a condition beside it would read the token's row first.
  const row = db
    .select({
      at: sql`${p.at}`,
      actor: loginSession.user_id,
      action: sql`${p.action}`,
      entity: sql`'login_session'`,
      entity_id: loginSession.id,
      version: sql`1`,
      changed: sql`'[]'`,
      request_id: sql`${p.request_id}`,
      address: sql`${p.address}`,
      detail: sql`null`,
    })
    .from(refreshToken)
    .innerJoin(loginSession, eq(loginSession.id, refreshToken.session_id))
    .where(eq(refreshToken.token_hash, sql`iif(changes() > 0, ${p.token_hash}, null)`));
  return insertFrom(audit, row.getSQL());
});

/** Follows the end of a login by one of its refresh tokens: who logged out, or whose token came back, and which login. */
export const auditEnd = (ctx: ServiceContext, action: 'logout' | 'revoke', token_hash: string) =>
  insert({ ...origin(ctx), action, token_hash });

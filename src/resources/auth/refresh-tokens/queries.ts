import { and, eq, exists, gt, isNull, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../../context';
import { type Origin, origin } from '../../../db/audit';
import { insertFrom } from '../../../db/insert';
import { withFollowers } from '../../../db/query';
import { audit } from '../../../db/schema/system';
import { loginSession, refreshToken, user } from '../../../db/schema/user';
import { db, type Inputs, previousChanged, rawStatement, statement } from '../../../db/statement';
import { endOfSession } from '../sessions/queries';

/** The session of a refresh token that would be traded for new tokens now. */
export const sessionOfUnusedToken = (token_hash: SQLWrapper, now: SQLWrapper, ...conditions: SQL[]) =>
  db
    .select({ id: loginSession.id })
    .from(refreshToken)
    .innerJoin(loginSession, eq(loginSession.id, refreshToken.session_id))
    .innerJoin(user, eq(user.id, loginSession.user_id))
    .where(
      and(
        eq(refreshToken.token_hash, token_hash),
        isNull(refreshToken.used_at),
        gt(refreshToken.expires_at, now),
        gt(endOfSession, now),
        isNull(loginSession.revoked_at),
        isNull(user.disabled_at),
        isNull(user.deleted_at),
        ...conditions,
      ),
    );

const sessionOf = (token_hash: SQLWrapper, ...conditions: SQL[]) =>
  db
    .select({ session_id: refreshToken.session_id })
    .from(refreshToken)
    .where(and(eq(refreshToken.token_hash, token_hash), ...conditions));

export const accountOfToken = statement((p: Inputs<{ token_hash: string }>) =>
  db
    .select({
      id: user.id,
      type: user.type,
      session_id: refreshToken.session_id,
      expires_at: refreshToken.expires_at,
      totp_secret: user.totp_secret,
      scope: loginSession.scope,
    })
    .from(refreshToken)
    .innerJoin(loginSession, eq(loginSession.id, refreshToken.session_id))
    .innerJoin(user, eq(user.id, loginSession.user_id))
    .where(eq(refreshToken.token_hash, p.token_hash)),
);

// A refresh token is traded for the next one by three statements: see `rotate`.
const useToken = statement((p: Inputs<{ old: string; now: number }>) =>
  db
    .update(refreshToken)
    .set({ used_at: sql`${p.now}` })
    .where(and(eq(refreshToken.token_hash, p.old), exists(sessionOfUnusedToken(p.old, p.now)))),
);
const insertNext = rawStatement<{ old: string; next: string; expires_at: number }, never>(
  (p) => sql`insert into ${refreshToken} (token_hash, session_id, expires_at)
    select ${p.next}, ${loginSession.id}, min(${p.expires_at}, ${endOfSession})
    from ${refreshToken} join ${loginSession} on ${loginSession.id} = ${refreshToken.session_id}
    where ${refreshToken.token_hash} = ${p.old} and ${previousChanged}`,
);
const extendSession = statement((p: Inputs<{ old: string; expires_at: number; now: number; address: string | null }>) =>
  db
    .update(loginSession)
    .set({
      expires_at: sql`min(${p.expires_at}, ${endOfSession})`,
      last_used_at: sql`${p.now}`,
      address: sql`${p.address}`,
    })
    .where(and(eq(loginSession.id, sessionOf(p.old)), previousChanged)),
);
/** `useToken` asks whether the token still works, each of the other two whether the one before it has changed a row. */
export const rotate = (ctx: ServiceContext, tokens: { old: string; next: string; expires_at: number }) => {
  const { now, address } = ctx;
  return withFollowers(useToken({ ...tokens, now }), insertNext(tokens), extendSession({ ...tokens, now, address }));
};

const revokeReused = statement((p: Inputs<{ old: string; now: number; grace: number }>) =>
  db
    .update(loginSession)
    .set({ revoked_at: sql`${p.now}` })
    .where(
      and(isNull(loginSession.revoked_at), eq(loginSession.id, sessionOf(p.old, lte(refreshToken.used_at, p.grace)))),
    ),
);
const endSessionOfToken = statement((p: Inputs<{ token_hash: string; now: number }>) =>
  db
    .update(loginSession)
    .set({ revoked_at: sql`${p.now}` })
    .where(and(isNull(loginSession.revoked_at), eq(loginSession.id, sessionOf(p.token_hash)))),
);

/** The audit row of a login that the statement right before has ended. */
const auditEnd = rawStatement<Omit<Origin, 'actor'> & { action: string; token_hash: string }, never>((p) => {
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
    .where(eq(refreshToken.token_hash, sql`iif(${previousChanged}, ${p.token_hash}, null)`));
  return insertFrom(audit, row.getSQL());
});

/** @param grace tokens that were used after this time do not count as stolen */
export const endReused = (ctx: ServiceContext, { old, grace }: { old: string; grace: number }) =>
  withFollowers(
    revokeReused({ old, now: ctx.now, grace }),
    auditEnd({ ...origin(ctx), action: 'revoke', token_hash: old }),
  );

export const endLogin = (ctx: ServiceContext, token_hash: string) =>
  withFollowers(
    endSessionOfToken({ token_hash, now: ctx.now }),
    auditEnd({ ...origin(ctx), action: 'logout', token_hash }),
  );

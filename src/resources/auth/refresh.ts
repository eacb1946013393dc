import { and, eq, exists, isNull, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { newOpaqueToken, REFRESH_TOKEN_LIFETIME } from '../../auth/tokens';
import type { ServiceContext } from '../../context';
import { withFollowers } from '../../db/query';
import { loginSession, refreshToken, user } from '../../db/schema/user';
import { db, type Inputs, rawStatement, statement } from '../../db/statement';
import { UnauthenticatedError } from '../../errors';
import { sha256 } from '../../rules/sha256';
import { endOfSession, sessionOfLiveToken } from './live-token';
import { auditEnd } from './session-audit';
import { type Issued, issueTokens } from './sessions';

/** Milliseconds in which a refresh token that was just used may be used again: by another tab of the same portal. */
const REUSE_GRACE = 30_000;

const sessionOf = (token_hash: SQLWrapper, ...conditions: SQL[]) =>
  db
    .select({ session_id: refreshToken.session_id })
    .from(refreshToken)
    .where(and(eq(refreshToken.token_hash, token_hash), ...conditions));

const useToken = statement((p: Inputs<{ old: string; now: number }>) =>
  db
    .update(refreshToken)
    .set({ used_at: sql`${p.now}` })
    .where(and(eq(refreshToken.token_hash, p.old), exists(sessionOfLiveToken(p.old, p.now)))),
);
/** Raw: `INSERT … SELECT` of another row of the same table. */
const replaceToken = rawStatement<{ old: string; next: string; expires_at: number }, never>(
  (p) => sql`insert into ${refreshToken} (token_hash, session_id, expires_at)
    select ${p.next}, ${loginSession.id}, min(${p.expires_at}, ${endOfSession})
    from ${refreshToken} join ${loginSession} on ${loginSession.id} = ${refreshToken.session_id}
    where ${refreshToken.token_hash} = ${p.old} and changes() > 0`,
);
const extendSession = statement((p: Inputs<{ old: string; expires_at: number; now: number; address: string | null }>) =>
  db
    .update(loginSession)
    .set({
      expires_at: sql`min(${p.expires_at}, ${endOfSession})`,
      last_used_at: sql`${p.now}`,
      address: sql`${p.address}`,
    })
    .where(and(eq(loginSession.id, sessionOf(p.old)), sql`changes() > 0`)),
);
const revokeReused = statement((p: Inputs<{ old: string; now: number; grace: number }>) =>
  db
    .update(loginSession)
    .set({ revoked_at: sql`${p.now}` })
    .where(
      and(isNull(loginSession.revoked_at), eq(loginSession.id, sessionOf(p.old, lte(refreshToken.used_at, p.grace)))),
    ),
);
const endSession = statement((p: Inputs<{ token_hash: string; now: number }>) =>
  db
    .update(loginSession)
    .set({ revoked_at: sql`${p.now}` })
    .where(and(isNull(loginSession.revoked_at), eq(loginSession.id, sessionOf(p.token_hash)))),
);
const actorOfToken = statement((p: Inputs<{ token_hash: string }>) =>
  db
    .select({
      id: user.id,
      type: user.type,
      session_id: refreshToken.session_id,
      expires_at: refreshToken.expires_at,
      totp_secret: user.totp_secret,
    })
    .from(refreshToken)
    .innerJoin(loginSession, eq(loginSession.id, refreshToken.session_id))
    .innerJoin(user, eq(user.id, loginSession.user_id))
    .where(eq(refreshToken.token_hash, p.token_hash)),
);

export const invalidRefreshToken = () =>
  new UnauthenticatedError('Invalid or expired refresh token', { code: 'refresh_token_invalid' });

/**
 * Trades a refresh token for new tokens, once (OAuth 2.0 Security BCP, RFC 9700 4.14: rotation). One that comes back
 * later than another tab would send it was stolen, from its owner or by the one who sends it: the whole login is revoked.
 * @throws UnauthenticatedError
 */
export async function refresh(ctx: ServiceContext, token: string): Promise<Issued> {
  const refresh_token = newOpaqueToken();
  const [old, next] = await Promise.all([sha256(token), sha256(refresh_token)]);
  const { now } = ctx;
  const expires_at = now + REFRESH_TOKEN_LIFETIME * 1000;
  const { accounts } = await ctx.db.batch({
    rotated: withFollowers(
      useToken({ old, now }),
      replaceToken({ old, next, expires_at }),
      extendSession({ old, expires_at, now, address: ctx.address }),
    ),
    reused: withFollowers(revokeReused({ old, now, grace: now - REUSE_GRACE }), auditEnd(ctx, 'revoke', old)),
    accounts: actorOfToken({ token_hash: next }),
  });
  const [account] = accounts;
  if (!account) throw invalidRefreshToken();
  const { id, type: role, session_id: session, expires_at: until, totp_secret } = account;
  return issueTokens(ctx, { id, role, session }, { refresh_token, expires_at: until, totp_secret });
}

/** Ends the login that the token belongs to, if there is one. */
export async function logOut(ctx: ServiceContext, token: string): Promise<void> {
  const token_hash = await sha256(token);
  await ctx.db.run(withFollowers(endSession({ token_hash, now: ctx.now }), auditEnd(ctx, 'logout', token_hash)));
}

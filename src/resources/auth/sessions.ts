import { sql } from 'drizzle-orm';
import { hashPassword, NO_HASH, verifyPassword } from '../../auth/passwords';
import type { Role } from '../../auth/permissions';
import {
  ACCESS_TOKEN_LIFETIME,
  newRefreshToken,
  REFRESH_TOKEN_LIFETIME,
  sha256,
  signAccessToken,
} from '../../auth/tokens';
import { auditEvent } from '../../db/audit';
import { loginFailure, loginSession, refreshToken, user } from '../../db/schema/user';
import { insertionIf, statement } from '../../db/statement';
import { TooManyRequestsError, UnauthenticatedError } from '../../errors';
import { keyOf } from '../../fields';
import type { Actor, ServiceContext } from '../../http/context';
import type { Tokens } from './schemas';

/** Wrong passwords in a row that cost nothing; then each one costs a wait, doubling from a second to 15 minutes. */
const FREE_FAILURES = 10;
const LONGEST_WAIT = 15 * 60;
/** Milliseconds that the check of one password may take. */
const CHECKING = 3_000;
/** Milliseconds in which a refresh token that was just used may come again: another tab of the same portal. */
const REUSE_GRACE = 30_000;

const accountByEmail = statement<
  { email_key: string },
  { id: string; type: Role; password_hash: string; disabled_at: number | null }
>(
  (p) => sql`SELECT ${user.id}, ${user.type}, ${user.password_hash}, ${user.disabled_at} FROM ${user}
    WHERE ${user.email_key} = ${p.email_key} AND ${user.deleted_at} IS NULL`,
);
const failureOf = statement<{ email_hash: string }, { failures: number; wait_until: number }>(
  (p) => sql`SELECT failures, wait_until FROM ${loginFailure} WHERE email_hash = ${p.email_hash}`,
);
/** After a wait one try is let through, not as many as come at once: the others wait while it is checked. */
const claimTry = statement<{ email_hash: string; now: number }, { failures: number }>(
  (
    p,
  ) => sql`UPDATE ${loginFailure} SET wait_until = ${p.now} + ${sql.raw(String(CHECKING))} WHERE email_hash = ${p.email_hash}
    AND failures >= ${sql.raw(String(FREE_FAILURES))} AND wait_until <= ${p.now} RETURNING failures`,
);
const countFailure = statement<{ email_hash: string; now: number }, never>(
  (
    p,
  ) => sql`INSERT INTO ${loginFailure} (email_hash, failures, wait_until, updated_at) VALUES (${p.email_hash}, 1, 0, ${p.now})
    ON CONFLICT (email_hash) DO UPDATE SET failures = failures + 1, updated_at = ${p.now},
      wait_until = iif(failures + 1 < ${sql.raw(String(FREE_FAILURES))}, 0,
        ${p.now} + 1000 * min(${sql.raw(String(LONGEST_WAIT))}, 1 << min(10, failures + 1 - ${sql.raw(String(FREE_FAILURES))})))`,
);
const clearFailures = statement<{ email_hash: string }, never>(
  (p) => sql`DELETE FROM ${loginFailure} WHERE email_hash = ${p.email_hash}`,
);
const rehash = statement<{ id: string; stored: string; password_hash: string }, never>(
  (p) => sql`UPDATE ${user} SET password_hash = ${p.password_hash} WHERE id = ${p.id} AND password_hash = ${p.stored}`,
);
/** Nobody takes the place of the password while it is checked: the account is the one that was read. */
const beginSession = insertionIf<typeof loginSession, 'id', { verified: string }>(
  loginSession,
  (p) => sql`EXISTS (SELECT 1 FROM ${user} WHERE ${user.id} = ${p.user_id} AND ${user.password_hash} = ${p.verified}
    AND ${user.disabled_at} IS NULL AND ${user.deleted_at} IS NULL)`,
  'id',
);
/** Stands right after it. */
const addToken = insertionIf(refreshToken, () => sql`changes() > 0`);

async function tokensOf(ctx: ServiceContext, actor: Actor, refresh_token: string): Promise<Tokens> {
  const access_token = await signAccessToken(ctx.settings, actor, ctx.now);
  return { access_token, token_type: 'bearer', expires_in: ACCESS_TOKEN_LIFETIME, refresh_token };
}

/**
 * Answers and work are the same for a wrong password and an unknown account.
 * @throws UnauthenticatedError, TooManyRequestsError
 */
export async function logIn(ctx: ServiceContext, email: string, password: string): Promise<Tokens> {
  const email_key = keyOf(email);
  const email_hash = await sha256(email_key);
  const [[account], [failure], [claimed]] = await ctx.db.batch([
    accountByEmail({ email_key }),
    failureOf({ email_hash }),
    claimTry({ email_hash, now: ctx.now }),
  ] as const);
  if (failure && failure.failures >= FREE_FAILURES && !claimed) {
    const seconds = (failure.wait_until - ctx.now) / 1000;
    throw new TooManyRequestsError('Too many wrong passwords: wait before the next try', seconds);
  }

  const verdict = await verifyPassword(password, account?.password_hash ?? NO_HASH);
  if (!account || verdict === 'wrong' || account.disabled_at !== null) {
    await ctx.db.rows(countFailure({ email_hash, now: ctx.now }));
    throw new UnauthenticatedError('Incorrect email or password');
  }

  const token = newRefreshToken();
  const expires_at = ctx.now + REFRESH_TOKEN_LIFETIME * 1000;
  const session_id = crypto.randomUUID();
  const actor = { id: account.id, role: account.type };
  const newHash =
    verdict === 'outdated'
      ? [rehash({ id: account.id, stored: account.password_hash, password_hash: await hashPassword(password) })]
      : [];
  const session = { id: session_id, user_id: account.id, created_at: ctx.now, expires_at, revoked_at: null };
  const [[begun]] = await ctx.db.batch([
    beginSession({ ...session, verified: account.password_hash }),
    addToken({ token_hash: await sha256(token), session_id, expires_at, used_at: null }),
    auditEvent({ ...ctx, actor }, 'login', 'user', account.id),
    clearFailures({ email_hash }),
    ...newHash,
  ] as const);
  if (!begun) throw new UnauthenticatedError('Incorrect email or password');
  return tokensOf(ctx, actor, token);
}

const useToken = statement<{ old: string; now: number }, never>(
  (p) => sql`UPDATE ${refreshToken} SET used_at = ${p.now}
    WHERE token_hash = ${p.old} AND used_at IS NULL AND expires_at > ${p.now} AND EXISTS (
      SELECT 1 FROM ${loginSession} s JOIN ${user} u ON u.id = s.user_id
      WHERE s.id = session_id AND s.revoked_at IS NULL AND u.disabled_at IS NULL AND u.deleted_at IS NULL)`,
);
const replaceToken = statement<{ old: string; next: string; expires_at: number }, never>(
  (p) => sql`INSERT INTO ${refreshToken} (token_hash, session_id, expires_at)
    SELECT ${p.next}, session_id, ${p.expires_at} FROM ${refreshToken} WHERE token_hash = ${p.old} AND changes() > 0`,
);
const extendSession = statement<{ old: string; expires_at: number }, never>(
  (p) => sql`UPDATE ${loginSession} SET expires_at = ${p.expires_at}
    WHERE id = (SELECT session_id FROM ${refreshToken} WHERE token_hash = ${p.old}) AND changes() > 0`,
);
const revokeReused = statement<{ old: string; now: number; grace: number }, never>(
  (p) => sql`UPDATE ${loginSession} SET revoked_at = ${p.now} WHERE revoked_at IS NULL
    AND id = (SELECT session_id FROM ${refreshToken} WHERE token_hash = ${p.old} AND used_at <= ${p.grace})`,
);
const actorOfToken = statement<{ token_hash: string }, Actor>(
  (p) => sql`SELECT u.id AS id, u.type AS role FROM ${refreshToken} t
    JOIN ${loginSession} s ON s.id = t.session_id JOIN ${user} u ON u.id = s.user_id WHERE t.token_hash = ${p.token_hash}`,
);

/**
 * Trades a refresh token for new tokens, once (OAuth 2.0 Security BCP, RFC 9700 4.14: rotation). One that comes back
 * later than the grace of another tab was stolen, from the thief or from its owner: the whole login is revoked.
 * @throws UnauthenticatedError
 */
export async function refresh(ctx: ServiceContext, token: string): Promise<Tokens> {
  const next = newRefreshToken();
  const [old, nextHash] = await Promise.all([sha256(token), sha256(next)]);
  const expires_at = ctx.now + REFRESH_TOKEN_LIFETIME * 1000;
  const results = await ctx.db.batch([
    useToken({ old, now: ctx.now }),
    replaceToken({ old, next: nextHash, expires_at }),
    extendSession({ old, expires_at }),
    revokeReused({ old, now: ctx.now, grace: ctx.now - REUSE_GRACE }),
    auditEvent(ctx, 'revoke', 'refresh_token', old),
    actorOfToken({ token_hash: nextHash }),
  ] as const);
  const [actor] = results[5];
  if (!actor) throw new UnauthenticatedError('Invalid or expired refresh token');
  return tokensOf(ctx, actor, next);
}

const endSession = statement<{ token_hash: string; now: number }, never>(
  (p) => sql`UPDATE ${loginSession} SET revoked_at = ${p.now} WHERE revoked_at IS NULL
    AND id = (SELECT session_id FROM ${refreshToken} WHERE token_hash = ${p.token_hash})`,
);

/** Ends the login that the token belongs to, if there is one. */
export async function logOut(ctx: ServiceContext, token: string): Promise<void> {
  const token_hash = await sha256(token);
  await ctx.db.batch([
    endSession({ token_hash, now: ctx.now }),
    auditEvent(ctx, 'logout', 'refresh_token', token_hash),
  ]);
}

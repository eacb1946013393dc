import { accessTokenLifetime, newOpaqueToken, REFRESH_TOKEN_LIFETIME, signAccessToken } from '../../../auth/tokens';
import type { Actor, ServiceContext } from '../../../context';
import { UnauthenticatedError } from '../../../errors';
import { sha256 } from '../../../rules/sha256';
import { requiresSecondFactor } from '../second-factor/rules';
import * as queries from './queries';
import type { Tokens } from './schemas';

/** Milliseconds in which another tab of the same portal may use a refresh token again. */
const REUSE_GRACE = 30_000;

export interface Issued {
  tokens: Tokens;
  /** seconds for which the refresh token is valid */
  refresh_lifetime: number;
}

/** Who must have a second factor and has none gets no rights, but can set one up. */
export async function issueTokens(
  ctx: ServiceContext,
  actor: Actor,
  { refresh_token, expires_at, totp_secret }: { refresh_token: string; expires_at: number; totp_secret: string | null },
): Promise<Issued> {
  const mustEnrol = totp_secret === null && requiresSecondFactor(ctx.settings, actor.role);
  const access_token = await signAccessToken(ctx.settings, mustEnrol ? { ...actor, role: 'none' } : actor, ctx.now);
  return {
    tokens: {
      access_token,
      token_type: 'bearer',
      expires_in: accessTokenLifetime(ctx.settings),
      refresh_token,
      ...(mustEnrol && { totp_enrolment_required: true }),
      scope: actor.scope,
    },
    refresh_lifetime: Math.floor((expires_at - ctx.now) / 1000),
  };
}

export const invalidRefreshToken = () =>
  new UnauthenticatedError('Invalid or expired refresh token', { code: 'refresh_token_invalid' });

/**
 * A token works once (rotation, RFC 9700 4.14). One that comes back later than another tab would send it was stolen, from its
 * owner or by the one who sends it: the whole login is revoked. @throws UnauthenticatedError
 */
export async function refresh(ctx: ServiceContext, token: string): Promise<Issued> {
  const refresh_token = newOpaqueToken();
  const [old, next] = await Promise.all([sha256(token), sha256(refresh_token)]);
  const expires_at = ctx.now + REFRESH_TOKEN_LIFETIME * 1000;
  const { accounts } = await ctx.db.batch({
    rotated: queries.rotate(ctx, { old, next, expires_at }),
    reused: queries.endReused(ctx, { old, grace: ctx.now - REUSE_GRACE }),
    accounts: queries.accountOfToken({ token_hash: next }),
  });
  const [account] = accounts;
  if (!account) throw invalidRefreshToken();
  const { id, type: role, session_id: session, scope, expires_at: until, totp_secret } = account;
  return issueTokens(
    ctx,
    { id, role, session, scope: scope ?? undefined },
    { refresh_token, expires_at: until, totp_secret },
  );
}

export async function logOut(ctx: ServiceContext, token: string): Promise<void> {
  await ctx.db.run(queries.endLogin(ctx, await sha256(token)));
}

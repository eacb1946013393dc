import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { newRecoveryCodes, newTotpSecret, otpauthUri, recoveryHash, stepOf } from '../../../auth/totp';
import type { ServiceContext } from '../../../context';
import { audited } from '../../../db/audit';
import { type Acting, actingOf, currentActor, isCurrentActor, requireCurrentActor } from '../../../db/current-actor';
import { isLive } from '../../../db/entity';
import { withFollowers } from '../../../db/query';
import { user } from '../../../db/schema/user';
import { db, type Inputs, statement } from '../../../db/statement';
import { NotFoundError, RuleError } from '../../../errors';
import { isoTime } from '../../../rules/datetime';
import { inactive } from '../accounts';
import { clearAttempts, refuse } from '../login-throttle';
import { claimOwn, isLoggedIn, keepLogin, type OwnLogin, ownAccount } from '../own-login';
import { afterCode, requiresTotp, spent } from '../second-factor';
import { isProven, overtaken, type Proven, prove, writeProven, wrongCode } from './proof';
import type { RecoveryCodes, TotpBegin, TotpConfirm, TotpDisable, TotpSecret, TotpStatus } from './schemas';

/** Milliseconds in which a second factor has to be confirmed. A new password or e-mail ends it by a trigger. */
const CONFIRM_WITHIN = 15 * 60_000;

interface Now {
  now: number;
}
/** Who changes the account, and when. A trigger takes the time for the end of the logins. */
const by = (p: Inputs<{ by: string | null } & Now>) => ({ updated_at: sql`${p.now}`, updated_by: sql`${p.by}` });

const NONE = {
  totp_secret: sql`null`,
  totp_pending: sql`null`,
  totp_pending_at: sql`null`,
  totp_enabled_at: sql`null`,
  totp_last_step: sql`null`,
  recovery_codes: sql`null`,
};

const prepare = statement((p: Inputs<Proven & Now & { secret: string }>) =>
  db
    .update(user)
    .set({ totp_pending: sql`${p.secret}`, totp_pending_at: sql`${p.now}`, ...spent(p) })
    .where(isProven(p))
    .returning({ id: user.id }),
);
const enable = statement((p: Inputs<OwnLogin & Now & { by: string; secret: string; step: number; codes: string }>) =>
  db
    .update(user)
    .set({
      ...by(p),
      totp_secret: sql`${p.secret}`,
      totp_pending: sql`null`,
      totp_pending_at: sql`null`,
      totp_enabled_at: sql`${p.now}`,
      totp_last_step: sql`${p.step}`,
      recovery_codes: sql`${p.codes}`,
    })
    .where(and(isLive(user, p.id), isLoggedIn(p), eq(user.totp_pending, p.secret)))
    .returning({ id: user.id }),
);
const disable = statement((p: Inputs<Proven & Now & { by: string }>) =>
  db
    .update(user)
    .set({ ...by(p), ...NONE })
    .where(isProven(p))
    .returning({ id: user.id }),
);
const reset = statement((p: Inputs<Acting & Now & { id: string; by: string | null }>) =>
  db
    .update(user)
    .set({ ...by(p), ...NONE })
    .where(and(isLive(user, p.id), or(isNotNull(user.totp_secret), isNotNull(user.totp_pending)), isCurrentActor(p)))
    .returning({ id: user.id }),
);
const accountById = statement((p: Inputs<{ id: string }>) =>
  db.select({ id: user.id }).from(user).where(isLive(user, p.id)),
);

const factorState = statement((p: Inputs<{ id: string }>) =>
  db
    .select({
      totp_secret: user.totp_secret,
      totp_enabled_at: user.totp_enabled_at,
      recovery_codes: user.recovery_codes,
    })
    .from(user)
    .where(and(isLive(user, p.id), isNull(user.disabled_at))),
);

const event = (action: string, entity_id: string) => ({ action, entity: 'user', entity_id });
/**
 * Makes a secret, which takes effect once its owner has shown by a code that their app has it. One that is active stays so
 * until then.
 * @throws UnauthenticatedError, ThrottledError, RuleError, ConflictError
 */
export async function beginTotp(ctx: ServiceContext, given: TotpBegin): Promise<TotpSecret> {
  const proof = await prove(ctx, given);
  const { login, account, code, proven } = proof;
  const secret = newTotpSecret();
  const write = withFollowers(prepare({ ...proven, secret, now: ctx.now }), ...afterCode(login.id, code));
  await writeProven(ctx, proof, audited(ctx, write, event('totp_begin', login.id)));
  return { secret, otpauth_uri: otpauthUri(secret, new URL(ctx.baseUrl).hostname, account.email) };
}

/**
 * Ends the other logins of the account, as its new password does.
 * @throws UnauthenticatedError, ThrottledError, RuleError
 */
export async function confirmTotp(ctx: ServiceContext, { totp }: TotpConfirm): Promise<RecoveryCodes> {
  const { login, account, attempt } = await claimOwn(ctx);
  // One that was begun long ago may be on a phone that has been given away, or on a stranger's.
  const isRecent = (account.totp_pending_at ?? 0) > ctx.now - CONFIRM_WITHIN;
  const secret = isRecent ? account.totp_pending : null;
  const step = secret === null ? null : await stepOf(secret, totp, ctx.now);
  if (secret === null || step === null || step === undefined) {
    const none = new RuleError('totp_inactive', 'No second factor is being set up: begin with POST /auth/totp');
    return refuse(ctx, attempt, secret === null ? none : wrongCode());
  }
  const recovery_codes = newRecoveryCodes();
  const codes = JSON.stringify(await Promise.all(recovery_codes.map(recoveryHash)));
  const write = enable({ ...login, by: login.id, now: ctx.now, secret, step, codes });
  const { enabled, still } = await ctx.db.batch({
    enabled: audited(ctx, withFollowers(write, keepLogin(login)), event('totp_enable', login.id)),
    attempts: clearAttempts(attempt),
    still: ownAccount(login),
  });
  if (enabled.length === 0) throw overtaken(still);
  return { recovery_codes };
}

/** @throws UnauthenticatedError */
export async function totpStatus(ctx: ServiceContext): Promise<TotpStatus> {
  const account = await ctx.db.first(factorState({ id: ctx.actor?.id ?? '' }));
  if (!account) throw inactive();
  const { totp_secret, totp_enabled_at, recovery_codes } = account;
  return {
    enabled: totp_secret !== null,
    enabled_at: totp_enabled_at === null ? null : isoTime(totp_enabled_at),
    recovery_codes_left: recovery_codes?.length ?? 0,
  };
}

/**
 * Ends the other logins of the account.
 * @throws UnauthenticatedError, ThrottledError, RuleError, ConflictError
 */
export async function disableTotp(ctx: ServiceContext, given: TotpDisable): Promise<void> {
  const proof = await prove(ctx, given, ({ type, totp_secret }) => {
    if (requiresTotp(ctx.settings, type))
      return new RuleError('totp_mandatory', 'This account must have a second factor');
    return totp_secret === null ? new RuleError('totp_inactive', 'No second factor is active') : undefined;
  });
  const { login, code, proven } = proof;
  const write = disable({ ...proven, by: login.id, now: ctx.now });
  const whole = withFollowers(write, ...afterCode(login.id, code), keepLogin(login));
  await writeProven(ctx, proof, audited(ctx, whole, event('totp_disable', login.id)));
}

/**
 * Takes the second factor off an account whose owner has lost it. Not off one's own, for which a stolen token would do.
 * @throws RuleError, UnauthenticatedError, NotFoundError
 */
export async function resetTotp(ctx: ServiceContext, id: string): Promise<void> {
  if (id === ctx.actor?.id) throw new RuleError('own_account', 'Admins cannot reset their own second factor');
  const write = reset({ ...actingOf(ctx), id, now: ctx.now, by: ctx.actor?.id ?? null });
  const { live, accounts } = await ctx.db.batch({
    live: currentActor(ctx),
    reset: audited(ctx, write, event('totp_reset', id)),
    accounts: accountById({ id }),
  });
  requireCurrentActor(live);
  if (accounts.length === 0) throw new NotFoundError('Account', id);
}

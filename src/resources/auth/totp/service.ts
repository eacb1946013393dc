import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { newRecoveryCodes, newTotpSecret, otpauthUri, recoveryHash, stepOf } from '../../../auth/totp';
import type { ServiceContext } from '../../../context';
import { audited } from '../../../db/audit';
import { isLive } from '../../../db/entity';
import { type Acting, actingOf, isLiveActor, liveActor, requireLiveActor } from '../../../db/live-actor';
import { withFollowers } from '../../../db/query';
import { user } from '../../../db/schema/user';
import { db, type Inputs, statement } from '../../../db/statement';
import { ConflictError, NotFoundError, RuleError } from '../../../errors';
import { inactive } from '../accounts';
import { clearAttempts, refuse } from '../login-throttle';
import {
  claimByPassword,
  claimOwn,
  isLoggedIn,
  keepLogin,
  noLogin,
  type OwnLogin,
  ownAccount,
  passwordWasRight,
} from '../own-login';
import {
  auditedSpending,
  checkCode,
  isUnspent,
  NOTHING,
  requiresTotp,
  type Spent,
  spent,
  WRONG_CODE,
} from '../second-factor';
import type { RecoveryCodes, TotpBegin, TotpConfirm, TotpDisable, TotpSecret, TotpStatus } from './schemas';

interface Now {
  now: number;
}
/** Who changes the account, and when. A trigger takes the time for the end of the logins. */
const by = (p: Inputs<{ by: string | null } & Now>) => ({ updated_at: sql`${p.now}`, updated_by: sql`${p.by}` });

const NONE = {
  totp_secret: sql`null`,
  totp_pending: sql`null`,
  totp_enabled_at: sql`null`,
  totp_last_step: sql`null`,
  recovery_codes: sql`null`,
};

type Proven = OwnLogin & Spent & { old_hash: string; totp_secret: string | null };
/** The condition: password and code are still the ones that were checked. */
const isProven = (p: Inputs<Proven>) =>
  and(isLive(user, p.id), isLoggedIn(p), eq(user.password_hash, p.old_hash), isUnspent(p));

const prepare = statement((p: Inputs<Proven & { secret: string }>) =>
  db
    .update(user)
    .set({ totp_pending: sql`${p.secret}`, ...spent(p) })
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
    .where(and(isLive(user, p.id), or(isNotNull(user.totp_secret), isNotNull(user.totp_pending)), isLiveActor(p)))
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
const wrongCode = () => new RuleError('totp_invalid', WRONG_CODE);

/** Checks password and code of the own account. @throws UnauthenticatedError, ThrottledError, RuleError */
async function prove(ctx: ServiceContext, { password, totp }: TotpBegin) {
  const { login, account, attempt } = await claimByPassword(ctx, 'password', password);
  const { password_hash: old_hash, totp_secret } = account;
  if (totp_secret !== null && !totp) {
    await ctx.db.run(passwordWasRight(attempt, account));
    throw new RuleError('totp_required', 'A second factor is active: send a code of it as totp');
  }
  const code = totp_secret === null ? NOTHING : await checkCode(account, totp ?? '', ctx.now);
  if (!code) return refuse(ctx, attempt, wrongCode());
  return { login, account, attempt, code, proven: { ...login, ...code, old_hash, totp_secret } };
}

/** Why a write that was proven did not take place: the login has ended, or somebody was faster. */
const overtaken = (still: readonly unknown[]) =>
  still.length > 0 ? new ConflictError('conflict', 'The account has changed meanwhile: try again') : noLogin();

/**
 * Makes a secret, which takes effect once its owner has shown by a code that their app has it. One that is active stays so
 * until then.
 * @throws UnauthenticatedError, ThrottledError, RuleError, ConflictError
 */
export async function beginTotp(ctx: ServiceContext, given: TotpBegin): Promise<TotpSecret> {
  const { login, account, attempt, code, proven } = await prove(ctx, given);
  const secret = newTotpSecret();
  const write = audited(ctx, prepare({ ...proven, secret }), event('totp_begin', login.id));
  const { begun, still } = await ctx.db.batch({
    begun: auditedSpending(ctx, write, code),
    attempts: clearAttempts(attempt),
    still: ownAccount(login),
  });
  if (begun.length === 0) throw overtaken(still);
  return { secret, otpauth_uri: otpauthUri(secret, new URL(ctx.baseUrl).hostname, account.email) };
}

/**
 * Ends the other logins of the account, as its new password does.
 * @throws UnauthenticatedError, ThrottledError, RuleError
 */
export async function confirmTotp(ctx: ServiceContext, { totp }: TotpConfirm): Promise<RecoveryCodes> {
  const { login, account, attempt } = await claimOwn(ctx);
  const { totp_pending: secret } = account;
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
    enabled_at: totp_enabled_at === null ? null : new Date(totp_enabled_at).toISOString(),
    recovery_codes_left: recovery_codes?.length ?? 0,
  };
}

/**
 * Ends the other logins of the account.
 * @throws UnauthenticatedError, ThrottledError, RuleError, ConflictError
 */
export async function disableTotp(ctx: ServiceContext, given: TotpDisable): Promise<void> {
  const { login, account, attempt, code, proven } = await prove(ctx, given);
  const isRequired = requiresTotp(ctx.settings, account.type);
  if (account.totp_secret === null || isRequired) {
    await ctx.db.run(clearAttempts(attempt));
    throw isRequired
      ? new RuleError('totp_mandatory', 'This account must have a second factor')
      : new RuleError('totp_inactive', 'No second factor is active');
  }
  const write = withFollowers(disable({ ...proven, by: login.id, now: ctx.now }), keepLogin(login));
  const { disabled, still } = await ctx.db.batch({
    disabled: auditedSpending(ctx, audited(ctx, write, event('totp_disable', login.id)), code),
    attempts: clearAttempts(attempt),
    still: ownAccount(login),
  });
  if (disabled.length === 0) throw overtaken(still);
}

/**
 * Takes the second factor off an account whose owner has lost it. Not off one's own, for which a stolen token would do.
 * @throws RuleError, UnauthenticatedError, NotFoundError
 */
export async function resetTotp(ctx: ServiceContext, id: string): Promise<void> {
  if (id === ctx.actor?.id) throw new RuleError('own_account', 'Admins cannot reset their own second factor');
  const write = reset({ ...actingOf(ctx), id, now: ctx.now, by: ctx.actor?.id ?? null });
  const { live, accounts } = await ctx.db.batch({
    live: liveActor(ctx),
    reset: audited(ctx, write, event('totp_reset', id)),
    accounts: accountById({ id }),
  });
  requireLiveActor(live);
  if (accounts.length === 0) throw new NotFoundError('Account', id);
}

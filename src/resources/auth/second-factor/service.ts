import type { Role } from '../../../auth/permissions';
import type { ServiceContext } from '../../../context';
import { audited, auditRow } from '../../../db/audit';
import { actingOf, currentActor, requireCurrentActor } from '../../../db/current-actor';
import { type Query, withFollowers } from '../../../db/query';
import { ConflictError, NotFoundError, RuleError } from '../../../errors';
import { MINUTE } from '../../../rules/clock';
import { isoTime } from '../../../rules/datetime';
import { accountInactive, ENTITY } from '../accounts/service';
import { clearAttempts } from '../attempts/queries';
import { refuse, whenClaimed } from '../attempts/service';
import { tellOwner } from '../mails/service';
import { accountOfLogin } from '../passwords/queries';
import { checkPassword, claimAttempt } from '../passwords/service';
import { keepLogin } from '../sessions/queries';
import { loginEnded } from '../sessions/service';
import { checkCode, NO_CODE, WRONG, WRONG_CODE } from './codes';
import * as queries from './queries';
import { requiresSecondFactor } from './rules';
import type { RecoveryCodes, TotpBegin, TotpConfirm, TotpDisable, TotpSecret, TotpStatus } from './schemas';
import { newRecoveryCodes, newTotpSecret, otpauthUri, recoveryHash, stepOf } from './totp';

/** Milliseconds. A new password or e-mail ends the wait by a trigger. */
const CONFIRM_WITHIN = 15 * MINUTE;

const wrongCode = () => new RuleError('totp_invalid', WRONG_CODE);
const inactive = (what: string) => new RuleError('totp_inactive', what);

/** For a write that was refused with right password and code. @param accounts none where the login has ended */
const overtaken = (accounts: readonly unknown[]) =>
  accounts.length > 0 ? new ConflictError('conflict', 'The account has changed meanwhile: try again') : loginEnded();

const event = (action: string, entity_id: string) => ({ action, entity: 'user', entity_id });

type Proof = Awaited<ReturnType<typeof prove>>;

/** @param refusalOf why the account does not take the request, whatever the code */
async function prove(
  ctx: ServiceContext,
  { password, totp }: TotpBegin,
  refusalOf: (account: { type: Role; totp_secret: string | null }) => RuleError | undefined = () => undefined,
) {
  const { login, account, attempt } = await checkPassword(ctx, 'password', password);
  const { password_hash: old_hash, totp_secret } = account;
  const missing = new RuleError('totp_required', 'A second factor is active: send a code of it as totp');
  const refusal = refusalOf(account) ?? (totp_secret !== null && !totp ? missing : undefined);
  if (refusal) {
    await ctx.db.run(clearAttempts(attempt));
    throw refusal;
  }
  const code = await checkCode(account, totp, ctx.now);
  return { login, account, attempt, code, proven: { ...login, ...(code ?? NO_CODE), old_hash, totp_secret } };
}

interface ProvenWrite {
  write: Query<unknown[]>;
  action: string;
  /** whether a trigger ends all logins of the account with the write */
  endsLogins: boolean;
}

/** The statements behind `write` act, one after the other, if it has changed the account. */
async function writeProven(
  ctx: ServiceContext,
  { login, attempt, code }: Proof,
  { write, action, endsLogins }: ProvenWrite,
) {
  const counter = queries.codeCounter(login.id);
  const results = await whenClaimed(ctx.now, () =>
    ctx.db.batch({
      claim: code ? queries.claimCode({ counter, now: ctx.now }) : undefined,
      written: withFollowers(
        write,
        ...(code ? [queries.clearCodes({ counter })] : []),
        ...(endsLogins ? [keepLogin(login)] : []),
        auditRow(ctx, event(action, login.id)),
        // On record, as the phone may have been lost.
        ...(code?.recovery_hash ? [auditRow(ctx, event('recovery_code', login.id))] : []),
      ),
      attempts: clearAttempts(attempt),
      accounts: accountOfLogin(login),
    }),
  );
  if (results.written.length > 0) return;
  if (code === WRONG && results.attempt) await refuse(ctx, results.attempt, wrongCode());
  throw overtaken(results.accounts);
}

/** @throws UnauthenticatedError */
export async function getSecondFactor(ctx: ServiceContext): Promise<TotpStatus> {
  const account = await ctx.db.first(queries.factorOf({ id: ctx.actor?.id ?? '' }));
  if (!account) throw accountInactive();
  const { totp_secret, totp_enabled_at, recovery_codes } = account;
  return {
    enabled: totp_secret !== null,
    enabled_at: totp_enabled_at === null ? null : isoTime(totp_enabled_at),
    recovery_codes_left: recovery_codes?.length ?? 0,
  };
}

/** The old factor stays until a new one is confirmed. @throws UnauthenticatedError, ThrottledError, RuleError, ConflictError */
export async function setUpSecondFactor(ctx: ServiceContext, given: TotpBegin): Promise<TotpSecret> {
  const proof = await prove(ctx, given);
  const { account, proven } = proof;
  const secret = newTotpSecret();
  const write = queries.prepareFactor({ ...proven, secret, now: ctx.now });
  await writeProven(ctx, proof, { write, action: 'totp_begin', endsLogins: false });
  return { secret, otpauth_uri: otpauthUri(secret, new URL(ctx.baseUrl).hostname, account.email) };
}

/** Ends the other logins, as a new password does. @throws UnauthenticatedError, ThrottledError, RuleError, ConflictError */
export async function confirmSecondFactor(ctx: ServiceContext, { totp }: TotpConfirm): Promise<RecoveryCodes> {
  const { login, account, attempt } = await claimAttempt(ctx);
  // One that was begun long ago may be on a phone that has been given away, or on a stranger's.
  const isRecent = (account.totp_pending_at ?? 0) > ctx.now - CONFIRM_WITHIN;
  const secret = isRecent ? account.totp_pending : null;
  if (secret === null)
    return refuse(ctx, attempt, inactive('No second factor is being set up: begin with POST /auth/totp'));
  const step = await stepOf(secret, totp, ctx.now);
  if (step === null) return refuse(ctx, attempt, wrongCode());
  const recovery_codes = newRecoveryCodes();
  const codes = JSON.stringify(await Promise.all(recovery_codes.map(recoveryHash)));
  const write = queries.enableFactor({ ...login, by: login.id, now: ctx.now, secret, step, codes });
  const { enabled, accounts } = await ctx.db.batch({
    enabled: audited(ctx, withFollowers(write, keepLogin(login)), event('totp_enable', login.id)),
    attempts: clearAttempts(attempt),
    accounts: accountOfLogin(login),
  });
  if (enabled.length === 0) throw overtaken(accounts);
  return { recovery_codes };
}

/** Ends the other logins. @throws UnauthenticatedError, ThrottledError, RuleError, ConflictError */
export async function disableSecondFactor(ctx: ServiceContext, given: TotpDisable): Promise<void> {
  const proof = await prove(ctx, given, ({ type, totp_secret }) => {
    if (requiresSecondFactor(ctx.settings, type))
      return new RuleError('totp_mandatory', 'This account must have a second factor');
    return totp_secret === null ? inactive('No second factor is active') : undefined;
  });
  const { login, proven } = proof;
  const write = queries.disableFactor({ ...proven, by: login.id, now: ctx.now });
  await writeProven(ctx, proof, { write, action: 'totp_disable', endsLogins: true });
  tellOwner(ctx, login.id, { kind: 'totp_off', by: 'owner' });
}

/** Not of one's own account, for which a stolen token would do. @throws RuleError, UnauthenticatedError, NotFoundError */
export async function deleteSecondFactor(ctx: ServiceContext, id: string): Promise<void> {
  if (id === ctx.actor?.id) throw new RuleError('own_account', 'Admins cannot reset their own second factor');
  const write = queries.resetFactor({ ...actingOf(ctx), id, now: ctx.now, by: ctx.actor?.id ?? null });
  const { actor, accounts, reset } = await ctx.db.batch({
    actor: currentActor(ctx),
    accounts: queries.factorBefore({ id }),
    reset: audited(ctx, write, event('totp_reset', id)),
  });
  requireCurrentActor(actor);
  const [account] = accounts;
  if (!account) throw new NotFoundError(ENTITY, id);
  // One that waited for its first code was never on.
  if (account.totp_enabled && reset.length > 0) tellOwner(ctx, id, { kind: 'totp_off', by: 'admin' });
}

import { and, eq } from 'drizzle-orm';
import type { Role } from '../../../auth/permissions';
import type { ServiceContext } from '../../../context';
import { isLive } from '../../../db/entity';
import type { Query } from '../../../db/query';
import { user } from '../../../db/schema/user';
import type { Inputs } from '../../../db/statement';
import { ConflictError, RuleError } from '../../../errors';
import { clearAttempts, refuse, whenClaimed } from '../login-throttle';
import { claimByPassword, isLoggedIn, noLogin, type OwnLogin, ownAccount } from '../own-login';
import {
  auditedSpending,
  checkCode,
  claimOfCode,
  isUnspent,
  NOTHING,
  type Spent,
  WRONG,
  WRONG_CODE,
} from '../second-factor';
import type { TotpBegin } from './schemas';

export type Proven = OwnLogin & Spent & { old_hash: string; totp_secret: string | null };
/** The condition: password and code are still the ones that were checked. */
export const isProven = (p: Inputs<Proven>) =>
  and(isLive(user, p.id), isLoggedIn(p), eq(user.password_hash, p.old_hash), isUnspent(p));

export const wrongCode = () => new RuleError('totp_invalid', WRONG_CODE);

/** Why a write that was proven did not take place: the login has ended, or somebody was faster. */
export const overtaken = (still: readonly unknown[]) =>
  still.length > 0 ? new ConflictError('conflict', 'The account has changed meanwhile: try again') : noLogin();

export type Proof = Awaited<ReturnType<typeof prove>>;

/**
 * Checks the password of the own account, and reads what its code is worth, on which the write decides.
 * @param refusalOf why the account does not take the request, whatever the code
 * @throws UnauthenticatedError, ThrottledError, RuleError
 */
export async function prove(
  ctx: ServiceContext,
  { password, totp }: TotpBegin,
  refusalOf: (account: { type: Role; totp_secret: string | null }) => RuleError | undefined = () => undefined,
) {
  const { login, account, attempt } = await claimByPassword(ctx, 'password', password);
  const { password_hash: old_hash, totp_secret } = account;
  const missing = new RuleError('totp_required', 'A second factor is active: send a code of it as totp');
  const refusal = refusalOf(account) ?? (totp_secret !== null && !totp ? missing : undefined);
  if (refusal) {
    await ctx.db.run(clearAttempts(attempt));
    throw refusal;
  }
  const code = totp_secret === null ? NOTHING : ((await checkCode(account, totp ?? '', ctx.now)) ?? WRONG);
  return { login, account, attempt, code, proven: { ...login, ...code, old_hash, totp_secret } };
}

/** Runs a write that password and code allow. @throws UnauthenticatedError, ThrottledError, RuleError, ConflictError */
export async function writeProven(
  ctx: ServiceContext,
  { login, account, attempt, code }: Proof,
  write: Query<unknown[]>,
) {
  const results = await whenClaimed(ctx.now, () =>
    ctx.db.batch({
      claim: claimOfCode(ctx, account),
      written: auditedSpending(ctx, write, code),
      attempts: clearAttempts(attempt),
      still: ownAccount(login),
    }),
  );
  if (results.written.length > 0) return;
  if (code === WRONG && results.attempt) await refuse(ctx, results.attempt, wrongCode());
  throw overtaken(results.still);
}

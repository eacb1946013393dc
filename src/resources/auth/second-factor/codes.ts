// What a code is worth: for logins as for changes of the second factor.
import type { Factor, Spent } from './queries';
import { isAppCode, recoveryHash, stepOf } from './totp';

/** What a wrong code spends: no code has this step. */
export const WRONG: Spent = { step: -1, recovery_hash: null };

/** For an account without a second factor. */
export const NO_CODE: Spent = { step: null, recovery_hash: null };

export const WRONG_CODE = 'totp is wrong or was used before';

async function spentBy({ totp_last_step, recovery_codes }: Factor, secret: string, sent: string, now: number) {
  if (isAppCode(sent)) {
    const step = await stepOf(secret, sent, now);
    return step !== null && step > (totp_last_step ?? 0) ? { step, recovery_hash: null } : WRONG;
  }
  const recovery_hash = await recoveryHash(sent);
  return recovery_codes?.includes(recovery_hash) ? { step: null, recovery_hash } : WRONG;
}

/** Null where the account has no second factor. It is `isUnspent` that decides, at the write. */
export const checkCode = async (factor: Factor, sent: string | null, now: number): Promise<Spent | null> =>
  factor.totp_secret === null ? null : spentBy(factor, factor.totp_secret, sent ?? '', now);

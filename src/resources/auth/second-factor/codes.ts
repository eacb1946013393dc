// What a code is worth, and the queries around the write that it allows: for logins as for changes of the second factor.
import type { ServiceContext } from '../../../context';
import { audited } from '../../../db/audit';
import type { Query } from '../../../db/query';
import { claimCode, clearCodes, codeCounter } from '../attempts/queries';
import type { Factor, Spent } from './queries';
import { isAppCode, recoveryHash, stepOf } from './totp';

/** What a wrong code spends: no code has this step. */
export const WRONG: Spent = { step: -1, recovery_hash: null };

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

export const spentInputs = (code: Spent | null): Spent => code ?? { step: null, recovery_hash: null };

/** Stands right before the write. A wrong code runs the same batch: neither answer nor time gives it away during a wait. */
export const claimOfCode = ({ now }: ServiceContext, account: { id: string; totp_secret: string | null }) =>
  account.totp_secret === null ? undefined : claimCode({ counter: codeCounter(account.id), now });

/** Follows the write that the code allowed. */
export const afterCode = (account: string, code: Spent | null): Query<unknown>[] =>
  code === null ? [] : [clearCodes({ counter: codeCounter(account) })];

/** The use of a recovery code is audited, as the phone may have been lost. */
export const auditedSpending = <Result>(
  ctx: ServiceContext,
  write: Query<Result>,
  code: Spent | null,
): Query<Result> =>
  code?.recovery_hash && ctx.actor
    ? audited(ctx, write, { action: 'recovery_code', entity: 'user', entity_id: ctx.actor.id })
    : write;

import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Role } from '../../auth/permissions';
import { recoveryHash, stepOf } from '../../auth/totp';
import type { ServiceContext } from '../../context';
import { audited } from '../../db/audit';
import type { Query } from '../../db/query';
import { user } from '../../db/schema/user';
import { db, type Inputs, statement } from '../../db/statement';
import type { Settings } from '../../env';
import { claimCode, clearCodes, codeCounter } from './login-throttle';

/** What of an account its second factor is checked by. */
export const factorColumns = {
  totp_secret: user.totp_secret,
  totp_last_step: user.totp_last_step,
  recovery_codes: user.recovery_codes,
};
type Factor = Pick<typeof user.$inferSelect, keyof typeof factorColumns>;

/** What a right code spends: the time step of one of the app, or a recovery code. */
export interface Spent {
  step: number | null;
  recovery_hash: string | null;
}
/** Of an account without a second factor. */
export const NOTHING: Spent = { step: null, recovery_hash: null };
/** Of a wrong code: no code is of this step. */
export const WRONG: Spent = { step: -1, recovery_hash: null };

export const WRONG_CODE = 'totp is wrong or was used before';

/** What the code spends; null where it is wrong or was used before. It is `isUnspent` that decides, at the write. */
export async function checkCode(
  { totp_secret, totp_last_step, recovery_codes }: Factor,
  sent: string,
  now: number,
): Promise<Spent | null> {
  if (totp_secret === null) return null;
  const step = await stepOf(totp_secret, sent, now);
  if (step === null) return null;
  if (step !== undefined) return step > (totp_last_step ?? 0) ? { step, recovery_hash: null } : null;
  const recovery_hash = await recoveryHash(sent);
  return recovery_codes?.includes(recovery_hash) ? { step: null, recovery_hash } : null;
}

/**
 * The condition: the second factor is the one that was checked, none included, the code has not been used, and the attempt to
 * enter it was claimed right before. It stands in the write that the code allows, so that of two with one code one takes place.
 */
export const isUnspent = (p: Inputs<Spent & { totp_secret: string | null }>): SQL =>
  and(
    or(isNull(p.totp_secret), sql`changes() > 0`),
    sql`${user.totp_secret} is ${p.totp_secret}`,
    or(isNull(p.step), sql`coalesce(${user.totp_last_step}, 0) < ${p.step}`),
    or(isNull(p.recovery_hash), sql`${p.recovery_hash} in (select value from json_each(${user.recovery_codes}))`),
  ) as SQL;

/** The columns that the code is spent in. */
export const spent = (p: Inputs<Spent>) => ({
  totp_last_step: sql`coalesce(${p.step}, ${user.totp_last_step})`,
  recovery_codes: sql`iif(${p.recovery_hash} is null, ${user.recovery_codes},
    (select json_group_array(value) from json_each(${user.recovery_codes}) where value <> ${p.recovery_hash}))`,
});

/** Follows a write that the code allowed. */
export const spend = statement((p: Inputs<Spent & { user_id: string }>) =>
  db
    .update(user)
    .set(spent(p))
    .where(and(eq(user.id, p.user_id), sql`changes() > 0`)),
);

/**
 * For the batch of a write that a code allows: the claim of an attempt at it, which stands right before the write. A wrong code
 * runs the very same batch, so that neither answer nor time tells it from a right one while the account waits.
 */
export const claimOfCode = ({ now }: ServiceContext, account: { id: string; totp_secret: string | null }) =>
  account.totp_secret === null ? undefined : claimCode({ counter: codeCounter(account.id), now });

/** Follows a write that a code allowed: the wrong ones before it are forgotten. */
export const afterCode = (account: string, code: Spent): Query<unknown>[] =>
  code === NOTHING ? [] : [clearCodes({ counter: codeCounter(account) })];

/** A write that spends a code, with an audit row where it is a recovery code: a day to ask what became of the phone. */
export const auditedSpending = <Result>(
  ctx: ServiceContext,
  write: Query<Result>,
  { recovery_hash }: Spent,
): Query<Result> =>
  recovery_hash === null || !ctx.actor
    ? write
    : audited(ctx, write, { action: 'recovery_code', entity: 'user', entity_id: ctx.actor.id });

/** Whether an account of this role must have a second factor. */
export const requiresTotp = ({ REQUIRE_TOTP }: Settings, role: Role): boolean =>
  REQUIRE_TOTP === 'all' || (REQUIRE_TOTP === 'admin' && role === 'admin');

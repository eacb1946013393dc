import { eq, type SQLWrapper, sql } from 'drizzle-orm';
import { inOrder, type Query } from '../../db/query';
import { loginFailure } from '../../db/schema/user';
import { db, type Inputs, rawStatement, statement } from '../../db/statement';
import { ThrottledError } from '../../errors';

/** From so many attempts in a row without a right password on, each costs a wait: a second, doubling up to 15 minutes. */
const WAIT_FROM = 10;
const FIRST_WAIT = 1; // seconds
const LONGEST_WAIT = 15 * 60;

/** What a batch says of the attempt that it claims. */
export interface Claim {
  /** the counter that the attempt was counted in; empty where it is refused */
  claimed: { counter: string }[];
  state: { wait_until: number }[];
}

/**
 * Makes the query that claims an attempt to enter a password. It stands in the batch before the password is hashed and
 * counts the attempt as a wrong one at once, unless the counter has to wait: of many at the same time, each sees those
 * before it. `clearAttempts` takes it back once the password has proved right; for a wrong one nothing is left to do.
 * @param counter whose attempts are counted together
 */
export function attempt<In>(counter: (p: Inputs<In>) => SQLWrapper): (values: In & { now: number }) => Query<Claim> {
  const next = sql`${loginFailure.failures} + 1`;
  // Raw: Drizzle's `insert().select()` takes no upsert.
  const claim = rawStatement<In & { now: number }, { counter: string }>(
    (p) => sql`insert into ${loginFailure} (email_hash, failures, wait_until, updated_at)
      select ${counter(p)}, 1, 0, ${p.now} where 1
      on conflict (email_hash) do update set failures = ${next}, updated_at = excluded.updated_at,
        wait_until = iif(${next} < ${WAIT_FROM}, 0,
          excluded.updated_at + 1000 * min(${LONGEST_WAIT}, ${FIRST_WAIT} << min(10, ${next} - ${WAIT_FROM})))
      where ${loginFailure.wait_until} <= excluded.updated_at
      returning email_hash as counter`,
  );
  const state = statement((p: Inputs<In>) =>
    db
      .select({ wait_until: loginFailure.wait_until })
      .from(loginFailure)
      .where(eq(loginFailure.email_hash, counter(p))),
  );
  return (values) => inOrder({ claimed: claim(values), state: state(values) });
}

/** The password was right: forgets the attempts so far. It stands in the batch after hashing. */
export const clearAttempts = statement((p: Inputs<{ counter: string }>) =>
  db.delete(loginFailure).where(eq(loginFailure.email_hash, p.counter)),
);

/**
 * Runs the batch that claims an attempt, as `claim`.
 *
 * Attempts with the right password may come at the same time, too: two tabs, or twelve clients of one account. While ten
 * are being checked, the next pauses for a second and asks again whether the count was cleared. It asks with the time at
 * which it came, so the pause itself lets nothing through.
 * @returns the results of the batch, and the counter to clear if the password is right
 * @throws ThrottledError
 */
export async function whenClaimed<R extends { claim: Claim }>(
  now: number,
  batch: () => Promise<R>,
): Promise<R & { counter: string }> {
  for (let paused = false; ; paused = true) {
    const results = await batch();
    const { claimed, state } = results.claim;
    if (claimed[0]) return { ...results, ...claimed[0] };
    const wait = ((state[0]?.wait_until ?? now) - now) / 1000;
    if (paused || wait > FIRST_WAIT) {
      throw new ThrottledError('Too many wrong passwords: wait before the next attempt', wait);
    }
    await scheduler.wait(FIRST_WAIT * 1000);
  }
}

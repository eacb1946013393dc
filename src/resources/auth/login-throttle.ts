import { and, eq, gte, lte, sql } from 'drizzle-orm';
import { loginFailure } from '../../db/schema/user';
import { db, type Inputs, statement } from '../../db/statement';
import { ThrottledError } from '../../errors';

/** From so many wrong passwords in a row on, each costs a wait: a second, doubling up to 15 minutes. */
const WAIT_FROM = 10;
const LONGEST_WAIT = 15 * 60;
/** Milliseconds that the check of one password may take. */
const CHECKING = 3_000;

export const failuresOf = statement((p: Inputs<{ email_hash: string }>) =>
  db
    .select({ failures: loginFailure.failures, wait_until: loginFailure.wait_until })
    .from(loginFailure)
    .where(eq(loginFailure.email_hash, p.email_hash)),
);

/** After a wait one attempt is let through, not as many as come at once: the others wait while it is checked. */
export const claimAttempt = statement((p: Inputs<{ email_hash: string; now: number }>) =>
  db
    .update(loginFailure)
    .set({ wait_until: sql`${p.now} + ${CHECKING}` })
    .where(
      and(
        eq(loginFailure.email_hash, p.email_hash),
        gte(loginFailure.failures, WAIT_FROM),
        lte(loginFailure.wait_until, p.now),
      ),
    )
    .returning({ failures: loginFailure.failures }),
);
const nextFailures = sql`${loginFailure.failures} + 1`;

/** Counts a wrong password. */
export const countFailure = statement((p: Inputs<{ email_hash: string; now: number }>) =>
  db
    .insert(loginFailure)
    .values({ email_hash: sql`${p.email_hash}`, failures: 1, wait_until: 0, updated_at: sql`${p.now}` })
    .onConflictDoUpdate({
      target: loginFailure.email_hash,
      set: {
        failures: nextFailures,
        updated_at: sql`${p.now}`,
        wait_until: sql`iif(${nextFailures} < ${WAIT_FROM}, 0,
          ${p.now} + 1000 * min(${LONGEST_WAIT}, 1 << min(10, ${nextFailures} - ${WAIT_FROM})))`,
      },
    }),
);

export const clearFailures = statement((p: Inputs<{ email_hash: string }>) =>
  db.delete(loginFailure).where(eq(loginFailure.email_hash, p.email_hash)),
);

/** @throws ThrottledError where the account must wait and this attempt was not let through */
export function requireNoWait(
  now: number,
  [state]: { failures: number; wait_until: number }[],
  claimed: readonly unknown[],
): void {
  if (!state || state.failures < WAIT_FROM || claimed.length > 0) return;
  const seconds = (state.wait_until - now) / 1000;
  throw new ThrottledError('Too many wrong passwords: wait before the next attempt', seconds);
}

import { eq, type SQLWrapper, sql } from 'drizzle-orm';
import { batchOf, type Query } from '../../../db/query';
import { loginFailure } from '../../../db/schema/user';
import { db, type Inputs, rawStatement, statement } from '../../../db/statement';

/** The tenth wrong password in a row and each later one cost a wait: a second, doubling up to 15 minutes. */
export const WAIT_FROM = 10;
const LONGEST_WAIT = 15 * 60;
/** Seconds that the check of one password may take: until then the next attempt waits. */
const CHECKING = 3;

const waitAfter = (failures: SQLWrapper) => sql`min(${LONGEST_WAIT}, 1 << min(10, ${failures} - ${WAIT_FROM}))`;

export interface Attempt {
  /** what it was counted by */
  counter: string;
  /** which one in a row it is */
  failures: number;
}

export interface Claim {
  /** the attempt, unless it is refused */
  claimed: Attempt[];
  state: { failures: number; wait_until: number }[];
}

/**
 * For the batch before the password is hashed: it counts the attempt as wrong at once, or is refused while the counter waits.
 * Then `clearAttempts` is for a right password, `refuse` for a wrong one (docs/why/logins.md).
 */
export function claimOf<In>(counter: (p: Inputs<In>) => SQLWrapper): (values: In & { now: number }) => Query<Claim> {
  const next = sql`${loginFailure.failures} + 1`;
  // Raw: Drizzle's `insert().select()` takes no upsert.
  const claim = rawStatement<In & { now: number }, Attempt>(
    (p) => sql`insert into ${loginFailure} (email_hash, failures, wait_until, updated_at)
      select ${counter(p)}, 1, 0, ${p.now} where 1
      on conflict (email_hash) do update set failures = ${next}, updated_at = excluded.updated_at,
        wait_until = iif(${next} < ${WAIT_FROM}, 0, excluded.updated_at + 1000 * max(${CHECKING}, ${waitAfter(next)}))
      where ${loginFailure.wait_until} <= excluded.updated_at
      returning email_hash as counter, failures`,
  );
  const state = statement((p: Inputs<In>) =>
    db
      .select({ failures: loginFailure.failures, wait_until: loginFailure.wait_until })
      .from(loginFailure)
      .where(eq(loginFailure.email_hash, counter(p))),
  );
  return (values) => batchOf({ claimed: claim(values), state: state(values) });
}

export const clearAttempts = statement((p: Inputs<{ counter: string }>) =>
  db.delete(loginFailure).where(eq(loginFailure.email_hash, p.counter)),
);

export const beginWait = statement((p: Inputs<{ counter: string; now: number }>) =>
  db
    .update(loginFailure)
    .set({ wait_until: sql`${p.now} + 1000 * ${waitAfter(loginFailure.failures)}` })
    .where(eq(loginFailure.email_hash, p.counter)),
);

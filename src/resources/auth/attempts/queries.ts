import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
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

const next = sql`${loginFailure.failures} + 1`;

/** Raw: Drizzle's `insert().select()` takes no upsert. @param wait seconds, from the tenth on */
const countOf = (
  counter: SQLWrapper,
  now: SQLWrapper,
  { wait = waitAfter(next), where = sql`1` }: { wait?: SQL; where?: SQL },
): SQL =>
  sql`insert into ${loginFailure} (email_hash, failures, wait_until, updated_at) select ${counter}, 1, 0, ${now} where ${where}
    on conflict (email_hash) do update set failures = ${next}, updated_at = excluded.updated_at,
      wait_until = iif(${next} < ${WAIT_FROM}, 0, excluded.updated_at + 1000 * ${wait})
    where ${loginFailure.wait_until} <= excluded.updated_at
    returning email_hash as counter, failures`;

const stateBy = (counter: SQLWrapper) =>
  db
    .select({ failures: loginFailure.failures, wait_until: loginFailure.wait_until })
    .from(loginFailure)
    .where(eq(loginFailure.email_hash, counter));
export const stateOf = statement((p: Inputs<{ counter: string }>) => stateBy(p.counter));

/** For a secret that the batch itself compares: counts a wrong one, unless the counter waits. */
export const countWrongOf = <In>(isWrong: (p: Inputs<In>) => SQL) =>
  rawStatement<In & { counter: string; now: number }, Attempt>((p) => countOf(p.counter, p.now, { where: isWrong(p) }));

/**
 * For the batch before the password is hashed: it counts the attempt as wrong at once, or is refused while the counter waits.
 * Then `clearAttempts` is for a right password, `refuse` for a wrong one (docs/why/logins.md).
 */
export function claimOf<In>(counter: (p: Inputs<In>) => SQLWrapper): (values: In & { now: number }) => Query<Claim> {
  const claim = rawStatement<In & { now: number }, Attempt>((p) =>
    countOf(counter(p), p.now, { wait: sql`max(${CHECKING}, ${waitAfter(next)})` }),
  );
  const state = statement((p: Inputs<In>) => stateBy(counter(p)));
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

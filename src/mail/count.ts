import { sql } from 'drizzle-orm';
import type { Query } from '../db/query';
import { mailCount } from '../db/schema/mail';
import { type Inputs, rawStatement } from '../db/statement';
import { DAY } from '../rules/clock';

/** Of UTC, so that a mail is counted the same wherever the hospital is. */
export const dayOf = (now: number): number => Math.floor(now / DAY);

interface Counted {
  counter: string;
  day: number;
  most: number;
}

// Raw: Drizzle's upsert takes no condition on both rows.
const countOne = rawStatement<Counted, { n: number }>(
  (p: Inputs<Counted>) => sql`insert into ${mailCount} (counter, day, n) values (${p.counter}, ${p.day}, 1)
    on conflict (counter) do update set n = iif(day = excluded.day, n + 1, 1), day = excluded.day
      where day <> excluded.day or n < ${p.most} returning n`,
);

/** Counts a mail that is about to go out. @returns a row only if there were fewer than `most` of that counter today */
export const countMail = (counter: string, most: number, now: number): Query<{ n: number }[]> =>
  countOne({ counter, day: dayOf(now), most });

import { type SQL, sql } from 'drizzle-orm';
import type { Query } from '../db/query';
import { mailCount } from '../db/schema/mail';
import { type Inputs, previousChanged, rawStatement } from '../db/statement';
import { DAY } from '../rules/clock';

/** Of UTC, so that a mail is counted the same wherever the hospital is. */
export const dayOf = (now: number): number => Math.floor(now / DAY);

interface Counted {
  counter: string;
  day: number;
  most: number;
}

// Raw: Drizzle's upsert takes no condition on both rows.
const counting = (when: SQL) =>
  rawStatement<Counted, { n: number }>(
    (
      p: Inputs<Counted>,
    ) => sql`insert into ${mailCount} (counter, day, n) select ${p.counter}, ${p.day}, 1 where ${when}
      on conflict (counter) do update set n = iif(day = excluded.day, n + 1, 1), day = excluded.day
        where day <> excluded.day or n < ${p.most} returning n`,
  );
const countAlone = counting(sql`true`);
const countBehind = counting(previousChanged);

/** Counts a mail that is about to go out. @returns a row only if there were fewer than `most` of that counter today */
export const countMail = (counter: string, most: number, now: number): Query<{ n: number }[]> =>
  countAlone({ counter, day: dayOf(now), most });

/** For right behind another one: where that one refused, this one counts nothing, either. */
export const countMailBehind = (counter: string, most: number, now: number): Query<{ n: number }[]> =>
  countBehind({ counter, day: dayOf(now), most });

/**
 * Dates of which perhaps only the month or the year is known: such a one is all days of it. A value that ends, as 1984-05, has to
 * contain them; of one that goes on, as ge1984-05, they have to reach into it.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Access, Parameter } from './condition';
import { anyOf } from './time-parameters';
import { AFTER_ALL_DAYS as AFTER, BEFORE_ALL_DAYS as BEFORE, type DayRange, joinedDays } from './values';

const yearOf = (day: string) => `${day.slice(0, 4)}-01-01`;
const monthOf = (day: string) => `${day.slice(0, 7)}-01`;

/** Within which the first and the last day have to lie. */
const endsOf = ([from, until]: DayRange) => {
  if (from === BEFORE) return [BEFORE, until, BEFORE, AFTER];
  return until === AFTER ? [BEFORE, AFTER, from, AFTER] : [from, AFTER, BEFORE, until];
};

/** Whether the first day alone does not tell: a month or a year may begin before and reach in, or begin within and reach out. */
const cuts = ([from, until]: DayRange): boolean => {
  if (from === BEFORE) return false;
  if (until === AFTER) return yearOf(from) < from;
  return [yearOf(until), monthOf(until)].some((first) => from <= first && first < until);
};

interface Known {
  /** the first day */
  day: SQLiteColumn;
  /** `month` or `year`; null where the day is known */
  precision: SQLiteColumn;
}

function isWithin({ day, precision }: Known, ends: SQLWrapper, n: number): SQL {
  const last = sql`case ${precision} when 'year' then substr(${day}, 1, 4) || '-12-31'
    when 'month' then substr(${day}, 1, 7) || '-31' else ${day} end`;
  const end = (range: number, which: number) => sql`${ends} ->> ${sql.raw(`'$[${range}][${which}]'`)}`;
  const each = Array.from(
    { length: n },
    (_, i) =>
      sql`first_day >= ${end(i, 0)} and first_day < ${end(i, 1)} and last_day >= ${end(i, 2)} and last_day < ${end(i, 3)}`,
  );
  return sql`(select ${anyOf(each)} from (select ${day} as first_day, ${last} as last_day))`;
}

/** @param known the first day has an index */
export const birthParameter = (known: Known, documentation: string): Parameter => ({
  type: 'date',
  documentation,
  condition: (or) => {
    const ranges = joinedDays(or);
    const n = ranges.length;
    const [first, last] = [ranges[0]?.[0] ?? BEFORE, ranges.at(-1) ?? ([BEFORE, AFTER] as const)];
    const from = last[1] === AFTER && yearOf(last[0]) < first ? yearOf(last[0]) : first;
    const access: Access = { way: 'range', key: known.day, from, until: last[1] };
    return {
      shape: `${known.day.name} known within ${n}`,
      value: JSON.stringify(ranges.map(endsOf)),
      alternatives: n,
      where: (ends) => isWithin(known, ends, n),
      access: n > 1 || ranges.some(cuts) ? { ...access, isWide: true } : access,
    };
  },
});

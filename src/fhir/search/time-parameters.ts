/** Search parameters of times and days. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Resource } from '../elements/datatypes';
import type { Access, Condition, Parameter, Value } from './condition';
import { joinedDays, joinedRanges } from './values';

/** By halves: D1 takes expressions that are 100 deep. */
export const anyOf = (parts: readonly SQL[]): SQL => {
  const half = Math.ceil(parts.length / 2);
  return parts.length < 2 ? sql`${parts[0]}` : sql`(${anyOf(parts.slice(0, half))} or ${anyOf(parts.slice(half))})`;
};

/** Spelled out: a row of `json_each` for each range would be read for each row that is looked at. */
const isWithin = (column: SQLWrapper, ranges: SQLWrapper, n: number): SQL => {
  const bound = (range: number, end: 0 | 1) => sql`${ranges} ->> ${sql.raw(`'$[${range}][${end}]'`)}`;
  return anyOf(Array.from({ length: n }, (_, i) => sql`${column} >= ${bound(i, 0)} and ${column} < ${bound(i, 1)}`));
};

type Ranges = readonly (readonly [from: Value, until: Value])[];

/** A column of texts or times, compared with ranges that are apart: by its index, from the first one to the last. */
function ranged(column: SQLiteColumn, ranges: Ranges, isIndexed: boolean): Condition {
  const n = ranges.length;
  const [from, until] = [ranges[0]?.[0] ?? '', ranges.at(-1)?.[1] ?? ''];
  const access: Access = { way: 'range', key: column, from, until, ...(n > 1 && { isWide: true }) };
  return {
    shape: `${column.name} within ${n}`,
    value: JSON.stringify(ranges),
    alternatives: n,
    // Without an index: SQLite would look into it once for each range.
    where: (value) => isWithin(sql`+${column}`, value, n),
    ...(isIndexed && { access }),
  };
}

interface Dated {
  documentation: string;
  /** whether it has an index */
  indexed?: boolean;
}

/** Of a column of epoch milliseconds. */
export const timeParameter = (column: SQLiteColumn, { documentation, indexed = true }: Dated): Parameter => ({
  type: 'date',
  documentation,
  condition: (or, { timeZone }) => ranged(column, joinedRanges(or, timeZone), indexed),
});

/** Of what no column has. @param instantOf an instant of the resource */
export const instantParameter = (
  shape: string,
  documentation: string,
  instantOf: (resource: Resource) => unknown,
): Parameter => ({
  type: 'date',
  documentation,
  condition: (or, { timeZone }) => {
    const ranges = joinedRanges(or, timeZone);
    return {
      ...{ shape, value: JSON.stringify(ranges), alternatives: ranges.length },
      refine: (resource) => {
        const at = Date.parse(String(instantOf(resource)));
        return ranges.some(([from, until]) => from <= at && at < until);
      },
    };
  },
});

/** Of a column of dates. */
export const dayParameter = (column: SQLiteColumn, { documentation, indexed = true }: Dated): Parameter => ({
  type: 'date',
  documentation,
  condition: (or) => ranged(column, joinedDays(or), indexed),
});

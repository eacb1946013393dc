/** How the rows of a search are found: by which index, in whose order, and which conditions that serves. */
import { and, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { survivorOf } from '../../db/schema/patient';
import { matchOf } from '../../db/search';
import type { Inputs } from '../../db/statement';
import { mostSelective } from '../../rules/search/criteria';
import type { Access, Condition, Value } from './condition';
import { FIRST } from './values';

/** Of the row behind which a page begins. `key` is what the index has before `seq`, 0 where that is nothing. */
export interface Place {
  key: Value;
  seq: number;
}

type Values = Record<string, Value>;
/** Given to every statement. */
export type Fixed = Record<'at' | 'until' | 'match' | 'few', Value> & Record<'seq' | 'scan' | 'limit', number>;
export type SearchInputs = Inputs<Fixed>;
/** How the rows are found, with the values that it needs. */
export interface Way {
  name: string;
  key: SQLiteColumn | undefined;
  /** conditions of which each is read from an index by itself, in order */
  arms: (p: SearchInputs) => (SQL | undefined)[];
  isMatch?: true;
  /** instead of the live ones */
  rows?: SQL | undefined;
  /** before all rows */
  start: Place;
  values: Values;
  served: readonly Condition[];
}

const BEGINNING: Place = { key: 0, seq: -1 };

type AccessOf<W extends Access['way']> = Extract<Access, { way: W }>;
const isOfWay = <W extends Access['way']>(access: Access | undefined, way: W): access is AccessOf<W> =>
  access?.way === way;
const withAccess = <W extends Access['way']>(conditions: readonly Condition[], way: W) =>
  conditions.flatMap((condition) => {
    const { access } = condition;
    return isOfWay(access, way) ? [{ condition, access }] : [];
  });

type Range = Pick<AccessOf<'range'>, 'from' | 'until'>;
const ascending = (a: Value, b: Value) => (a < b ? -1 : 1);
/** `ge` and `lt` are two conditions of one range. */
function intersection(ranges: readonly Range[]): Range | undefined {
  const from = ranges
    .map((range) => range.from)
    .sort(ascending)
    .at(-1);
  const [until] = ranges.map((range) => range.until).sort(ascending);
  return from === undefined || until === undefined ? undefined : { from, until };
}

/** The narrowest: an index of unique values, the full text, a value, a range, and at last all rows in order of creation. */
export function wayOf(conditions: readonly Condition[]): Way {
  const fews = withAccess(conditions, 'few');
  const few = fews.find(({ access }) => access.rows) ?? fews[0];
  if (few) {
    const { condition, access } = few;
    const where = (p: SearchInputs) => [condition.where?.(p.few)];
    return {
      ...{ name: `few ${condition.shape}`, key: undefined, arms: where, start: BEGINNING },
      ...{ values: { few: condition.value }, served: [condition], rows: access.rows },
    };
  }
  const matches = withAccess(conditions, 'match');
  if (matches.length > 0) {
    // As many as a search of the hospital's own has, whatever is asked for: `refine` asks for the others.
    const match = matchOf(mostSelective(matches.flatMap(({ access }) => access.criteria)));
    return {
      ...{ name: 'match', key: undefined, arms: () => [], isMatch: true, start: BEGINNING },
      ...{ values: { match }, served: matches.map(({ condition }) => condition) },
    };
  }
  const ranges = withAccess(conditions, 'range');
  const [equal] = withAccess(conditions, 'equal');
  const key = equal ? equal.access.key : ranges[0]?.access.key;
  const bounds = ranges.filter(({ access }) => access.key === key);
  const range = key && intersection(bounds.map(({ access }) => access));
  const { columns = [], patient } = equal?.access ?? {};
  const alternatives = columns.map((column, n) => ({ column, value: sql.placeholder(`equal${n}`) }));
  const end = (p: SearchInputs) => (range ? sql`${key} < ${p.until}` : undefined);
  return {
    name: [...columns.map(({ name }) => `${name} =`), patient && 'of patients', key?.name, range && 'until'].join(' '),
    key,
    arms: (p) =>
      equal
        ? alternatives.map(({ column, value }) =>
            and(sql`${column} = ${column === patient ? survivorOf(value) : value}`, end(p)),
          )
        : [end(p)],
    start: { key: range ? range.from : key ? FIRST : 0, seq: -1 },
    values: {
      ...Object.fromEntries((equal?.access.values ?? []).map((value, n) => [`equal${n}`, value])),
      ...(range && { until: range.until }),
    },
    served: [
      ...(equal ? [equal.condition] : []),
      ...bounds.filter(({ access }) => !access.isWide).map(({ condition }) => condition),
    ],
  };
}

/**
 * SQL of searches: a statement for each combination of conditions, made once. Rows are found by one index, in its order and
 * behind a place in it; the other conditions are asked of them. `FHIR_SCAN_MAX` bounds how many are looked at, so that a search for
 * what is rare does not read a whole table: then a page is short, and `reached` says where the next one begins.
 */
import { and, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { type Fields, selected } from '../../db/fields';
import { pageStatement } from '../../db/page-bytes';
import type { Query } from '../../db/query';
import { survivorOf } from '../../db/schema/patient';
import { indexOf, matchOf } from '../../db/search';
import { asExpression, type Inputs, rawStatement } from '../../db/statement';
import { mostSelective } from '../../rules/search/criteria';
import type { RowMeta, StoredType } from '../served-type';
import { FHIR_SCAN_MAX } from './bounds';
import type { Access, Condition, Value } from './condition';
import { FIRST } from './values';

/** Of the row behind which a page begins. `key` is what the index has before `seq`, 0 where that is nothing. */
export interface Place {
  key: Value;
  seq: number;
}

/** What a type says of its rows. */
export type Rows = Pick<StoredType, 'type' | 'table' | 'fields' | 'live' | 'scan' | 'seenBy'>;

type Values = Record<string, Value>;
/** Given to every statement. */
type Fixed = Record<'at' | 'until' | 'match' | 'few', Value> & Record<'seq' | 'scan' | 'limit', number>;
type P = Inputs<Fixed>;
type Placed<Row> = Row & Place;

/** How the rows are found, with the values that it needs. */
interface Way {
  name: string;
  key: SQLiteColumn | undefined;
  /** conditions of which each is read from an index by itself, in order */
  arms: (p: P) => (SQL | undefined)[];
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
function wayOf(conditions: readonly Condition[]): Way {
  const fews = withAccess(conditions, 'few');
  const few = fews.find(({ access }) => access.rows) ?? fews[0];
  if (few) {
    const { condition, access } = few;
    const where = (p: P) => [condition.where?.(p.few)];
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
  const end = (p: P) => (range ? sql`${key} < ${p.until}` : undefined);
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

/** Places of rows, in order, behind `at` and `seq`. */
function scanOf({ table, live }: Rows, { key, arms, isMatch, rows = live }: Way, p: P, limit: SQL): SQL {
  if (isMatch) {
    const { from, rowid, matches } = indexOf(table);
    // FTS5 seeks only where that is an integer, and D1 binds numbers as floating point.
    return sql`select 0 as key, ${rowid} as seq from ${from} where ${matches(p.match)}
      and ${rowid} > cast(${p.seq} as integer) order by ${rowid} limit ${limit}`;
  }
  // Two parts, those at the very key of the place and all later ones: docs/why/lists.md.
  const behind = key
    ? [sql`${key} = ${p.at} and ${table.seq} > ${p.seq}`, sql`${key} > ${p.at}`]
    : [sql`${table.seq} > ${p.seq}`];
  const order = key ? sql`key, seq` : sql`seq`;
  const ordered = (parts: SQL[], by = sql` union all `) => sql`${sql.join(parts, by)} order by ${order} limit ${limit}`;
  const [first, ...others] = arms(p).map((arm) =>
    ordered(
      behind.map(
        (after) =>
          sql`select ${key ?? sql`0`} as key, ${table.seq} as seq from ${table} where ${and(rows, arm, after)}`,
      ),
    ),
  );
  if (!first) throw new TypeError('Nothing says where rows are looked for');
  if (others.length === 0) return first;
  // D1 takes at most five parts, so each alternative is put in order by itself. A row may be of several.
  return ordered(
    [first, ...others].map((one) => sql`select key, seq from (${one})`),
    sql` union `,
  );
}

function statementsOf(stored: Rows, way: Way, residual: readonly Condition[]) {
  const { table, fields } = stored;
  const wheres = residual.flatMap(({ where }, n) => (where ? [where(sql.placeholder(`v${n}`))] : []));
  const from = (p: P) => sql`from (${scanOf(stored, way, p, asExpression(p.scan))}) found
    cross join ${table} on ${table.seq} = found.seq where ${and(sql`1`, ...wheres)}`;
  const order = way.key ? sql`found.key, found.seq` : sql`found.seq`;
  const placed = { ...fields, key: sql`found.key`.as('key'), seq: table.seq };
  const page = (given: Fields, p: P) =>
    sql`select ${selected(given)} ${from(p)} order by ${order} limit ${asExpression(p.limit)}`;
  return {
    rows: pageStatement<Fixed, Placed<RowMeta>>(table.seq, placed, page),
    reached: rawStatement<Fixed, Place>(
      (p) => sql`select key, seq from (${scanOf(stored, way, p, asExpression(p.scan))})
        limit 1 offset ${p.scan} - 1`,
    ),
    referredBy: (column: SQLiteColumn, other: StoredType) =>
      pageStatement<Fixed, RowMeta>(other.table.seq, other.fields, (given, p) => {
        const ids = sql`select ${column} ${from(p)} order by ${order} limit ${asExpression(p.limit)}`;
        return sql`select ${selected(given)} from ${other.table} where ${and(other.live, sql`${other.table.id} in (${ids})`)}
          order by ${other.table.seq} limit ${asExpression(p.limit)}`;
      }),
    referred: new Map<string, ReturnType<typeof pageStatement<Fixed, RowMeta>>>(),
  };
}

/** Nothing checks that `Row` is what the `fields` of the type select, as with any raw statement (src/db/README.md). */
const rowsOfType = <Row extends RowMeta>(rows: Query<Placed<RowMeta>[]>) => rows as Query<Placed<Row>[]>;

/** Statements that are kept: whoever asks may combine conditions at will. */
const MADE_MAX = 1_000;
const made = new Map<string, ReturnType<typeof statementsOf>>();

/**
 * @param limit rows of the page, and one more where there is a next one
 * @param scans how many statements look at the same rows: they share `FHIR_SCAN_MAX`
 */
export function searchOf<Row extends RowMeta = RowMeta>(
  stored: Rows,
  conditions: readonly Condition[],
  from: Place | undefined,
  limit: number,
  scans = 1,
) {
  const way = wayOf(conditions);
  const residual = conditions.filter((condition) => !way.served.includes(condition) && condition.where);
  const name = [stored.type, way.name, ...residual.map(({ shape }) => shape)].join('; ');
  const known = made.get(name);
  const statements = known ?? statementsOf(stored, way, residual);
  if (!known && made.size >= MADE_MAX) made.clear();
  made.set(name, statements);

  const isExact = residual.length === 0;
  const scan = isExact ? limit : Math.max(limit, Math.floor((stored.scan ?? FHIR_SCAN_MAX) / scans));
  const { key, seq } = from ?? way.start;
  const values = {
    ...{ few: '', match: '', until: 0 },
    ...way.values,
    ...Object.fromEntries(residual.map(({ value }, n) => [`v${n}`, value])),
    ...{ at: key, seq, limit, scan },
  };
  return {
    rows: rowsOfType<Row>(statements.rows(values)),
    reached: isExact ? undefined : statements.reached(values),
    /** the records of another type that rows of the page refer to */
    referred: (column: SQLiteColumn, other: StoredType): Query<RowMeta[]> => {
      const known = statements.referred.get(column.name) ?? statements.referredBy(column, other);
      statements.referred.set(column.name, known);
      return known(values);
    },
  };
}

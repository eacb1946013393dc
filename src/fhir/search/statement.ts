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
import { indexOf } from '../../db/search';
import { asExpression, rawStatement } from '../../db/statement';
import type { RowMeta, StoredType } from '../served-type';
import { FHIR_SCAN_MAX } from './bounds';
import type { Condition } from './condition';
import { type Fixed, type Place, type SearchInputs, type Way, wayOf } from './way';

/** What a type says of its rows. */
export type Rows = Pick<StoredType, 'type' | 'table' | 'fields' | 'live' | 'scan' | 'seenBy'>;

type Placed<Row> = Row & Place;

/** Places of rows, in order, behind `at` and `seq`. */
function scanOf({ table, live }: Rows, { key, arms, isMatch, rows = live }: Way, p: SearchInputs, limit: SQL): SQL {
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
  const from = (p: SearchInputs) => sql`from (${scanOf(stored, way, p, asExpression(p.scan))}) found
    cross join ${table} on ${table.seq} = found.seq where ${and(sql`1`, ...wheres)}`;
  const order = way.key ? sql`found.key, found.seq` : sql`found.seq`;
  const placed = { ...fields, key: sql`found.key`.as('key'), seq: table.seq };
  const page = (given: Fields, p: SearchInputs) =>
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

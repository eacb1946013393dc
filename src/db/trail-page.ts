import { and, desc, eq, getTableColumns, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Query, theRow } from './query';
import type { access, audit } from './schema';
import { bound, db, type Inputs, rawStatement } from './statement';

/** Rows that one page looks at where no index serves all of its filters. */
const LOOK_MAX = 1_100;

type TrailTable = typeof audit | typeof access;

/** What is asked for; a filter that is undefined is none. */
export interface TrailQuery {
  limit: number;
  /** only rows before this key */
  cursor?: string | number | undefined;
  /** only rows from this key on */
  floor?: string | number | undefined;
  filters: Readonly<Record<string, string | undefined>>;
  /** epoch milliseconds, from the first up to, and without, the second */
  from?: number | undefined;
  to?: number | undefined;
}

export interface TrailPage<Row> {
  rows: Row[];
  /** cursor of the next page, null on the last; a page may have few rows, or none, and still not be the last */
  next: string | number | null;
}

interface Bounds {
  cursor: string | number;
  floor: string | number;
  from: number | null;
  to: number | null;
}

type Values = Bounds & Record<'look' | 'limit', number>;
/** How many rows were looked at, and the key of the oldest: in every row, and in one without a key where none was found. */
type Looked = { looked: number; reached: string | number };

interface Options {
  /** its order, newest last */
  key: 'seq' | 'id';
  /** behind every key */
  end: string | number;
  /** filters that an index in the order of the key serves, the narrowest first */
  indexed: readonly string[];
  /** filters that the rows looked at are checked by */
  filters: readonly string[];
  /** the condition on the key, with one lower and one upper bound, of rows before the cursor, from the floor on and of the time asked for */
  range: (p: Inputs<Bounds>) => SQL;
  /** whether the range holds exactly the rows from `from` to `to` */
  exact: boolean;
}

/**
 * Pages of a trail, newest first. A page is found by the index of its narrowest filter, or by the key. Other filters
 * cannot make it read more than `LOOK_MAX` rows: then it ends where it has looked, and the next one goes on there.
 */
export function trailPages<T extends TrailTable>(table: T, options: Options) {
  type Row = T['$inferSelect'];
  const columns = getTableColumns(table) as Record<string, SQLiteColumn>;
  const key = columns[options.key] as SQLiteColumn;
  const names = [...options.indexed, ...options.filters];

  const pageBy = (index: string | undefined) =>
    rawStatement<Values & Record<string, unknown>, Row & Looked>((inputs) => {
      const p = inputs as Inputs<Values>;
      const value = (name: string) => sql.placeholder(name);
      const looked = db
        .select()
        .from(table as SQLiteTable)
        .where(
          and(options.range(p), index === undefined ? undefined : eq(columns[index] as SQLiteColumn, value(index))),
        )
        .orderBy(desc(key))
        .limit(bound(p.look));
      const checks = names
        .filter((name) => name !== index)
        .map((name) => or(isNull(value(name)), eq(sql.identifier(name), value(name))));
      const times = [or(isNull(p.from), gte(sql`at`, p.from)), or(isNull(p.to), lt(sql`at`, p.to))];
      const name = sql.identifier(options.key);
      return sql`with looked as materialized ${looked}
        select e.n as looked, e.reached, f.* from (select count(*) as n, min(${name}) as reached from looked) e
        left join (select * from looked where ${and(...checks, ...times) ?? sql`1`} order by ${name} desc
          limit ${bound(p.limit)}) f on 1`;
    }, columns);
  const keyOf = (row: object) => (row as Record<Options['key'], string | number>)[options.key];
  /** The left join answers one row of nulls where it finds nothing; every other one has all columns. */
  const isFound = (row: object): row is Row => keyOf(row) !== null;
  const byKey = pageBy(undefined);
  const byIndex = Object.fromEntries(options.indexed.map((name) => [name, pageBy(name)]));

  return (query: TrailQuery): Query<TrailPage<Row>> => {
    const { limit, cursor = options.end, floor = 0, filters, from = null, to = null } = query;
    const given = names.filter((name) => filters[name] !== undefined);
    const index = options.indexed.find((name) => given.includes(name));
    const exact = given.every((name) => name === index) && (options.exact || (from === null && to === null));
    const look = exact ? limit + 1 : LOOK_MAX;
    const values = Object.fromEntries(names.map((name) => [name, filters[name] ?? null]));
    const { statements, read } = (byIndex[index ?? ''] ?? byKey)({
      ...{ ...values, cursor, floor, from, to },
      ...{ look, limit: limit + 1 },
    });
    return {
      statements,
      read: (results) => {
        const found = read(results);
        const { looked, reached } = theRow(found);
        const rows = found.map(({ looked: _, reached: __, ...row }): object => row).filter(isFound);
        rows.sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));
        const shown = rows.slice(0, limit);
        const last = shown.at(-1);
        if (last && rows.length > limit) return { rows: shown, next: keyOf(last) };
        return { rows: shown, next: exact || looked < look ? null : reached };
      },
    };
  };
}

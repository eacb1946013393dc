import {
  Column,
  type ColumnsSelection,
  fillPlaceholders,
  is,
  Param,
  Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { BaseSQLiteDatabase, SQLiteAsyncDialect, type SQLiteColumn, SQLiteSession } from 'drizzle-orm/sqlite-core';
import { decoderOf } from './fields';
import { type Query, type RawRow, rowsAs, valuesOf } from './query';

/** Names in backticks: SQLite takes a double-quoted name for a text where the column is missing. */
class Dialect extends SQLiteAsyncDialect {
  override escapeName = (name: string) => `\`${name}\``;
  override escapeParam = (index: number) => `?${index + 1}`;
}

const dialect = new Dialect();

/** Drizzle's constructor asks for a session. Statements are compiled here and run by `Database` alone, so that it runs none. */
class NoSession extends SQLiteSession<'async', D1Result, Record<string, never>, Record<string, never>> {
  override prepareQuery(): never {
    throw new TypeError('Statements are run by src/db/client.ts');
  }
  override transaction(): never {
    throw new TypeError('D1 has no transactions: src/db/client.ts sends a batch');
  }
}

export const db = new BaseSQLiteDatabase<'async', D1Result>('async', dialect, new NoSession(dialect), undefined);

/** `p.id` stands for the `id` that each call gives. */
export type Inputs<T> = { readonly [K in keyof T & string]: Placeholder<K> };

interface Builder extends SQLWrapper {
  readonly _: { readonly result: unknown };
}
type RowOf<B extends Builder> = B['_']['result'] extends readonly (infer Row)[] ? Row : never;

/** Drizzle does not tell which columns a write returns, so JSON and booleans in these need `rawStatement` and its `fields`. */
type Readable<B extends Builder> = B['_'] extends { readonly returning: infer Row }
  ? Row extends Record<string, string | number | null> | undefined
    ? B
    : never
  : B;

interface Compiled {
  sql: string;
  params: unknown[];
  decode: ((row: RawRow) => void) | undefined;
  isRead: boolean;
}

const isRead = (sql: string) =>
  /^\s*(select|with)\b/i.test(sql) && !/\b(insert|update|delete|replace into)\b/i.test(sql);

interface Compilable extends SQLWrapper {
  /** only `select` has it, and Drizzle's types leave it out: test/db/drizzle.test.ts holds it */
  getSelectedFields?(): ColumnsSelection;
}

/** Drizzle's JSON columns would write null as the text `null`, which is not NULL to SQL. */
function nullAsNull(param: unknown): unknown {
  if (!is(param, Param) || !is(param.value, Placeholder)) return param;
  const { encoder } = param;
  return new Param(param.value, {
    mapToDriverValue: (value) => (value === null ? null : encoder.mapToDriverValue(value)),
  });
}

/** An input, or a constant, that stands in many places is one parameter, of which D1 takes 100. */
function eachOnce(sql: string, params: readonly unknown[]): { sql: string; params: unknown[] } {
  const keys = params.map((param) => {
    if (is(param, Placeholder)) return `placeholder ${param.name}`;
    return typeof param === 'number' || typeof param === 'string' ? `${typeof param} ${param}` : { param };
  });
  const distinct = [...new Set(keys)];
  return {
    sql: sql.replace(/\?(\d+)/g, (_, n) => `?${distinct.indexOf(keys[n - 1] ?? '') + 1}`),
    params: distinct.map((key) => params[keys.indexOf(key)]),
  };
}

function compile(built: Compilable, fields: ColumnsSelection): Compiled {
  const query = dialect.sqlToQuery(built.getSQL());
  const { sql, params } = eachOnce(query.sql, query.params);
  const decode = decoderOf({ ...built.getSelectedFields?.(), ...fields });
  return { sql, params: params.map(nullAsNull), decode, isRead: isRead(sql) };
}

const compilers: (() => Compiled)[] = [];

/** For tests of query plans: the SQL of every statement of the service. */
export const statements: Iterable<string> = {
  *[Symbol.iterator]() {
    for (const compiled of compilers) yield compiled().sql;
  },
};

/** Under every name there is one, so they serve any statement. */
const placeholdersOf = <In>() => new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) }) as Inputs<In>;

/** Whoever writes it says what its rows are. @param fields what raw SQL, or a write, returns: to decode it */
export function rawStatement<In, Row>(
  make: (inputs: Inputs<In>) => SQLWrapper,
  fields: ColumnsSelection = {},
): (values: In) => Query<Row[]> {
  let known: Compiled | undefined;
  const compiled = () => {
    known ??= compile(make(placeholdersOf<In>()), fields);
    return known;
  };
  compilers.push(compiled);
  return (values) => {
    const { sql, params, decode, isRead } = compiled();
    const query: Query<Row[]> = {
      statements: [{ sql, values: fillPlaceholders(params, valuesOf(values)), isRead }],
      read: ([rows = []]) => {
        if (decode) for (const row of rows) decode(row);
        return rowsAs<Row>(rows);
      },
      replay: isRead ? () => query : undefined,
    };
    return query;
  };
}

/** For LIMIT and OFFSET (README.md, bounds of D1). Drizzle's `limit()` takes SQL, but its type says a placeholder. */
export const asExpression = (value: SQLWrapper) => sql`${value} + 0` as SQL & Placeholder;

/** Built once, at its first use (README.md); each call only gives its values. */
export const statement = <In, B extends Builder>(make: (inputs: Inputs<In>) => B & Readable<B>) =>
  rawStatement<In, RowOf<B>>(make);

const isStoredAsGiven = ({ mapToDriverValue }: SQLiteColumn) => mapToDriverValue === Column.prototype.mapToDriverValue;

/** A given value in the form that its column stores. One that is SQL, as of JSON (audited-update.ts), has it already. */
export const asStored = (given: SQLWrapper, column: SQLiteColumn): SQL =>
  is(given, Placeholder) && !isStoredAsGiven(column) ? sql`${sql.param(given, column)}` : sql`${given}`;

/** A condition in a batch: the write before this statement has changed a row. No other write may come between the two; reads may. */
export const previousChanged = sql`changes() > 0`;

/** Of the statement right before it in a batch. */
export const changedRows = rawStatement<unknown, { n: number }>(() => sql`select changes() as n`);

import { type ColumnsSelection, fillPlaceholders, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { BaseSQLiteDatabase, SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { decoderOf } from './fields';
import type { Query, RawRow } from './query';

/** Names in backticks: in double quotes a column that the database still lacks would be read as its own name. */
class Dialect extends SQLiteAsyncDialect {
  override escapeName = (name: string) => `\`${name}\``;
}

const dialect = new Dialect();

/** Never used: nothing is run by Drizzle, whose constructor asks for a session all the same. */
const NO_SESSION = undefined as never;

/** Drizzle's query builder, without a connection. */
export const db = new BaseSQLiteDatabase<'async', D1Result>('async', dialect, NO_SESSION, undefined);

/** `p.id` stands for the `id` that each call gives. */
export type Inputs<T> = { readonly [K in keyof T & string]: Placeholder<K> };

interface Builder extends SQLWrapper {
  readonly _: { readonly result: unknown };
}
type RowOf<B extends Builder> = B['_']['result'] extends readonly (infer Row)[] ? Row : never;

/**
 * A builder whose rows can be read. Drizzle tells nobody which columns a write returns, so those of `statement` are returned as
 * D1 gives them: JSON and booleans take `rawStatement` and its `fields`.
 */
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
  /** of Drizzle's `select` alone, whose types leave it out: test/db/drizzle.test.ts holds it */
  getSelectedFields?(): ColumnsSelection;
}

function compile(built: Compilable, fields: ColumnsSelection): Compiled {
  const { sql, params } = dialect.sqlToQuery(built.getSQL());
  const decode = decoderOf({ ...built.getSelectedFields?.(), ...fields });
  return { sql, params, decode, isRead: isRead(sql) };
}

const compilers: (() => Compiled)[] = [];

/** The SQL of every statement of the service, so that tests can look at each one's query plan. */
export const statements: Iterable<string> = {
  *[Symbol.iterator]() {
    for (const compiled of compilers) yield compiled().sql;
  },
};

/**
 * `statement` where Drizzle cannot infer the row: raw SQL, and builders over a table that is a type parameter. Nothing
 * checks the type that is given for the row: the author answers for it.
 * @param fields the columns that raw SQL, or a write, returns, to decode them
 */
export function rawStatement<In, Row>(
  make: (inputs: Inputs<In>) => SQLWrapper,
  fields: ColumnsSelection = {},
): (values: In) => Query<Row[]> {
  // A placeholder under every name serves any statement.
  const placeholders = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) }) as Inputs<In>;
  let known: Compiled | undefined;
  const compiled = () => {
    known ??= compile(make(placeholders), fields);
    return known;
  };
  compilers.push(compiled);
  return (values) => {
    const { sql, params, decode, isRead } = compiled();
    const query: Query<Row[]> = {
      statements: [{ sql, values: fillPlaceholders(params, values as RawRow), isRead }],
      read: ([rows = []]) => {
        if (decode) for (const row of rows) decode(row);
        return rows as Row[];
      },
      replay: isRead ? () => query : undefined,
    };
    return query;
  };
}

/** A bound LIMIT or OFFSET that SQLite does not plan by. Drizzle's `limit()` takes one, but its type says a placeholder. */
export const asExpression = (value: SQLWrapper) => sql`${value} + 0` as SQL & Placeholder;

/** A query that Drizzle's builder makes once, at its first use; each call only gives its values. */
export const statement = <In, B extends Builder>(make: (inputs: Inputs<In>) => B & Readable<B>) =>
  rawStatement<In, RowOf<B>>(make);

/** How many rows the statement before it in a batch has changed. */
export const changedRows = rawStatement<unknown, { n: number }>(() => sql`select changes() as n`);

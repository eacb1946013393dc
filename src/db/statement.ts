import {
  Column,
  type ColumnsSelection,
  type DriverValueDecoder,
  fillPlaceholders,
  is,
  noopDecoder,
  type Placeholder,
  SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { BaseSQLiteDatabase, SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import type { Query, RawRow } from './query';

/**
 * Names in backticks. In double quotes, as Drizzle writes them, SQLite takes a name that it does not know for a text: a column
 * that the database still lacks would be read as its own name.
 */
class Dialect extends SQLiteAsyncDialect {
  override escapeName = (name: string) => `\`${name}\``;
}

const dialect = new Dialect();

/** Never used: nothing is run by Drizzle, whose constructor asks for a session all the same. */
const NO_SESSION = undefined as never;

/** Drizzle's query builder. It has no connection: `statement` compiles what it builds, `Database` runs it. */
export const db = new BaseSQLiteDatabase<'async', D1Result>('async', dialect, NO_SESSION, undefined);

/** Placeholders of a statement: `p.id` stands for the `id` that each call gives. */
export type Inputs<T> = { readonly [K in keyof T & string]: Placeholder<K> };

/** What Drizzle's `select`, `insert`, `update` and `delete` have in common. */
interface Builder extends SQLWrapper {
  readonly _: { readonly result: unknown };
  getSelectedFields?(): ColumnsSelection;
}
type RowOf<B extends Builder> = B['_']['result'] extends readonly (infer Row)[] ? Row : never;

interface Compiled {
  sql: string;
  params: unknown[];
  decode: ((row: RawRow) => void) | undefined;
  isRead: boolean;
}

const isRead = (sql: string) =>
  /^\s*(select|with)\b/i.test(sql) && !/\b(insert|update|delete|replace into)\b/i.test(sql);

type Decode = DriverValueDecoder<unknown, unknown>['mapFromDriverValue'];

/**
 * How a selected field is read. D1 gives rows by name, so a field's name must be its column's or its alias.
 * @throws TypeError where it is another, or where the field is an object of fields
 */
function decodeOf(name: string, field: unknown): Decode | undefined {
  if (is(field, Column) && field.name === name) {
    const { mapFromDriverValue } = field;
    return mapFromDriverValue === Column.prototype.mapFromDriverValue ? undefined : mapFromDriverValue.bind(field);
  }
  if (is(field, SQL.Aliased) && field.fieldAlias === name) {
    const { decoder } = field.sql as SQL & { decoder: DriverValueDecoder<unknown, unknown> };
    return decoder === noopDecoder ? undefined : decoder.mapFromDriverValue;
  }
  throw new TypeError(`The field ${name} is neither a column of that name nor SQL with that alias`);
}

/** Turns a row, in place, into what its columns' modes (`json`, `boolean`) and `mapWith` say. */
function decoderOf(fields: ColumnsSelection): Compiled['decode'] {
  const decoders = Object.entries(fields).flatMap(([name, field]) => {
    const decode = decodeOf(name, field);
    return decode ? [{ name, decode }] : [];
  });
  if (decoders.length === 0) return undefined;
  return (row) => {
    for (const { name, decode } of decoders) if (row[name] !== null) row[name] = decode(row[name]);
  };
}

interface Compilable extends SQLWrapper {
  getSelectedFields?(): ColumnsSelection;
  /** internal to Drizzle's `insert`, `update` and `delete` */
  config?: { returning?: { path: string[]; field: unknown }[] };
}

function compile(built: Compilable, fields: ColumnsSelection): Compiled {
  const { sql, params } = dialect.sqlToQuery(built.getSQL());
  const returned = built.config?.returning?.map(({ path, field }) => [path.join('.'), field]) ?? [];
  const selected = built.getSelectedFields?.() ?? Object.fromEntries(returned);
  return { sql, params, decode: decoderOf({ ...selected, ...fields }), isRead: isRead(sql) };
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
 * @param fields the columns that raw SQL returns, to decode them
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

/**
 * A bound LIMIT or OFFSET. SQLite looks at the value of one that stands alone and plans the statement again whenever it is
 * bound, which takes longer than to run it; it does not look into an expression. (Drizzle's `limit()` takes one, but its
 * type says a placeholder.)
 */
export const asExpression = (value: SQLWrapper) => sql`${value} + 0` as SQL & Placeholder;

/**
 * A query that Drizzle's builder makes once, at its first use; each call only gives its values. Building costs 57 µs for a
 * read and about 140 µs for a write (docs/decisions/database.md).
 */
export const statement = <In, B extends Builder>(make: (inputs: Inputs<In>) => B) => rawStatement<In, RowOf<B>>(make);

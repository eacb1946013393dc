import {
  Column,
  type ColumnsSelection,
  fillPlaceholders,
  type GetColumnData,
  getTableColumns,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { BaseSQLiteDatabase, SQLiteAsyncDialect, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { once } from '../once';

/** A statement with its values: what `Database.batch` runs. */
export interface Query<Row> {
  readonly sql: string;
  readonly values: unknown[];
  /** makes of a row, in place, what its columns' modes say (JSON) */
  readonly decode?: ((row: Record<string, unknown>) => void) | undefined;
  readonly __row?: Row;
}

const dialect = new SQLiteAsyncDialect();

/** Drizzle's query builder. It has no connection: `statement` compiles what it builds, `Database.batch` runs it. */
export const db = new BaseSQLiteDatabase<'async', D1Result>('async', dialect, undefined as never, undefined);

/** Named inputs of a statement: `inputs.id` stands where the value of `id` will be bound. */
export type Inputs<T> = { readonly [K in keyof T & string]: Placeholder<K> };

const inputs = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) });

/** What Drizzle's builders have in common. */
interface Built extends SQLWrapper {
  readonly _: { readonly result: unknown };
  getSelectedFields?(): ColumnsSelection;
}
type RowOf<Q extends Built> = Q['_']['result'] extends readonly (infer Row)[] ? Row : never;

const compilers: (() => { sql: string })[] = [];

/** The SQL of every statement of the service, so that a test can look at each one's query plan. */
export const statements: Iterable<string> = {
  *[Symbol.iterator]() {
    for (const compile of compilers) yield compile().sql;
  },
};

function decoderOf(fields: ColumnsSelection | undefined): Query<unknown>['decode'] {
  const columns = Object.entries(fields ?? {}).filter(
    (entry): entry is [string, Column] =>
      entry[1] instanceof Column && entry[1].mapFromDriverValue !== Column.prototype.mapFromDriverValue,
  );
  if (columns.length === 0) return undefined;
  return (row) => {
    for (const [name, column] of columns) if (row[name] != null) row[name] = column.mapFromDriverValue(row[name]);
  };
}

/**
 * A query that is compiled once, at its first use, and only bound per request: building it takes Drizzle 50 to 150 µs.
 * @param fields the columns behind a selection of raw SQL (`indexedBy`)
 */
export function statement<In, Row>(make: (inputs: Inputs<In>) => SQL<unknown>): (values: In) => Query<Row>;
export function statement<In, Q extends Built>(
  make: (inputs: Inputs<In>) => Q,
  fields?: ColumnsSelection,
): (values: In) => Query<RowOf<Q>>;
export function statement(make: (inputs: never) => Built | SQL, fields?: ColumnsSelection) {
  const compile = once(() => {
    const built = make(inputs as never);
    const selected = fields ?? ('getSelectedFields' in built ? built.getSelectedFields?.() : undefined);
    return { ...dialect.sqlToQuery(built.getSQL()), decode: decoderOf(selected) };
  });
  compilers.push(compile);
  return (values: Record<string, unknown>): Query<never> => {
    const { sql, params, decode } = compile();
    return { sql, values: fillPlaceholders(params, values), decode };
  };
}

/** Drizzle has no word for SQLite's INDEXED BY. */
export const indexedBy = (table: SQLiteTable, index: string | undefined): SQL =>
  index ? sql`${table} indexed by ${sql.identifier(index)}` : sql`${table} not indexed`;

/** Columns as raw SQL: Drizzle takes a table's own columns from that table only, not from what names it with a hint. */
export const asSql = <F extends Record<string, SQLiteColumn>>(columns: F) =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, sql`${column}`])) as {
    [K in keyof F]: SQL<GetColumnData<F[K]>>;
  };

export type Insertable<T extends SQLiteTable> = Omit<T['$inferSelect'], 'seq' | 'reg_number'>;

/** The columns that an insert gives. Named, as Drizzle's own `insert` says null for `seq`, for which SQLite reads a row. */
export const given = (table: SQLiteTable): SQLiteColumn[] =>
  Object.values(getTableColumns(table)).filter((column) => column.name !== 'seq' && !column.generated);

/** `INSERT … SELECT`, which Drizzle cannot write for a table with a generated column. */
export const insertSelect = (table: SQLiteTable, select: SQL, returning: readonly string[] = []): SQL => {
  const names = (columns: readonly string[]) =>
    sql.join(
      columns.map((name) => sql.identifier(name)),
      sql`, `,
    );
  const end = returning.length ? sql` returning ${names(returning)}` : sql``;
  return sql`insert into ${table} (${names(given(table).map(({ name }) => name))}) ${select}${end}`;
};

/** A row that may not come about (`where`) inserts nothing and burns no number. */
export function insertionIf<T extends SQLiteTable, R extends keyof T['$inferSelect'] & string = never, Extra = unknown>(
  table: T,
  where: (inputs: Inputs<Insertable<T> & Extra>) => SQL,
  ...returning: R[]
): (values: Insertable<T> & Extra) => Query<Pick<T['$inferSelect'], R>> {
  return statement<Insertable<T> & Extra, Pick<T['$inferSelect'], R>>((p) => {
    const values = given(table).map((column) => sql`${sql.param(sql.placeholder(column.name), column)}`);
    return insertSelect(table, sql`select ${sql.join(values, sql`, `)} where ${where(p)}`, returning);
  });
}

/** One row with every column given by name. */
export const insertion = <T extends SQLiteTable, R extends keyof T['$inferSelect'] & string = never>(
  table: T,
  ...returning: R[]
): ((row: Insertable<T>) => Query<Pick<T['$inferSelect'], R>>) => insertionIf(table, () => sql`1`, ...returning);

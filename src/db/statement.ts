import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { CasingCache } from 'drizzle-orm/casing';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { once } from '../once';

/** A statement with its values: what `Database.batch` runs. */
export interface Query<Row> {
  readonly sql: string;
  readonly values: unknown[];
  readonly __row?: Row;
}

/** Stands in a statement where the value of that name will be bound. */
class Input<K extends string = string> {
  constructor(readonly name: K) {}
}

/** Named inputs of a statement: `inputs.id` stands where the value of `id` will be bound. */
export type Inputs<T> = { [K in keyof T & string]: Input<K> };

/** How SQLite writes names and values; Drizzle's own dialect says the same and brings its query builders along. */
const SQLITE = {
  casing: new CasingCache(),
  escapeName: (name: string) => `"${name.replaceAll('"', '""')}"`,
  escapeParam: () => '?',
  escapeString: (value: string) => `'${value.replaceAll("'", "''")}'`,
};

const compilers: (() => { sql: string })[] = [];

/** The SQL of every statement of the service, so that a test can look at each one's query plan. */
export const statements: Iterable<string> = {
  *[Symbol.iterator]() {
    for (const compile of compilers) yield compile().sql;
  },
};

/** One input by a name that is only known at run time. */
export const inputNamed = <K extends string>(name: K): Input<K> => new Input(name);

const inputs = new Proxy({}, { get: (_, name) => inputNamed(String(name)) });

/**
 * SQL made once from Drizzle's tables and only bound per request. It is made at first use: all statements together
 * would take a third of the Worker's start.
 * Rows come back as D1 gives them, so columns keep their names: in joins, alias what would collide.
 */
export function statement<In, Row>(make: (inputs: Inputs<In>) => SQL<unknown>): (values: In) => Query<Row> {
  const compile = once(() => make(inputs as Inputs<In>).toQuery(SQLITE));
  compilers.push(compile);
  return (values) => {
    const { sql, params } = compile();
    return {
      sql,
      values: params.map((param) => {
        if (!(param instanceof Input)) return param;
        const value = values[param.name as keyof In];
        if (value === undefined) throw new TypeError(`No value for ${param.name}`);
        return typeof value === 'boolean' ? Number(value) : value;
      }),
    };
  };
}

type Insertable<T extends SQLiteTable> = Omit<T['$inferSelect'], 'seq' | 'reg_number'>;

const insertable = (table: SQLiteTable): SQLiteColumn[] =>
  Object.values(getTableColumns(table)).filter((column) => column.name !== 'seq' && !column.generated);

const list = (parts: SQL[]) => sql.join(parts, sql`, `);
const named = (column: SQLiteColumn) => sql`${sql.identifier(column.name)}`;

/**
 * `INSERT … SELECT … WHERE`: one row with every column given by name, if `where` holds. It returns `returning`.
 * A row that may not come about inserts nothing and burns no number.
 */
export function insertion<T extends SQLiteTable, R extends keyof T['$inferSelect'] & string = never, Extra = unknown>(
  table: T,
  options: { where?: (inputs: Inputs<Insertable<T> & Extra>) => SQL | undefined; returning?: readonly R[] } = {},
): (values: Insertable<T> & Extra) => Query<Pick<T['$inferSelect'], R>> {
  return statement<Insertable<T> & Extra, Pick<T['$inferSelect'], R>>((p) => {
    const columns = insertable(table);
    const values = columns.map((column) => sql`${(p as Inputs<Record<string, unknown>>)[column.name]}`);
    const where = options.where?.(p) ?? sql`1`;
    const returning = options.returning?.length
      ? sql` RETURNING ${list(options.returning.map((name) => sql`${sql.identifier(name)}`))}`
      : sql``;
    return sql<
      Pick<T['$inferSelect'], R>
    >`INSERT INTO ${table} (${list(columns.map(named))}) SELECT ${list(values)} WHERE ${where}${returning}`;
  });
}

/** `SET` of an update: each named column gets the input of its name. */
export function assignments<T extends SQLiteTable, K extends keyof T['$inferSelect'] & string>(
  columns: readonly K[],
  p: Inputs<Pick<T['$inferSelect'], K>>,
): SQL {
  return list(columns.map((name) => sql`${sql.identifier(name)} = ${(p as Inputs<Record<string, unknown>>)[name]}`));
}

import { and, eq, exists, getTableColumns, not, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { columnOf } from './entity';
import { batchOf, type Query } from './query';
import { asStored, db, type Inputs, rawStatement } from './statement';
import { asTable } from './table';

export type NewRow<T extends SQLiteTable> = Omit<
  T['$inferSelect'],
  'seq' | 'reg_number' | 'receipt_number' | 'busy_from' | 'busy_until'
>;

export const givenColumns = (table: SQLiteTable): SQLiteColumn[] =>
  Object.values(getTableColumns(table)).filter((column) => column.name !== 'seq' && !column.generated);

const names = (columns: readonly string[]): SQL =>
  sql.join(
    columns.map((name) => sql.identifier(name)),
    sql`, `,
  );

/**
 * Raw: Drizzle's `insert().select()` counts generated columns, and its `values()` sets `seq` to null, which costs a row read.
 * @param select fields in the order of the table's columns
 */
export const insertFrom = (table: SQLiteTable, select: SQL, returning: readonly string[] = []): SQL => {
  const end = returning.length ? sql` returning ${names(returning)}` : undefined;
  return sql`insert into ${table} (${names(givenColumns(table).map(({ name }) => name))}) ${select}${end}`;
};

/** `computed` of an insert or an update: by the names of columns, each of which its own type lists. */
export const expressionsOf = <P>(computed: object) => computed as Readonly<Record<string, (inputs: P) => SQL>>;

/** One of the inputs by its name, which the caller has from the table's own type. */
export const inputOf = <In>(inputs: Inputs<In>, name: string) => inputs[name as keyof Inputs<In>];

export interface InsertOptions<T extends SQLiteTable, R, Extra> {
  where?: (inputs: Inputs<NewRow<T> & Extra>) => SQL | undefined;
  /** columns whose value is SQL over the given ones, even where a value is given for them */
  computed?: { [C in keyof NewRow<T>]?: (inputs: Inputs<NewRow<T> & Extra>) => SQL };
  returning?: readonly R[];
}

/**
 * A row that `where` refuses takes no registration number; one that `OR IGNORE` refuses would. A replay finds the row by its
 * `id`, which must be new for each insert.
 */
export function insertion<T extends SQLiteTable, R extends keyof T['$inferSelect'] & string = never, Extra = unknown>(
  table: T,
  { where, computed = {}, returning = [] }: InsertOptions<T, R, Extra> = {},
): (row: NewRow<T> & Extra) => Query<Pick<T['$inferSelect'], R>[]> {
  type Row = Pick<T['$inferSelect'], R>;
  const columns: Record<string, SQLiteColumn> = getTableColumns(table);
  const returned = Object.fromEntries(returning.map((name) => [name, columnOf(table, name)]));
  const insert = (unless?: () => SQL) =>
    rawStatement<NewRow<T> & Extra, Row>((p) => {
      const made = expressionsOf<typeof p>(computed);
      const values = givenColumns(table).map(
        (column) => made[column.name]?.(p) ?? asStored(sql.placeholder(column.name), column),
      );
      const condition = and(where?.(p), unless && not(unless())) ?? sql`1`;
      return insertFrom(table, sql`select ${sql.join(values, sql`, `)} where ${condition}`, returning);
    }, returned);
  const first = insert();
  const { id } = columns;
  if (!id) return first;

  const withItsId = () =>
    db
      .select({ id, ...returned })
      .from(asTable(table))
      .where(eq(id, sql.placeholder('id')));
  const again = insert(() => exists(withItsId()));
  const inserted = rawStatement<NewRow<T> & Extra, Row>(withItsId);
  const replay = (row: NewRow<T> & Extra): Query<Row[]> => {
    const { statements, read } = batchOf({ again: again(row), inserted: inserted(row) });
    return { statements, read: (rows) => read(rows).inserted };
  };
  return (row) => ({ ...first(row), replay: () => replay(row) });
}

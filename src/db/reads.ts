import { and, eq, getTableColumns, isNull, type SQL } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type * as z from 'zod';
import { db, type Inputs, type Query, statement } from './statement';

/** A record and the version (ETag) that it is. */
export interface Versioned<T> {
  version: number;
  record: T;
}

export type ReadKey = 'id' | 'reg_number';

/** The columns that an object schema has fields for, and further ones: what is answered is what is read. */
export const selection = <T extends SQLiteTable, S extends z.ZodObject, K extends keyof T['_']['columns'] = never>(
  table: T,
  schema: S,
  ...further: K[]
) => {
  const columns = getTableColumns(table);
  return Object.fromEntries(
    [...Object.keys(schema.shape), ...further].map((name) => [name, columns[name as string]]),
  ) as Pick<T['_']['columns'], (keyof S['shape'] & keyof T['_']['columns']) | K>;
};

/** The fields of an object schema. */
export const keysOf = <S extends z.ZodObject>(schema: S) => Object.keys(schema.shape) as (keyof S['shape'] & string)[];

type Readable = SQLiteTable & { id: SQLiteColumn; version: SQLiteColumn; deleted_at: SQLiteColumn };

/** Reads the fields and the version of one row that is not deleted. */
export const rowBy = <T extends Readable, F extends Record<string, SQLiteColumn | SQL.Aliased>>(
  table: T,
  key: SQLiteColumn,
  fields: F,
) =>
  statement((p: Inputs<{ value: string }>) =>
    db
      .select({ ...fields, version: table.version })
      .from(table as SQLiteTable)
      .where(and(eq(key, p.value), isNull(table.deleted_at))),
  ) as (values: { value: string }) => Query<SelectResultFields<F> & { version: number }>;

/** The row, its JSON columns parsed in place where it has them. */
export function parsed<Row extends object, K extends string>(
  row: Row,
  columns: readonly K[],
): Omit<Row, K> & Record<K, never> {
  const record = row as Record<string, unknown>;
  for (const column of columns) {
    if (column in record) record[column] = JSON.parse(String(record[column]));
  }
  return record as Omit<Row, K> & Record<K, never>;
}

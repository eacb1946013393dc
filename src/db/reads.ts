import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { z } from 'zod/mini';
import { type Query, statement } from './statement';

/** A record and the version (ETag) that it is. */
export interface Versioned<T> {
  version: number;
  record: T;
}

export type ReadKey = 'id' | 'reg_number';

type Names<T extends SQLiteTable> = readonly (keyof T['$inferSelect'] & string)[];

/** Names of columns, told when SQL is made of them. */
export type Columns<K extends string> = () => readonly K[];

/** The fields of an object schema, where it is written once which columns are read or replaced, and further ones. */
export const keysOf =
  <S extends z.ZodMiniObject, K extends string = never>(
    schema: S,
    ...further: K[]
  ): Columns<(keyof S['shape'] & string) | K> =>
  () => [...(Object.keys(schema.shape) as (keyof S['shape'] & string)[]), ...further];

export const columnList = <T extends SQLiteTable>(table: T, names: Names<T>): SQL =>
  sql.join(
    names.map((name) => sql`${(table as unknown as Record<string, SQLiteColumn>)[name]}`),
    sql`, `,
  );

type Readable = SQLiteTable & { id: SQLiteColumn; version: SQLiteColumn; deleted_at: SQLiteColumn };

/** Reads the named columns (and `extra`: `, … AS name`) and the version of one row that is not deleted. */
export const rowBy = <T extends Readable, K extends keyof T['$inferSelect'] & string, Extra = unknown>(
  table: T,
  key: ReadKey,
  names: Columns<K>,
  extra: SQL<Extra> = sql``,
): ((values: { value: string }) => Query<Pick<T['$inferSelect'], K> & { version: number } & Extra>) =>
  statement(
    (p) => sql`SELECT ${columnList(table, names())}${extra}, ${table.version} FROM ${table}
      WHERE ${(table as unknown as Record<string, SQLiteColumn>)[key]} = ${p.value} AND ${table.deleted_at} IS NULL`,
  );

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

import { and, eq, exists, getTableColumns, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type * as z from 'zod';
import type { ServiceContext } from '../context';
import { namesOf } from '../rules/fields-of';
import { allOf, anyOf } from './conditions';
import { db } from './statement';
import { asTable } from './table';

export type EntityTable = SQLiteTable & Record<'seq' | 'id' | 'version' | 'deleted_at', SQLiteColumn>;

/** Clients know the version as the ETag. */
export interface Versioned<T> {
  version: number;
  record: T;
}

/** A UUID: of the type `string`, as ids are compared with those of the database. */
export const newId = (): string => crypto.randomUUID();

export const newEntity = (ctx: ServiceContext) => ({
  id: newId(),
  version: 1,
  created_at: ctx.now,
  created_by: ctx.actor?.id ?? null,
  updated_at: ctx.now,
  updated_by: ctx.actor?.id ?? null,
  deleted_at: null,
});

export const isLive = (table: Pick<EntityTable, 'id' | 'deleted_at'>, id: SQLWrapper): SQL =>
  allOf(eq(table.id, id), isNull(table.deleted_at));

export const existsLive = (table: EntityTable, id: SQLWrapper, ...conditions: (SQL | undefined)[]): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(asTable(table))
      .where(and(isLive(table, id), ...conditions)),
  );

/** A null version matches any row. */
export const isVersion = (table: Pick<EntityTable, 'version'>, version: SQLWrapper): SQL =>
  anyOf(isNull(version), eq(table.version, version));

export const fieldNames = <S extends z.ZodObject>(schema: S) => namesOf<S['shape']>(schema.shape);

/** The columns of the schema's fields: what is not answered is not read. */
export const columnsFor = <T extends SQLiteTable, S extends z.ZodObject, K extends keyof T['_']['columns'] = never>(
  table: T,
  schema: S,
  ...further: K[]
) => {
  const columns = getTableColumns(table);
  return Object.fromEntries(
    [...Object.keys(schema.shape), ...further].map((name) => [name, columns[String(name)]]),
  ) as Pick<T['_']['columns'], (keyof S['shape'] & keyof T['_']['columns']) | K>;
};

/** A column by its name. Callers have the name from the table's own type, which `Record` forgets. */
export const columnOf = (table: SQLiteTable, name: string): SQLiteColumn => {
  const columns: Record<string, SQLiteColumn> = getTableColumns(table);
  const column = columns[name];
  if (!column) throw new TypeError(`There is no column ${name}`);
  return column;
};

import { is, sql } from 'drizzle-orm';
import {
  customType,
  type IndexBuilder,
  integer,
  SQLiteCustomColumn,
  SQLiteTextJson,
  text,
} from 'drizzle-orm/sqlite-core';

/** Value objects that their row owns and replaces whole, kept as JSON. */
export const json = <T>() => optionalJson<T>().notNull();
export const optionalJson = <T>() => text({ mode: 'json' }).$type<T>();

/** A text that may be longer than a name. The only custom type, so that `isLong` can tell. */
export const longText = customType<{ data: string }>({ dataType: () => 'text' });

export const isJson = (column: unknown): boolean => is(column, SQLiteTextJson);
/** What makes a row large: objects, lists of them, and texts longer than a name. */
export const isLong = (column: unknown): boolean => isJson(column) || is(column, SQLiteCustomColumn);

/** Columns of every entity. `seq` is the order of creation; times are epoch milliseconds; actors are user ids. */
export const entityColumns = () => ({
  seq: integer().primaryKey({ autoIncrement: true }),
  id: text().notNull().unique(),
  version: integer().notNull(),
  created_at: integer().notNull(),
  created_by: text(),
  updated_at: integer().notNull(),
  updated_by: text(),
  deleted_at: integer(),
});

/** `PAT-00000001`: derived from `seq`, so that it is unique, without gaps and never reused. */
export const regNumber = (prefix: string) => numbered(prefix).notNull();
/** Without NOT NULL, which SQLite refuses for a column that is added to a table with rows. */
export const numbered = (prefix: string) =>
  text().generatedAlwaysAs(sql.raw(`printf('${prefix}-%08d', seq)`), { mode: 'virtual' });

/** The terms (folded words, phone numbers, birth dates) by which search finds the row: triggers put them into its index. */
export const terms = () => json<string[]>();

/** Without deleted rows, so that a page is read from the index without looking at them. */
export const live = (index: IndexBuilder): IndexBuilder => index.where(sql`deleted_at IS NULL`);

// What Drizzle cannot express about a table, from which `npm run generate` writes migrations. The Worker never calls the
// functions that declare it, so the bundler drops them, and this file with them.
import { getTableName } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Rows } from './whose';

export type Entity = SQLiteTable & { seq: AnySQLiteColumn; deleted_at: AnySQLiteColumn };

export interface Extra {
  table: string;
  /** `CREATE TRIGGER … END`, each on one line, because remote migrations are split naively */
  triggers?: string[];
  /** writes what the triggers would have written for the rows that exist already */
  backfill?: string[];
  /** writes the rows that a new table begins with */
  seed?: string[];
  withoutRowid?: true;
  /** the full-text index that the triggers keep, and the view that says what is in it */
  search?: { index: string; view: string; create: string; fill: string };
  /** what they keep in `counter`: live rows by the value of a column, by each tag, or all of them */
  counts?: { kind: string; by: { column: string } | 'tags' | null };
  /** SQL: the rows whose `identifiers` they keep in `identifier` */
  identified?: string;
}

interface Schema {
  [name: string]: SQLiteTable | readonly string[] | Rows | readonly Rows[] | Record<string, Rows> | (() => Extra[]);
}

/** Every function among the schema's exports declares extras. */
export const extrasOf = (schema: Schema): Extra[] =>
  Object.values(schema).flatMap((value) => (typeof value === 'function' ? value() : []));

/** Rows are stored in the primary key's own index: one B-tree to read and write instead of two. */
export function withoutRowid(table: SQLiteTable): Extra {
  return { table: getTableName(table), withoutRowid: true };
}

export const trigger = (name: string, event: string, statements: string[]) =>
  `CREATE TRIGGER ${name} ${event} BEGIN ${statements.join(' ')} END`;
export const inserted = (table: string) => `AFTER INSERT ON ${table}`;
export const updated = (table: string, column: string, when: string) =>
  `AFTER UPDATE OF ${column} ON ${table} WHEN ${when}`;
export const deleted = (table: string) =>
  updated(table, 'deleted_at', 'NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL');

/** On one line, and without CASE, as of a trigger: remote migrations are split naively. */
export const RANDOM_UUID = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;

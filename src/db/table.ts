import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

/** A table by the type that Drizzle's builders take: of a generic one the compiler cannot tell that it is no subquery. */
export const asTable = (table: SQLiteTable): SQLiteTable => table;

/** Columns that the types have of their tables. */

import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { EntityTable } from '../../db/entity';

/** Those of `RowMeta`. */
export const entityFields = <T extends EntityTable & { updated_at: SQLiteColumn }>(table: T) => ({
  id: table.id,
  version: table.version,
  updated_at: table.updated_at,
  deleted_at: table.deleted_at,
});

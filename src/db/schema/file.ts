import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { entityColumns, live } from './columns';

/** A file exists once its row does. `deleted_at` is set when its entity is deleted; deleting the file removes the row. */
export const file = sqliteTable(
  'file',
  {
    ...entityColumns(),
    entity: text().notNull(),
    entity_id: text().notNull(),
    type: text().notNull(),
    extension: text().notNull(),
    name: text().notNull(),
    size: integer().notNull(),
    sha256: text(),
  },
  (t) => [live(index('file_entity').on(t.entity_id, t.seq))],
);

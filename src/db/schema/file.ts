import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { entityColumns, live } from './columns';

/** A file exists as long as its row is there and not marked as deleted: by its own delete, or by that of its entity. */
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
    /** the owner's id when it was stored, in the key of its bytes and in its url: only where a merge has changed the owner */
    stored_under: text(),
  },
  (t) => [
    live(index('file_entity').on(t.entity_id, t.seq)),
    live(index('file_updated').on(t.updated_at)),
    index('file_deleted').on(t.entity_id, t.seq).where(sql`deleted_at IS NOT NULL`),
  ],
);

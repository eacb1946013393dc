import { sql } from 'drizzle-orm';
import { sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { entityColumns, json, liveIndex, terms } from './columns';

export const department = sqliteTable(
  'department',
  {
    ...entityColumns(),
    name: text().notNull(),
    code: text().notNull(),
    code_key: text().notNull(),
    description: text(),
    icon_codes: json(),
    terms: terms(),
  },
  (t) => [
    uniqueIndex('department_code').on(t.code_key).where(sql`deleted_at IS NULL`),
    liveIndex('department_live', t.seq),
  ],
);

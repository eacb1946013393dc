import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { entityColumns, json, live, longText, terms } from './columns';
import { searchable } from './searchable';
import { ofHospital } from './whose';

export const department = sqliteTable(
  'department',
  {
    ...entityColumns(),
    name: text().notNull(),
    code: text().notNull(),
    code_key: text().notNull(),
    description: longText(),
    icon_codes: json<string[]>(),
    terms: terms(),
  },
  (t) => [live(uniqueIndex('department_code').on(t.code_key)), live(index('department_live').on(t.seq))],
);

export const departmentRows = ofHospital(department);

export const departmentExtras = () => [searchable(department)];

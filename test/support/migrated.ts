import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as schema from '../../src/db/schema';
import { rows } from './rows';

let isMigrated = false;
/** Once in an isolate, as the files have the same migrations. @throws Error where src/db/schema is ahead of drizzle/: every test would fail, of a table that is not there. */
export async function requireMigrated(): Promise<void> {
  if (isMigrated) return;
  const made = await rows<{ place: string }>(
    `SELECT t.name || '.' || c.name AS place FROM sqlite_schema t CROSS JOIN pragma_table_xinfo(t.name) c
     WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL%' AND t.name NOT LIKE '\\_cf%' ESCAPE '\\'`,
  );
  const places = new Set(made.flatMap(({ place }) => [place, place.split('.')[0]]));
  const missing = Object.values(schema)
    .filter((value) => is(value, SQLiteTable))
    .map((table) => getTableConfig(table))
    .flatMap(({ name, columns }) => [
      name,
      ...columns.filter(() => places.has(name)).map((one) => `${name}.${one.name}`),
    ])
    .filter((place) => !places.has(place));
  if (missing.length > 0)
    throw new Error(
      `src/db/schema has ${missing.join(', ')}, which no migration in drizzle/ makes: run \`npm run generate -- --name=NAME\``,
    );
  isMigrated = true;
}

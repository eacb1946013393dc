// The migrations, as `wrangler d1 migrations apply` applies them, but up to a given one.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib.mjs';
import '../typescript.mjs';
import { selectAll } from './pages.mjs';
import { appliedMigrations } from './tables.mjs';

const { refusedHistory } = await import('../../src/db/migrations.ts');

const folder = join(root, 'drizzle');

export const migrations = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();

/**
 * Each in one transaction with the note that it was applied. @returns their names
 * @throws Error where the database is none that these migrations are for, before anything is written
 */
export async function migrate(DB, last) {
  const applied = await appliedMigrations(DB);
  const reason = refusedHistory(applied);
  if (reason) throw new Error(reason);
  const TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
    applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;
  await selectAll(DB, [[TABLE]]);
  const version = applied.at(-1) ?? '';
  const lacking = migrations().filter((name) => name > version && name <= last);
  for (const name of lacking) {
    const statements = readFileSync(join(folder, name), 'utf8').split('--> statement-breakpoint');
    await DB.batch([
      ...statements.map((sql) => DB.prepare(sql)),
      DB.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
    ]);
  }
  return lacking;
}

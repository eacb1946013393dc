import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { root } from '../lib.mjs';
import { migrations } from '../storage/migrate.mjs';
import { select } from '../storage/pages.mjs';
import { schemaVersion } from '../storage/tables.mjs';

const MADE = `SELECT type, name, sql FROM sqlite_schema WHERE (type IN ('trigger', 'index', 'view') OR sql LIKE 'CREATE VIRTUAL %') AND sql IS NOT NULL`;
const text = ({ sql }) => sql.replace(/\s+/g, ' ');

/** Triggers, indexes and views are those of the migrations: without them counters, search and the audit trail are not kept. */
export async function schema({ DB }, wrong) {
  const version = await schemaVersion(DB);
  const last = migrations().at(-1);
  if (version !== last) {
    wrong(`the database is at ${version}, this version of the service at ${last}`);
    return 'not compared';
  }
  using own = new DatabaseSync(':memory:');
  for (const name of migrations()) own.exec(readFileSync(join(root, 'drizzle', name), 'utf8'));
  const wanted = own.prepare(MADE).all();
  const present = await select(
    DB,
    `${MADE} AND tbl_name <> 'd1_migrations' AND tbl_name NOT LIKE '\\_cf\\_%' ESCAPE '\\'`,
  );
  for (const one of wanted) {
    const same = present.find(({ name }) => name === one.name);
    if (!same) wrong(`the ${one.type} ${one.name} is missing`);
    else if (text(same) !== text(one)) wrong(`the ${one.type} ${one.name} is not the one of the migrations`);
  }
  for (const { type, name } of present) {
    if (!wanted.some((one) => one.name === name)) wrong(`the ${type} ${name} is in no migration`);
  }
  return `${wanted.length} triggers, indexes and views`;
}

// `npm run generate [-- --name=NAME]`: writes what changed in src/db/schema into a migration: tables and columns by
// drizzle-kit, then STRICT, views, full-text indexes and triggers. Also writes docs/data-model.md and docs/errors.md.
import './typescript.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { fail, modernNode, root, toolEnv } from './lib.mjs';

const schema = await import('../src/db/schema/index.ts');
const { extrasOf } = await import('../src/db/schema/extras.ts');
const { appended, changes, refusalOf, withTableOptions } = await import('./migration.ts');
const { dataModel } = await import('./data-model.ts');
const { errorsPage } = await import('./errors-page.ts');

const folder = join(root, 'drizzle');
const journal = join(folder, 'meta', '_journal.json');
const extras = extrasOf(schema);

const files = () => readdirSync(folder, { recursive: true });
const migrations = () => files().filter((name) => name.endsWith('.sql'));
const read = (name) => readFileSync(join(folder, name), 'utf8');

const columnsOf = (tables) =>
  Object.values(tables)
    .filter((value) => is(value, SQLiteTable))
    .map((table) => getTableConfig(table))
    .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));

/** Asks in the terminal whether a column is new or renamed. @returns the file name of the migration it wrote, if any */
function drizzleKit(args) {
  const before = migrations();
  const cli = join(root, 'node_modules', 'drizzle-kit', 'bin.cjs');
  const { status } = spawnSync(modernNode(), [cli, 'generate', ...args], { cwd: root, env: toolEnv, stdio: 'inherit' });
  if (status !== 0) throw new Error('drizzle-kit failed.');
  return migrations().find((name) => !before.includes(name));
}

/** Of a migrated database: the text of its views, full-text indexes and triggers, and its columns as `table.column`. */
function migrated() {
  const db = new DatabaseSync(':memory:');
  const list = (query) =>
    db
      .prepare(query)
      .all()
      .map(({ item }) => item);
  try {
    for (const name of migrations().sort()) db.exec(read(name));
    return {
      made: list(
        "SELECT sql AS item FROM sqlite_schema WHERE type IN ('trigger', 'view') OR sql LIKE 'CREATE VIRTUAL%' ORDER BY name",
      ),
      columns: list("SELECT t.name || '.' || c.name AS item FROM sqlite_schema t, pragma_table_xinfo(t.name) c"),
    };
  } finally {
    db.close();
  }
}

/** @returns the file name of the migration, if one was needed */
function writeMigration(args) {
  let name = drizzleKit(args);
  const tables = name ? withTableOptions(read(name), extras) : '';
  const refusal = refusalOf(tables);
  if (refusal) throw new Error(`\n${tables}\n\nThis migration ${refusal}.`);
  const { made, columns } = migrated();
  // drizzle-kit reports no error when it cannot ask its question or gets no answer.
  if (!columnsOf(schema).every((column) => columns.includes(column))) throw new Error('drizzle-kit did not finish.');
  const statements = changes(made, extras, tables);
  if (!name && statements.length === 0) return undefined;
  const named = args.some((arg) => arg.startsWith('--name'));
  name ??= drizzleKit(['--custom', ...(named ? args : ['--name=triggers', ...args])]);
  writeFileSync(join(folder, name), appended(tables, statements));
  if (changes(migrated().made, extras).length > 0)
    throw new Error('SQLite changed the text of a view, an index or a trigger.');
  return name;
}

/** Takes back what drizzle-kit wrote if the rest fails. */
function allOrNothing(work) {
  const kept = files();
  const entries = readFileSync(journal);
  try {
    return work();
  } catch (error) {
    for (const name of files()) if (!kept.includes(name)) rmSync(join(folder, name));
    writeFileSync(journal, entries);
    return fail(`${error.message}\nNothing was written.`);
  }
}

/** @returns the paths of the pages that were out of date */
function writePages() {
  const pages = { 'docs/data-model.md': dataModel(schema), 'docs/errors.md': errorsPage };
  return Object.entries(pages).flatMap(([path, text]) => {
    const target = join(root, path);
    if (existsSync(target) && readFileSync(target, 'utf8') === text) return [];
    writeFileSync(target, text);
    return [path];
  });
}

function report(migration, pages) {
  if (!migration && pages.length === 0) {
    console.log(
      '\nNothing to write: drizzle/ and docs/data-model.md match src/db/schema, docs/errors.md the table of errors.',
    );
    return;
  }
  console.log('');
  if (migration) {
    console.log(`Written: drizzle/${migration}`);
    for (const statement of read(migration).split('--> statement-breakpoint')) {
      const [line] = statement.trim().split('\n');
      console.log(`  ${line.length > 100 ? `${line.slice(0, 99)}…` : line}`);
    }
  }
  for (const path of pages) console.log(`Written: ${path}`);
  if (migration) for (const advice of adviceOn(read(migration))) console.log(advice);
  const apply = migration ? 'read the migration, apply it locally with `npm run migrate`, ' : '';
  console.log(`Next: ${apply}run \`npm test\`, commit.`);
}

const BACKFILL = `The INSERT statements write counters and full-text indexes of the existing rows. D1 ends a migration after
30 seconds, which a million patients take: try it on a copy of a large database first.`;
const WORDS = `The new column is empty in existing rows until the hourly job derives their terms: if the table has had terms
before, raise TERMS_VERSION (src/rules/search/version.ts), so that it does.`;

function adviceOn(migration) {
  const advice = [];
  if (/^INSERT INTO (counter|\w+_search) /m.test(migration)) advice.push(BACKFILL);
  if (/ ADD `\w*terms`/.test(migration)) advice.push(WORDS);
  return advice;
}

const migration = allOrNothing(() => writeMigration(process.argv.slice(2)));
report(migration, writePages());

// The tables of a database as it is, and how the rows of each one change.
import '../typescript.mjs';
import { getTableName } from 'drizzle-orm';
import { select, selectAll } from './pages.mjs';

const schema = await import('../../src/db/schema/index.ts');
const { rowsIn } = await import('../../src/db/schema/whose.ts');
const { access, accessDay, deployment, message, patientMerge, webhook, webhookDelivery } = schema;

/** What a backup leaves out, and why, as the tables' own files say. */
export const LEFT_OUT = {
  ...Object.fromEntries(
    rowsIn(schema).flatMap(({ table, notInBackups }) => (notInBackups ? [[getTableName(table), notInBackups]] : [])),
  ),
  // Of a database that does not have the baseline yet.
  search_fill: 'the progress of a job that is gone',
};

/** Tables that have rows without anybody's doing, which a restore replaces by those of the backup. */
export const SEEDED = [getTableName(deployment)];

/** The names of the migrations that were applied, in their order. */
export async function appliedMigrations(DB) {
  const [table] = await select(DB, `SELECT 1 FROM sqlite_schema WHERE name = 'd1_migrations'`);
  if (!table) return [];
  return (await select(DB, 'SELECT name FROM d1_migrations ORDER BY name')).map(({ name }) => name);
}

/** The last one of them; undefined for an empty database. */
export const schemaVersion = async (DB) => (await appliedMigrations(DB)).at(-1);

/** What columns do not say. */
const KIND_OF_TABLE = {
  [getTableName(access)]: 'queue',
  [getTableName(accessDay)]: 'counts',
  // A log but for its rows' end.
  [getTableName(patientMerge)]: 'dated',
  [getTableName(message)]: 'dated',
  [getTableName(webhook)]: 'few',
  [getTableName(webhookDelivery)]: 'dated',
};

/** Columns with the time when a row of a `dated` table was made, or last changed, or a later one. */
const TIMES = ['created_at', 'at', 'undone_at', 'attempted_at', 'next_at', 'changed_at'];
export const timesOf = ({ columns }) => TIMES.filter((name) => columns.includes(name));

/**
 * How the rows of a table change, by its columns.
 * - `entity`: every write leaves an audit row
 * - `log`: rows are added, by ascending `seq`, and old ones may be moved to an archive
 * - `queue`: a log whose old rows leave, and once all have left, others may have their numbers
 * - `counts`: with the objects of the access log, a `day` each
 * - `dated`: rows are added, and changed, with the time in one of `TIMES`
 * - `few`: rows that also change without an audit row, and are read all again at last
 * - `state`: a few rows that change
 */
function kindOf(name, columns) {
  if (KIND_OF_TABLE[name]) return KIND_OF_TABLE[name];
  if (columns.includes('seq')) return columns.includes('version') && columns.includes('id') ? 'entity' : 'log';
  return columns.includes('created_at') || columns.includes('at') ? 'dated' : 'state';
}

/**
 * All tables, referred-to ones first.
 * @returns for each one its columns (generated ones left out), its primary key, its kind, and whether it is left out
 */
export async function tablesOf(DB) {
  // Of type `table` is neither a full-text index, which triggers write, nor a table in which it keeps what it knows.
  const names = await select(
    DB,
    // `_` in LIKE is any character.
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name <> 'd1_migrations' ORDER BY name`,
  );
  const tables = [];
  for (const { name } of names) {
    const [info, references] = await selectAll(DB, [
      ['SELECT name, pk FROM pragma_table_xinfo(?) WHERE hidden = 0', name],
      ['SELECT DISTINCT "table" AS name FROM pragma_foreign_key_list(?)', name],
    ]);
    const columns = info.map((column) => column.name);
    const key = info.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    tables.push({
      name,
      columns,
      key: key.map((column) => column.name),
      kind: kindOf(name, columns),
      leftOut: LEFT_OUT[name],
      references: references.map((table) => table.name),
    });
  }
  return inOrder(tables);
}

function inOrder(tables) {
  const ordered = [];
  const add = (table) => {
    if (ordered.includes(table)) return;
    for (const name of table.references) if (name !== table.name) add(tables.find((other) => other.name === name));
    ordered.push(table);
  };
  for (const table of tables) add(table);
  return ordered;
}

// What `npm run restore` does once the tables are there: rows go in by bound values, so that one may be as large as D1
// allows (in a file of SQL a statement may have 100 KB), and through the triggers, which write full-text indexes and counters.
import { isSame, rowsOf } from './files.mjs';
import { pages, patiently, quoted, select } from './pages.mjs';
import { Digest } from './staging.mjs';
import { SEEDED } from './tables.mjs';

/** Of one bound value; D1 takes 2,000,000 bytes. */
const BYTES_MAX = 1_000_000;
const ROWS_MAX = 1_000;
const DELETED_PER_BATCH = 25;

const list = (columns) => columns.map(quoted).join(', ');

/** One row by a value for each column, however large. */
function insertOne(DB, { name, columns }, row) {
  const marks = columns.map(() => '?').join(', ');
  const sql = `INSERT INTO ${quoted(name)} (${list(columns)}) VALUES (${marks})`;
  return DB.prepare(sql).bind(...columns.map((column) => row[column]));
}

/** Many rows by one value, their JSON: a thousand take one round trip. */
function insertMany(DB, { name, columns }, lines) {
  const values = columns.map((column) => `value ->> '$.${quoted(column)}'`).join(', ');
  const sql = `INSERT INTO ${quoted(name)} (${list(columns)}) SELECT ${values} FROM json_each(?)`;
  return DB.prepare(sql).bind(`[${lines.join()}]`);
}

/** A batch that ends with this row of the table. Where its answer is lost, the row says whether it was done. */
async function write(DB, { name, key }, statements, row) {
  const where = key.map((column) => `${quoted(column)} = ?`).join(' AND ');
  const values = key.map((column) => row[column]);
  let again = false;
  await patiently(async () => {
    const [done] = again ? await select(DB, `SELECT 1 FROM ${quoted(name)} WHERE ${where}`, ...values) : [];
    again = true;
    if (!done) await DB.batch(statements);
  });
}

/**
 * Rows that are marked as deleted go first, and as the service made them so: inserted, then marked. Their triggers and
 * the keys that only rows that are not deleted must not share ask for this order.
 */
async function loadDeleted(DB, table, rows) {
  let statements = [];
  let last;
  const mark = `UPDATE ${quoted(table.name)} SET deleted_at = ? WHERE seq = ?`;
  for (const row of rows) {
    if (row.deleted_at === null) continue;
    statements.push(insertOne(DB, table, { ...row, deleted_at: null }), DB.prepare(mark).bind(row.deleted_at, row.seq));
    last = row;
    if (statements.length < 2 * DELETED_PER_BATCH) continue;
    await write(DB, table, statements, last);
    statements = [];
  }
  if (statements.length > 0) await write(DB, table, statements, last);
}

async function loadOthers(DB, table, rows) {
  let lines = [];
  let bytes = 0;
  let last;
  const flush = async () => {
    if (lines.length > 0) await write(DB, table, [insertMany(DB, table, lines)], last);
    [lines, bytes] = [[], 0];
  };
  for (const row of rows) {
    if ((row.deleted_at ?? null) !== null) continue;
    const line = JSON.stringify(row);
    const size = Buffer.byteLength(line);
    if (size > BYTES_MAX / 2) {
      await write(DB, table, [insertOne(DB, table, row)], row);
      continue;
    }
    if (bytes + size > BYTES_MAX || lines.length === ROWS_MAX) await flush();
    lines.push(line);
    bytes += size;
    last = row;
  }
  await flush();
}

/** @param tables of the database, which are empty but for `SEEDED`, and of the schema that the backup has */
export async function load(DB, dir, manifest, tables) {
  for (const part of manifest.tables) {
    const table = tables.find(({ name }) => name === part.name);
    if (SEEDED.includes(table.name)) await patiently(() => DB.prepare(`DELETE FROM ${quoted(table.name)}`).run());
    if (table.columns.includes('deleted_at')) await loadDeleted(DB, table, rowsOf(dir, part));
    await loadOthers(DB, table, rowsOf(dir, part));
  }
  await raiseSequences(DB, manifest.sequences);
}

/** So that numbers that were given out are never given out again, also where their rows are gone. */
const raiseSequences = (DB, sequences) =>
  patiently(() =>
    DB.batch(
      Object.entries(sequences).flatMap(([name, seq]) => [
        DB.prepare('UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1').bind(name, seq),
        DB.prepare(
          'INSERT INTO sqlite_sequence (name, seq) SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)',
        ).bind(name, seq),
      ]),
    ),
  );

/** @returns names of the tables whose rows are not the very ones of the backup */
export async function differences(DB, manifest, tables) {
  const different = [];
  for (const part of manifest.tables) {
    const table = tables.find(({ name }) => name === part.name);
    const digest = new Digest();
    for await (const rows of pages(DB, table)) for (const row of rows) digest.add(JSON.stringify(row));
    if (!isSame(digest.result(), part)) different.push(part.name);
  }
  return different;
}

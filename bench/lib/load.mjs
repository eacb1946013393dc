// Fills the local D1 with a generated hospital, straight into its SQLite file. The triggers that keep `search_term` and
// `counter` are taken off meanwhile and what they would have written is written in one go: minutes instead of an hour.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { root } from '../../scripts/lib.mjs';
import { rowsOf, TABLES } from './data.mjs';

const AUDITED = ['department', 'patient', 'doctor', 'file', 'appointment', 'invoice', 'catalog_item', 'user'];
const NUMBERED = { patient: 'pat', doctor: 'doc', invoice: 'inv' };
const TAGGED = ['invoice', 'catalog_item'];

export function migrate(db) {
  const dir = join(root, 'drizzle');
  const files = readdirSync(dir).filter((name) => name.endsWith('.sql'));
  for (const file of files.sort()) db.exec(readFileSync(join(dir, file), 'utf8'));
}

/** Columns that an insert gives: not the generated ones. */
export const columnsOf = (db, table) =>
  db
    .prepare(`SELECT name FROM pragma_table_xinfo('${table}') WHERE hidden = 0`)
    .all()
    .map(({ name }) => name);

function insertRows(db, table, counts) {
  const columns = columnsOf(db, table);
  const insert = db.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `:${name}`).join(', ')})`,
  );
  for (let seq = 1; seq <= rowsOf(table, counts); seq++) insert.run(TABLES[table](seq, counts));
}

function insertTerms(db) {
  const parts = ['department', 'patient', 'doctor', 'invoice', 'catalog_item'].map(
    (table) => `SELECT '${table}', value, seq FROM ${table}, json_each(terms)`,
  );
  for (const [table, prefix] of Object.entries(NUMBERED)) {
    parts.push(`SELECT '${table}', printf('${prefix}%08d', seq), seq FROM ${table}`);
    parts.push(`SELECT '${table}', printf('%08d', seq), seq FROM ${table}`);
  }
  for (const table of TAGGED) parts.push(`SELECT '${table}:tag', value, seq FROM ${table}, json_each(tags)`);
  // In the order of its key, so that the table is written from its beginning to its end.
  db.exec(`INSERT OR IGNORE INTO search_term (kind, term, seq) ${parts.join(' UNION ALL ')} ORDER BY 1, 2, 3`);
}

function insertCounters(db) {
  db.exec(`INSERT INTO counter SELECT 'invoice', status, count(*) FROM invoice GROUP BY status;
    INSERT INTO counter SELECT 'catalog_item', '', count(*) FROM catalog_item;`);
  for (const table of TAGGED) {
    db.exec(
      `INSERT INTO counter SELECT kind, term, count(*) FROM search_term WHERE kind = '${table}:tag' GROUP BY term`,
    );
  }
}

function insertAudit(db) {
  for (const table of AUDITED) {
    db.exec(`INSERT INTO audit (at, actor, action, entity, entity_id, version, changed, request_id, address)
      SELECT created_at, created_by, 'create', '${table}', id, 1, '[]', id, '192.0.2.1' FROM ${table}`);
  }
}

/**
 * Fills the database `file`, which must be empty. @returns what it holds: bytes, rows by table
 * @param counts of vocabulary.mjs
 */
export function load(file, counts) {
  const db = new DatabaseSync(file);
  try {
    db.exec(
      'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; PRAGMA foreign_keys = OFF',
    );
    migrate(db);
    const made = db
      .prepare(`SELECT type, name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL`)
      .all();
    for (const { type, name } of made) db.exec(`DROP ${type} "${name}"`);
    db.exec('BEGIN');
    for (const table of Object.keys(TABLES)) insertRows(db, table, counts);
    insertTerms(db);
    insertCounters(db);
    insertAudit(db);
    db.exec('COMMIT');
    for (const { sql } of made) db.exec(sql);
    db.exec('PRAGMA journal_mode = WAL');
    const bytes = db.prepare('SELECT page_count * page_size AS n FROM pragma_page_count, pragma_page_size').get().n;
    return { bytes, terms: db.prepare('SELECT count(*) AS n FROM search_term').get().n };
  } finally {
    db.close();
  }
}

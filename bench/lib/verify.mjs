// Whether a loaded database is what the service itself would have written.
import { DatabaseSync } from 'node:sqlite';
import { TABLES } from './data.mjs';
import { columnsOf, migrate } from './load.mjs';

const SCHEMA = `SELECT type, name, sql FROM %.sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'`;

/** Inserts every row again, triggers on, and compares what they write with what was loaded. @throws Error */
export function verifyTriggers(file) {
  const db = new DatabaseSync(':memory:');
  try {
    migrate(db);
    db.exec(`ATTACH '${file}' AS loaded`);
    for (const table of Object.keys(TABLES)) {
      const columns = columnsOf(db, table).join(', ');
      db.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM loaded.${table} ORDER BY seq`);
    }
    const sides = ['main', 'loaded'];
    for (const [one, other] of [sides, sides.toReversed()]) {
      for (const what of ['SELECT * FROM %.search_term', 'SELECT * FROM %.counter', SCHEMA]) {
        const sql = `${what.replace('%', one)} EXCEPT ${what.replace('%', other)} LIMIT 1`;
        const row = db.prepare(sql).get();
        if (row) throw new Error(`Only in ${one}: ${JSON.stringify(row)}`);
      }
    }
  } finally {
    db.close();
  }
}

const CHANGES_WITH_EVERY_WRITE = new Set(['version', 'updated_at', 'updated_by']);

/** Sends a loaded record back to the service as it was read: what it stores must be what was loaded. @throws Error */
export async function verifyRows(d1, request, ids) {
  for (const [table, { path, id }] of Object.entries(ids)) {
    const row = () => d1.prepare(`SELECT * FROM ${table} WHERE id = ?`).bind(id).first();
    const before = await row();
    const record = await request('GET', `${path}/${id}?view=full`);
    await request('PUT', `${path}/${id}`, record.json());
    const after = await row();
    if (after.version !== before.version + 1) throw new Error(`${table} ${id} was not written`);
    for (const column of Object.keys(before)) {
      if (CHANGES_WITH_EVERY_WRITE.has(column) || before[column] === after[column]) continue;
      throw new Error(`${table}.${column}: loaded ${before[column]}, the service writes ${after[column]}`);
    }
  }
}

// The SQLite file of a database, by Node's own SQLite: filled with a generated hospital.
import { DatabaseSync } from 'node:sqlite';

/** Columns that an insert gives: not the generated ones. */
export const columnsOf = (db, table) =>
  db
    .prepare(`SELECT name FROM pragma_table_xinfo('${table}') WHERE hidden = 0`)
    .all()
    .map(({ name }) => name);

/** A function that inserts rows, given with all their columns. */
export function inserter(db) {
  const statements = {};
  return (table, row) => {
    if (!statements[table]) {
      const columns = columnsOf(db, table);
      const values = columns.map((name) => `:${name}`);
      statements[table] = db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`);
    }
    statements[table].run(row);
  };
}

/**
 * Fills a migrated database, through its constraints, indexes and triggers. @returns bytes, and those of the full-text
 * indexes
 * @param hospital of hospital.mjs
 * @param only these tables, without audit rows and what they refer to
 */
export function fill(file, hospital, only) {
  using db = new DatabaseSync(file, { enableForeignKeyConstraints: !only });
  db.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -4000000;
    BEGIN`);
  const insert = inserter(db);
  for (const [table, rows] of Object.entries(hospital.counts)) {
    if (only && !only.includes(table)) continue;
    for (let seq = 1; seq <= rows; seq++) {
      const row = hospital.row(table, seq);
      insert(table, row);
      if (!only) insert('audit', hospital.audit(table, row));
    }
  }
  db.exec('COMMIT; PRAGMA journal_mode = WAL');
  const bytes = db.prepare('SELECT page_count * page_size AS n FROM pragma_page_count, pragma_page_size').get().n;
  const index = db.prepare(`SELECT sum(pgsize) AS n FROM dbstat WHERE name GLOB '*_search_*'`).get().n;
  return { bytes, index };
}

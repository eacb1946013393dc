// Rows on their way into a backup: a row that has changed while the backup runs replaces the one read first.
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { quoted } from './pages.mjs';

export class Staging {
  #dir;
  #db;
  #puts = new Map();

  constructor(dir) {
    this.#dir = dir;
    // SQLite's own temporary database, whose file has no name: however the process ends, nothing of it is left. It lies on
    // the disk that is to hold the backup, as /tmp may be memory.
    this.#db = new DatabaseSync('');
    this.#db.exec(`PRAGMA temp_store_directory = '${dir.replaceAll("'", "''")}'`);
    this.#db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
  }

  /** @param table `kind`: rows of `counts` are taken back by their day, others by their id */
  add({ name, key, columns, kind }) {
    const keys = key.map(quoted).join(', ');
    const by = kind === 'counts' ? 'day' : 'id';
    this.#db.exec(`CREATE TABLE ${quoted(name)} (${keys}, "by", line TEXT, PRIMARY KEY (${keys})) WITHOUT ROWID`);
    if (columns.includes(by)) this.#db.exec(`CREATE INDEX ${quoted(`${name} by`)} ON ${quoted(name)} ("by")`);
    const marks = key.map(() => '?').join(', ');
    const put = this.#db.prepare(`INSERT OR REPLACE INTO ${quoted(name)} VALUES (${marks}, ?, ?)`);
    this.#puts.set(name, (row) => put.run(...key.map((column) => row[column]), row[by] ?? null, JSON.stringify(row)));
  }

  put({ name }, rows) {
    this.#db.exec('BEGIN');
    for (const row of rows) this.#puts.get(name)(row);
    this.#db.exec('COMMIT');
  }

  /** Whether the row of a log with a number has this id. */
  has({ name }, seq, id) {
    return this.#db.prepare(`SELECT "by" FROM ${quoted(name)} WHERE seq = ?`).get(seq)?.by === id;
  }

  /** Takes back the rows with these ids, or of these days: they may exist no more. */
  drop({ name }, ids) {
    const remove = this.#db.prepare(`DELETE FROM ${quoted(name)} WHERE "by" = ?`);
    for (const id of ids) remove.run(id);
  }

  /** Takes back the rows of a log that have left it meanwhile. @param seq null: all */
  dropBefore({ name }, seq) {
    this.#db.prepare(`DELETE FROM ${quoted(name)} WHERE seq < ?1 OR ?1 IS NULL`).run(seq);
  }

  /** Writes the rows of a table as NDJSON, in the order of its primary key. @returns what the manifest says of the file */
  write({ name, key }) {
    const file = `${name}.ndjson`;
    const fd = openSync(join(this.#dir, file), 'wx', 0o600);
    const digest = new Digest();
    const rows = this.#db.prepare(`SELECT line FROM ${quoted(name)} ORDER BY ${key.map(quoted).join(', ')}`);
    for (const { line } of rows.iterate()) writeSync(fd, digest.add(line));
    closeSync(fd);
    return { name, file, ...digest.result() };
  }

  close() {
    this.#db.close();
  }
}

/** Number and SHA-256 of the lines of a table. */
export class Digest {
  #hash = createHash('sha256');
  #rows = 0;

  /** @returns the line with its end */
  add(line) {
    this.#rows++;
    this.#hash.update(`${line}\n`);
    return `${line}\n`;
  }

  result() {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

// What was read of the access log, until it is compared: of years, these are millions of accesses.
import { DatabaseSync } from 'node:sqlite';

const binary = (id) => Buffer.from(id.replaceAll('-', ''), 'hex');

export class SeenAccesses {
  #db;
  #statements = new Map();

  constructor() {
    // SQLite's own temporary database, whose file has no name: however the process ends, nothing of it is left.
    this.#db = new DatabaseSync('');
    this.#db.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      CREATE TABLE object (seq INTEGER PRIMARY KEY, day INTEGER, key TEXT, state TEXT);
      CREATE TABLE look (id BLOB PRIMARY KEY) WITHOUT ROWID;
      CREATE TABLE count (day, patient_id, actor, looks, first_at, last_at, kinds, PRIMARY KEY (day, patient_id, actor))
        WITHOUT ROWID`);
  }

  #prepared(sql) {
    const statement = this.#statements.get(sql) ?? this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
  #run(sql, ...values) {
    return this.#prepared(sql).run(...values).changes;
  }
  #all(sql, ...values) {
    return this.#prepared(sql).all(...values);
  }

  /** Runs `work` as one transaction, which is faster. */
  atOnce(work) {
    this.#db.exec('BEGIN');
    work();
    this.#db.exec('COMMIT');
  }

  /** @param state `read`, `removed` or `unread`, also where something is wrong with it */
  putObject({ seq, day }, key, state) {
    this.#run('INSERT INTO object VALUES (?, ?, ?, ?)', seq, day, key, state);
  }

  /** @returns the state of the object with this key; undefined: no row knows it */
  stateOf(key) {
    const seq = Number(/\/(\d{12})-[^/]*$/.exec(key)?.[1]);
    return this.#all('SELECT state FROM object WHERE seq = ? AND key = ?', seq, key)[0]?.state;
  }

  /** The days that have objects, and whether all of these were read. */
  days() {
    return this.#all("SELECT day, min(state = 'read') AS isRead FROM object GROUP BY day ORDER BY day");
  }

  /** @returns whether it is seen for the first time */
  putAccess(id) {
    return this.#run('INSERT OR IGNORE INTO look VALUES (?)', binary(id)) > 0;
  }
  hasAccess(id) {
    return this.#all('SELECT 1 FROM look WHERE id = ?', binary(id)).length > 0;
  }

  /** What a patient and an account have in an object. */
  putCount(day, { patient_id, actor, looks, first_at, last_at, kinds }) {
    this.#run(
      `INSERT INTO count VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET looks = looks + excluded.looks,
        first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at), kinds = kinds | excluded.kinds`,
      ...[day, patient_id ?? '', actor ?? '', looks, first_at, last_at, kinds],
    );
  }
  countsOf(day) {
    return this.#all('SELECT * FROM count WHERE day = ?', day);
  }

  close() {
    this.#db.close();
  }
}

// D1 as the service's `Database` uses it, by Node's own SQLite, which binds numbers as floating point as D1 does. Tells how
// long the statements take, without the way to them and without preparing them.
import { DatabaseSync } from 'node:sqlite';

export class TimedD1 {
  /** milliseconds of all statements so far */
  ms = 0;
  #db;
  #prepared = new Map();

  constructor(file) {
    this.#db = new DatabaseSync(file, { readOnly: true });
  }

  withSession() {
    return this;
  }

  prepare(sql) {
    return { bind: (...values) => ({ all: async () => this.#run(sql, values) }) };
  }

  batch(statements) {
    return Promise.all(statements.map((statement) => statement.all()));
  }

  #run(sql, values) {
    const statement = this.#prepared.get(sql) ?? this.#db.prepare(sql);
    this.#prepared.set(sql, statement);
    const start = performance.now();
    const results = statement.all(...values);
    this.ms += performance.now() - start;
    return { results, meta: { rows_read: 0, rows_written: 0, size_after: 0 } };
  }

  [Symbol.dispose]() {
    this.#db.close();
  }
}

// What `npm run backup` does. D1 has no transaction that lasts longer than one batch, and its own export stops the service:
// so tables are read in pages while the service writes. What was written meanwhile, as the audit trail says, is read
// again, and the last changes and the ends of all logs in one batch, which is one transaction: the backup is the database
// as it was at that moment.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageStatement, pages, patiently, quoted, select } from './pages.mjs';
import { Staging } from './staging.mjs';
import { schemaVersion, tablesOf } from './tables.mjs';

/** At most so many changes are left to the last batch. */
const LAST_CHANGES = 50;
const CHANGES_PER_ROUND = 500;
/** Before the backup began, in milliseconds: the time of a row is that of its request or of the sweep, which may take long. */
const SLACK = 3_600_000;

const list = (columns) => columns.map(quoted).join(', ');

/** Ids of the changed rows of each table. */
function byTable(changes) {
  const ids = new Map();
  for (const { entity, entity_id } of changes) ids.set(entity, (ids.get(entity) ?? new Set()).add(entity_id));
  return ids;
}

class Dump {
  #DB;
  #staging;
  #tables;
  #started = Date.now();
  /** the last audit row whose change was read */
  #seen = 0;
  /** the last row that was read of each log */
  #ends = new Map();
  changes = 0;

  constructor(DB, staging, tables) {
    this.#DB = DB;
    this.#staging = staging;
    this.#tables = tables;
  }

  #kind(kind) {
    return this.#tables.filter((table) => table.kind === kind);
  }

  async everyTable() {
    const [{ last }] = await select(this.#DB, 'SELECT coalesce(max(seq), 0) AS last FROM audit');
    this.#seen = last;
    // States first: the sweep's progress must not be ahead of the rows.
    for (const table of [...this.#kind('state'), ...this.#tables.filter(({ kind }) => kind !== 'state')]) {
      this.#staging.add(table);
      await this.#read(table);
    }
  }

  /** Reads what is behind the last row read, up to where the table ends now: writers may be as fast as this. */
  async #read(table) {
    const options = {};
    if (table.key.join() === 'seq') {
      const [{ last }] = await select(this.#DB, `SELECT max(seq) AS last FROM ${quoted(table.name)}`);
      Object.assign(options, { after: [this.#end(table)], where: 'seq <= ?2', values: [last] });
    }
    for await (const rows of pages(this.#DB, table, options)) {
      this.#staging.put(table, rows);
      this.#ends.set(table, rows.at(-1).seq);
    }
  }

  /** Reads again what has changed since, until little is left. */
  async catchUp() {
    for (;;) {
      const changes = await select(
        this.#DB,
        'SELECT seq, entity, entity_id FROM audit WHERE seq > ? ORDER BY seq LIMIT ?',
        ...[this.#seen, CHANGES_PER_ROUND],
      );
      const ids = byTable(changes);
      for (const table of this.#kind('entity'))
        if (ids.has(table.name)) await this.#refresh(table, ids.get(table.name));
      for (const table of this.#kind('log')) await this.#read(table);
      this.#seen = changes.at(-1)?.seq ?? this.#seen;
      this.changes += changes.length;
      if (changes.length <= LAST_CHANGES) return;
    }
  }

  #end(table) {
    return this.#ends.get(table) ?? 0;
  }

  async #refresh(table, ids) {
    this.#staging.drop(table, ids);
    // With a key from the first page on, so that parameters have the same numbers in all.
    const where = 'id IN (SELECT value FROM json_each(?2))';
    const values = [JSON.stringify([...ids])];
    for await (const rows of pages(this.#DB, table, { after: [-1], where, values })) this.#staging.put(table, rows);
  }

  /** One transaction. @returns the moment's sequences and bookmark; null if too much has changed again */
  async lastChanges() {
    const [entities, logs, dated] = [this.#kind('entity'), this.#kind('log'), this.#kind('dated')];
    const session = this.#DB.withSession('first-primary');
    const query = (sql, ...values) => session.prepare(sql).bind(...values);
    const changed = 'SELECT entity_id FROM audit WHERE seq > ? AND entity = ?';
    const [changes, sequences, ...results] = await patiently(() =>
      session.batch([
        query('SELECT entity, entity_id FROM audit WHERE seq > ?', this.#seen),
        query('SELECT name, seq FROM sqlite_sequence ORDER BY name'),
        ...entities.map(({ name, columns }) =>
          query(`SELECT ${list(columns)} FROM ${quoted(name)} WHERE id IN (${changed})`, this.#seen, name),
        ),
        ...logs.map((table) => query(pageStatement(table, { after: true }), this.#end(table))),
        ...dated.map(({ name, columns }) => {
          const time = columns.includes('created_at') ? 'created_at' : 'at';
          return query(`SELECT ${list(columns)} FROM ${quoted(name)} WHERE ${time} >= ?`, this.#started - SLACK);
        }),
        ...logs.map(({ name }) => query(`SELECT min(seq) AS first, max(seq) AS last FROM ${quoted(name)}`)),
      ]),
    );
    const bounds = results.splice(-logs.length).map(({ results: [bounds] }) => bounds);
    const ids = byTable(changes.results);
    for (const table of entities) this.#staging.drop(table, ids.get(table.name) ?? []);
    for (const [i, table] of [...entities, ...logs, ...dated].entries()) this.#staging.put(table, results[i].results);
    for (const [i, table] of logs.entries()) {
      const { first, last } = bounds[i];
      this.#staging.dropBefore(table, first);
      const end = results[entities.length + i].results.at(-1)?.seq ?? this.#end(table);
      if (end < last) return null;
    }
    this.changes += changes.results.length;
    return { sequences: sequences.results, bookmark: await session.getBookmark() };
  }
}

/**
 * Writes a backup into an empty directory. @returns its manifest
 * @param options.onRead is awaited when every table was read once: for tests
 */
export async function dump({ DB, database }, dir, { remote = false, onRead } = {}) {
  const version = await schemaVersion(DB);
  if (!version) throw new Error('the database has no tables yet.');
  const tables = await tablesOf(DB);
  const kept = tables.filter(({ leftOut }) => !leftOut);
  const staging = new Staging(dir);
  try {
    const backup = new Dump(DB, staging, kept);
    await backup.everyTable();
    await onRead?.();
    let moment = null;
    while (!moment) {
      await backup.catchUp();
      moment = await backup.lastChanges();
    }
    const manifest = {
      format: 1,
      made_at: new Date().toISOString(),
      from: { database, remote, bookmark: moment.bookmark },
      schema: version,
      changes: backup.changes,
      sequences: Object.fromEntries(moment.sequences.map(({ name, seq }) => [name, seq])),
      tables: kept.map((table) => staging.write(table)),
      left_out: Object.fromEntries(tables.filter(({ leftOut }) => leftOut).map(({ name, leftOut }) => [name, leftOut])),
    };
    writeFileSync(join(dir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    return manifest;
  } finally {
    staging.close();
  }
}

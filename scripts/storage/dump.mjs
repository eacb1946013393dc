// What `npm run backup` does. D1 has no transaction that lasts longer than one batch, and its own export stops the service:
// so tables are read in pages while the service writes. What was written meanwhile, as the audit trail says, is read
// again, and the last changes and the ends of all logs in one batch, which is one transaction: the backup is the database
// as it was at that moment.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageStatement, pages, patiently, quoted, select, selectAll } from './pages.mjs';
import { Staging } from './staging.mjs';
import { schemaVersion, tablesOf, timesOf } from './tables.mjs';

/** At most so many changes are left to the last batch. */
const LAST_CHANGES = 50;
const CHANGES_PER_ROUND = 500;
/** Before the backup began, in milliseconds: the time of a row is that of its request or of the hourly job, which may take long. */
const SLACK = 3_600_000;

const list = (columns) => columns.map(quoted).join(', ');

/** Of a queue: the row with a number. */
const idOf = ({ name }) => `SELECT id FROM ${quoted(name)} WHERE seq = ?`;

/**
 * Of the access log: the last object that its day counts, and the first day that is counted. Those before it were removed; it
 * may be under way.
 */
const OBJECTS = `SELECT coalesce((SELECT min(seq) - 1 FROM access_uncounted), (SELECT max(seq) FROM access_object), 0) AS last,
  (SELECT min(day) FROM access_day) AS first`;
/** No day is later. */
const LAST_DAY = 1e9;
/**
 * Days that have got objects behind one, and days from one to another that have lost some. Objects are looked up by their
 * numbers: SQLite would walk through the index that has their days.
 */
const CHANGED_DAYS = `SELECT DISTINCT day FROM (SELECT day FROM access_object NOT INDEXED WHERE seq > ?1
  UNION ALL SELECT day FROM access_object WHERE day >= ?2 AND day <= ?3 AND removed_at IS NOT NULL)`;

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
  /** of the access log, when its days were read */
  #objects = { last: 0, first: null };
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
    if (this.#kind('counts').length > 0) [this.#objects] = await select(this.#DB, OBJECTS);
    // States first: the hourly job's progress must not be ahead of the rows.
    for (const table of [...this.#kind('state'), ...this.#tables.filter(({ kind }) => kind !== 'state')]) {
      this.#staging.add(table);
      await this.#read(table);
    }
  }

  #objectTable() {
    return this.#tables.find(({ name }) => name === 'access_object');
  }

  #logs() {
    return [...this.#kind('log'), ...this.#kind('queue')];
  }

  /** Reads what is behind the last row read, up to where the table ends now: writers may be as fast as this. */
  async #read(table) {
    if (table.kind === 'queue') return this.#readQueue(table);
    const options = {};
    if (table.key.join() === 'seq') {
      const [{ last }] = await select(this.#DB, `SELECT max(seq) AS last FROM ${quoted(table.name)}`);
      Object.assign(options, { after: [this.#end(table)], where: 'seq <= ?2', values: [last] });
    }
    for await (const rows of pages(this.#DB, table, options)) this.#put(table, rows);
  }

  /** As a log; from its beginning where the last row that was read has left, as others may have the numbers then. */
  async #readQueue(table) {
    const [{ last }] = await select(this.#DB, `SELECT max(seq) AS last FROM ${quoted(table.name)}`);
    do {
      const [[there], rows] = await selectAll(this.#DB, [
        [idOf(table), this.#end(table)],
        [pageStatement(table, { after: true }), this.#end(table)],
      ]);
      if (this.#hasEnd(table, there)) this.#put(table, rows);
      else this.#clear(table);
      if (rows.length === 0) return;
    } while (this.#end(table) < last);
  }

  /** Whether the last row that was read is still there. */
  #hasEnd(table, there) {
    return this.#end(table) === 0 || this.#staging.has(table, this.#end(table), there?.id);
  }

  #put(table, rows) {
    this.#staging.put(table, rows);
    if (rows.length > 0) this.#ends.set(table, rows.at(-1).seq);
  }

  #clear(table) {
    this.#staging.dropBefore(table, null);
    this.#ends.delete(table);
  }

  /** Reads the days of the access log again that may have counted objects since, or have lost them. */
  async #recount(table) {
    const [now] = await select(this.#DB, OBJECTS);
    const changed = [this.#objects.last, this.#objects.first, now.first ?? LAST_DAY];
    for (const { day } of await select(this.#DB, CHANGED_DAYS, ...changed)) {
      this.#staging.drop(table, [day]);
      for (const part of [table, this.#objectTable()])
        this.#staging.put(
          part,
          await select(this.#DB, `SELECT ${list(part.columns)} FROM ${part.name} WHERE day = ?`, day),
        );
    }
    this.#objects = now;
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
      for (const table of this.#logs()) await this.#read(table);
      for (const table of this.#kind('counts')) await this.#recount(table);
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
    const [entities, logs, dated] = [this.#kind('entity'), this.#logs(), this.#kind('dated')];
    const [queues, counts, few] = [this.#kind('queue'), this.#kind('counts'), this.#kind('few')];
    const session = this.#DB.withSession('first-primary');
    const query = (sql, ...values) => session.prepare(sql).bind(...values);
    const changed = 'SELECT entity_id FROM audit WHERE seq > ? AND entity = ?';
    const { last, first } = this.#objects;
    const results = await patiently(() =>
      session.batch([
        query('SELECT entity, entity_id FROM audit WHERE seq > ?', this.#seen),
        query('SELECT name, seq FROM sqlite_sequence ORDER BY name'),
        ...entities.map(({ name, columns }) =>
          query(`SELECT ${list(columns)} FROM ${quoted(name)} WHERE id IN (${changed})`, this.#seen, name),
        ),
        ...logs.map((table) => query(pageStatement(table, { after: true }), this.#end(table))),
        ...dated.map((table) => {
          const where = timesOf(table).map((time) => `${time} >= ?1`);
          const { name, columns } = table;
          return query(
            `SELECT ${list(columns)} FROM ${quoted(name)} WHERE ${where.join(' OR ')}`,
            this.#started - SLACK,
          );
        }),
        ...few.map(({ name, columns }) => query(`SELECT ${list(columns)} FROM ${quoted(name)}`)),
        ...logs.map(({ name }) => query(`SELECT min(seq) AS first, max(seq) AS last FROM ${quoted(name)}`)),
        ...queues.map((table) => query(idOf(table), this.#end(table))),
        ...counts.flatMap(({ name, columns }) => [
          query(OBJECTS),
          query(CHANGED_DAYS, last, first, first),
          query(`SELECT ${list(columns)} FROM ${quoted(name)} WHERE day IN (${CHANGED_DAYS})`, last, first, first),
          query('SELECT * FROM access_object WHERE day = ? AND removed_at IS NOT NULL', first),
        ]),
      ]),
    );
    const next = (n) => results.splice(0, n).map(({ results }) => results);
    const [[changes, sequences], ofEntities, ofLogs, ofDated] = [2, entities.length, logs.length, dated.length].map(
      next,
    );
    const [ofFew, bounds, ends] = [few.length, logs.length, queues.length].map(next);
    if (queues.some((table, i) => !this.#hasEnd(table, ends[i][0]))) return null;
    for (const table of counts) {
      const [[now], days, rows, removed] = next(4);
      if (now.first !== first) return null;
      this.#staging.drop(
        table,
        days.map(({ day }) => day),
      );
      this.#staging.put(table, rows);
      this.#staging.put(this.#objectTable(), removed);
    }
    const ids = byTable(changes);
    for (const table of entities) this.#staging.drop(table, ids.get(table.name) ?? []);
    for (const table of few) this.#clear(table);
    const read = [...ofEntities, ...ofLogs, ...ofDated, ...ofFew];
    for (const [i, table] of [...entities, ...logs, ...dated, ...few].entries()) this.#staging.put(table, read[i]);
    for (const [i, table] of logs.entries()) {
      const [{ first, last }] = bounds[i];
      this.#staging.dropBefore(table, first);
      if ((ofLogs[i].at(-1)?.seq ?? this.#end(table)) < last) return null;
    }
    this.changes += changes.length;
    return { sequences, bookmark: await session.getBookmark() };
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

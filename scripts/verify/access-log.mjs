// Compares the access log with itself: the objects in R2 with their rows and with what `access_day` counts.
import { gunzipSync } from 'node:zlib';
import '../typescript.mjs';
import { listed } from '../storage/objects.mjs';
import { patiently, select, selectAll } from '../storage/pages.mjs';

const { NO_HASH } = await import('../../src/audit/chain.ts');
const { ACCESS_PREFIX, objectKey } = await import('../../src/access-log/objects.ts');
const { countsOf } = await import('../../src/access-log/counts.ts');
const { countFault, readAccesses, together } = await import('../../src/access-log/verify.ts');
const { dateOfDay, dayOfDate } = await import('../../src/rules/datetime.ts');

const ROWS = 5_000;
/** Objects that are read at once. */
const AT_ONCE = 16;
const DAY = 86_400_000;
/** The least that `ACCESS_RETENTION_DAYS` takes. */
const KEPT_DAYS = 365;

const objectsAfter = `SELECT seq, day, looks, first_at, last_at, hash, removed_at FROM access_object
  WHERE seq > ? ORDER BY seq LIMIT ${ROWS}`;
/** Without reading all rows of a day. */
const COUNTED_DAYS = `WITH RECURSIVE d (day) AS (SELECT min(day) FROM access_day
  UNION ALL SELECT (SELECT min(day) FROM access_day WHERE day > d.day) FROM d WHERE day IS NOT NULL)
  SELECT day FROM d WHERE day IS NOT NULL`;

/** Days of one question. */
const DAYS = 10;
const SUMS = `SELECT day, sum(counted) AS counted, sum(said) AS said FROM (
    SELECT day, looks AS counted, 0 AS said, NULL AS removed_at FROM access_day WHERE day >= ?1 AND day < ?2
    UNION ALL SELECT day, looks, 0, NULL FROM access_uncounted JOIN access_object USING (seq) WHERE day >= ?1 AND day < ?2
    UNION ALL SELECT day, 0, looks, removed_at FROM access_object WHERE day >= ?1 AND day < ?2)
  GROUP BY day HAVING sum(counted) <> sum(said) AND max(removed_at) IS NULL`;

/** What objects of a day have that `access_day` does not count yet. */
const UNCOUNTED = 'SELECT seq, counts FROM access_uncounted JOIN access_object USING (seq) WHERE day = ?';

/** What `work` gives for each, in order, while it is under way for those that follow. */
async function* ahead(items, work) {
  const begun = [];
  for (const item of items) {
    const result = work(item);
    result.catch(() => {}); // is thrown where it is waited for
    begun.push(result);
    if (begun.length === AT_ONCE) yield begun.shift();
  }
  yield* begun;
}

function textOf(bytes) {
  try {
    return gunzipSync(bytes).toString();
  } catch {
    return undefined;
  }
}

const shown = (object) => `object ${object.seq} of ${dateOfDay(object.day)} (${objectKey(object)})`;
const numbers = (from, to) => (from === to ? `object ${from}` : `objects ${from} to ${to}`);

class Verification {
  #DB;
  #FILES;
  #seen;
  /** the first day whose objects are read */
  #from;
  #missing = [];
  /** the last day of which an object is removed, and the first of which one is not */
  #removed = { day: -1 };
  #kept = { day: Number.POSITIVE_INFINITY };
  verdict = { faults: [], objects: 0, looks: 0, removed: 0, unread: 0, left: 0, head: { seq: 0, hash: NO_HASH } };

  constructor({ DB, FILES }, seen, from) {
    this.#DB = DB;
    this.#FILES = FILES;
    this.#seen = seen;
    this.#from = from;
  }

  fault(what) {
    this.verdict.faults.push(`access: ${what}`);
  }

  /** Until when accesses may have been removed, in epoch milliseconds. */
  get removedUntil() {
    return (this.#removed.day + 1) * DAY;
  }

  /** Rows of the objects behind those that were read, and the objects of the days that are looked at. */
  async objects() {
    for (;;) {
      const rows = await select(this.#DB, objectsAfter, this.verdict.head.seq);
      const before = this.verdict.head.hash;
      const placed = rows.map((row, i) => ({ row, previous: rows[i - 1]?.hash ?? before }));
      const read = ahead(placed, async (one) => ({ ...one, looks: await this.#looksOf(one) }));
      for await (const one of read) this.#take(one);
      if (rows.length < ROWS) return;
    }
  }

  /** The accesses of an object, why there are none, or nothing if it is removed. */
  async #looksOf({ row, previous }) {
    if (row.removed_at !== null) return undefined;
    if (row.day < this.#from) return 'unread';
    const bytes = await this.#bytesOf(objectKey(row));
    if (!bytes) return 'missing';
    const text = textOf(bytes);
    return text === undefined ? 'altered' : readAccesses(row, previous, text);
  }

  #bytesOf(key) {
    return patiently(async () => (await this.#FILES.get(key))?.arrayBuffer());
  }

  #take({ row, looks }) {
    const { seq, day, hash, removed_at } = row;
    const { head } = this.verdict;
    if (seq !== head.seq + 1) this.fault(`${numbers(head.seq + 1, seq - 1)}: no row`);
    this.verdict.objects++;
    this.verdict.looks += row.looks;
    if (removed_at !== null) {
      this.verdict.removed++;
      if (day > this.#removed.day) this.#removed = row;
      if (Date.now() < (day + KEPT_DAYS) * DAY) this.fault(`object ${seq} of ${dateOfDay(day)}: removed within a year`);
    } else if (day < this.#kept.day) this.#kept = row;
    if (looks === 'missing') this.#missing.push(row);
    else if (looks === 'unread') this.verdict.unread++;
    else if (typeof looks === 'string') this.fault(`${shown(row)}: ${looks}`);
    const state = removed_at === null ? (typeof looks === 'string' ? 'unread' : 'read') : 'removed';
    this.#seen.atOnce(() => {
      this.#seen.putObject(row, objectKey(row), state);
      if (state === 'read') this.#note(row, looks);
    });
    this.verdict.head = { seq, hash };
  }

  #note({ seq, day }, looks) {
    for (const { id } of looks) {
      if (!this.#seen.putAccess(id))
        this.fault(`object ${seq} of ${dateOfDay(day)}: look ${id} is in another one, too`);
    }
    for (const count of countsOf(looks)) this.#seen.putCount(day, count);
  }

  /** Days leave as a whole, the oldest first, within a few runs of the hourly job. */
  removal() {
    const [removed, kept] = [this.#removed, this.#kept];
    const isUnderWay = kept.day === removed.day && removed.removed_at > Date.now() - DAY;
    if (kept.day <= removed.day && !isUnderWay)
      this.fault(
        `object ${removed.seq} of ${dateOfDay(removed.day)}: removed, while object ${kept.seq} of ${dateOfDay(kept.day)} is not`,
      );
  }

  /** Objects that are not there, unless the hourly job has removed them meanwhile. */
  async missing() {
    for (const row of this.#missing) {
      const [now] = await select(this.#DB, 'SELECT removed_at FROM access_object WHERE seq = ?', row.seq);
      if (now.removed_at === null) this.fault(`${shown(row)}: missing`);
    }
  }

  /** What is in the bucket that should not be. */
  async others() {
    const unknown = [];
    for await (const { key } of listed(this.#FILES, ACCESS_PREFIX)) {
      const state = this.#seen.stateOf(key);
      if (state === 'removed') this.verdict.left++;
      if (state === undefined && !this.#isBefore(key)) unknown.push(key);
    }
    // Those that came meanwhile have a row now.
    if (unknown.length > 0) await this.objects();
    for (const key of unknown) {
      if (this.#seen.stateOf(key) !== undefined) continue;
      const bytes = await this.#bytesOf(key);
      if (!bytes) continue;
      if ((await this.#isOfRemovedDay(key)) || this.#isLeft(textOf(bytes))) this.verdict.left++;
      else this.fault(`${key}: no row knows it, and it has looks that are in no other object`);
    }
  }

  #isBefore(key) {
    return dayOfDate(key.slice(ACCESS_PREFIX.length)) < this.#from;
  }

  /** Then the hourly job removes it, too. */
  async #isOfRemovedDay(key) {
    const day = dayOfDate(key.slice(ACCESS_PREFIX.length));
    const [{ objects, removed }] = await select(
      this.#DB,
      'SELECT count(*) AS objects, count(removed_at) AS removed FROM access_object WHERE day = ?',
      day,
    );
    return objects > 0 && objects === removed;
  }

  /** Whether all accesses of an object without a row are on record: a crash came before its row, and they came again. */
  #isLeft(text) {
    const [, ...lines] = text?.trimEnd().split('\n') ?? [];
    try {
      return lines.length > 0 && lines.every((line) => this.#seen.hasAccess(JSON.parse(line).id));
    } catch {
      return false;
    }
  }

  /** What `access_day` counts is what the objects have. A day that is being removed has counts for longer than objects. */
  async days() {
    const days = new Map(this.#seen.days().map(({ day, isRead }) => [day, isRead === 1]));
    for (const { day } of await select(this.#DB, COUNTED_DAYS)) days.set(day, days.get(day) ?? true);
    for (const [day, isRead] of days) if (isRead) await this.#day(day);
  }

  async #day(day) {
    const { head } = this.verdict;
    const [later, [{ removed }], rows, waiting] = await selectAll(this.#DB, [
      ['SELECT seq FROM access_object WHERE seq > ? AND day = ? LIMIT 1', head.seq, day],
      ['SELECT count(*) AS removed FROM access_object WHERE day = ? AND removed_at IS NOT NULL', day],
      ['SELECT patient_seq, actor_seq, looks, first_at, last_at, kinds FROM access_day WHERE day = ?', day],
      [UNCOUNTED, day],
    ]);
    if (later.length > 0) {
      await this.objects();
      return this.#day(day);
    }
    if (removed > 0) return;
    const found = this.#seen.countsOf(day);
    const patients = await this.#known(
      'patient',
      found.map((row) => row.patient_id),
      rows.map((row) => row.patient_seq),
    );
    const accounts = await this.#known(
      'user',
      found.map((row) => row.actor),
      rows.map((row) => row.actor_seq),
    );
    const uncounted = waiting.flatMap(({ seq, counts }) => this.#counts(seq, counts));
    const counted = byPair([...rows, ...uncounted], (row) => [
      row.patient_seq === undefined ? patients.known(row.patient_id) : patients.ids.get(row.patient_seq),
      row.actor_seq === undefined ? accounts.known(row.actor) : accounts.ids.get(row.actor_seq),
    ]);
    const expected = byPair(found, (row) => [patients.known(row.patient_id), accounts.known(row.actor)]);
    for (const pair of new Set([...counted.keys(), ...expected.keys()])) {
      const wrong = countFault(counted.get(pair), expected.get(pair));
      if (!wrong) continue;
      const [patient, account] = pair.split(' ');
      const whose = `${patient ? `patient ${patient}` : 'no patient'} and ${account ? `account ${account}` : 'no account'}`;
      this.fault(`access_day ${dateOfDay(day)}, ${whose}: ${wrong}`);
    }
  }

  #counts(seq, counts) {
    try {
      return JSON.parse(counts);
    } catch {
      this.fault(`access_uncounted ${seq}: altered`);
      return [];
    }
  }

  /** Those that the database knows of these ids and numbers: after Time Travel it may know fewer. */
  async #known(table, ids, seqs) {
    const rows = await select(
      this.#DB,
      `SELECT seq, id FROM ${table} WHERE id IN (SELECT value FROM json_each(?1))
        UNION SELECT seq, id FROM ${table} WHERE seq IN (SELECT value FROM json_each(?2))`,
      ...[ids, seqs].map((values) => JSON.stringify([...new Set(values)])),
    );
    const known = new Set(rows.map(({ id }) => id));
    return {
      ids: new Map(rows.map(({ seq, id }) => [seq, id])),
      known: (id) => (known.has(id) ? id : undefined),
    };
  }

  /** Of days whose objects were not read: as many accesses are counted as these are said to have. */
  async sums() {
    const [{ first, last }] = await select(
      this.#DB,
      `SELECT min(first) AS first, max(last) AS last FROM (SELECT min(day) AS first, max(day) AS last FROM access_day
        UNION ALL SELECT min(day), max(day) FROM access_object)`,
    );
    if (first === null) return;
    const end = Math.min(last + 1, this.#from);
    for (let day = first; day < end; day += DAYS) {
      for (const { day: on, counted, said } of await select(this.#DB, SUMS, day, Math.min(day + DAYS, end)))
        this.fault(`access_day ${dateOfDay(on)}: counts ${counted} looks, the objects are said to have ${said}`);
    }
  }
}

/** Rows by the ids of patient and account, those of the same ones together. */
function byPair(rows, idsOf) {
  const pairs = new Map();
  for (const row of rows) {
    const pair = idsOf(row)
      .map((id) => id ?? '')
      .join(' ');
    pairs.set(pair, pairs.has(pair) ? together(pairs.get(pair), row) : row);
  }
  return pairs;
}

/**
 * Every fault of the access log; `verdict` of its objects, `removedUntil`, and how many rows wait in D1.
 * @param seen collects what is read
 * @param from the first day whose objects are read; Infinity: the bucket is not looked at
 */
export async function verifyAccessLog(storage, seen, from) {
  const { DB } = storage;
  const verification = new Verification(storage, seen, from);
  const [{ waiting }] = await select(DB, 'SELECT count(*) AS waiting FROM access');
  for (const { seq } of await select(DB, 'SELECT seq FROM access_object WHERE seq < 1 LIMIT 20'))
    verification.fault(`object ${seq}: made up, as numbers begin with 1`);
  await verification.objects();
  verification.removal();
  if (from < Number.POSITIVE_INFINITY) {
    await verification.others();
    await verification.days();
    await verification.missing();
  }
  await verification.sums();
  return { ...verification.verdict, waiting, removedUntil: verification.removedUntil };
}

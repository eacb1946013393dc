// Who has seen whom is not forgotten by Time Travel: the objects of the access log are still in the bucket, and the backup that
// was made just before has their rows and what they count. Bounded batches, each of which may be repeated.
import '../typescript.mjs';
import { quoted, select, selectAll } from './pages.mjs';

const { writeAccess } = await import('../../src/access-log/table.ts');
const { countUp } = await import('../../src/access-log/queries.ts');
const { Database } = await import('../../src/db/client.ts');

/** Rows of the restored database among which the last common one is looked for. */
const TAIL = 5_000;
const ROWS = 1_000;
/** Accesses that wait have texts. */
const LOOKS = 300;

function* chunks(rows, size) {
  let chunk = [];
  for (const row of rows) {
    if (chunk.push(row) < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** Inserts rows, their JSON, only while the last object is the one with a number: nothing else was written. */
function insert(table, rows, last) {
  const columns = Object.keys(rows[0]);
  const values = columns.map((column) => `value ->> '$.${column}'`).join(', ');
  const sql = `INSERT INTO ${table} (${columns.map(quoted).join(', ')}) SELECT ${values} FROM json_each(?1)
    WHERE coalesce((SELECT max(seq) FROM access_object), 0) = ?2`;
  return [sql, JSON.stringify(rows), last];
}

/**
 * What the backup and the database have of the objects: the last common one, those that the database has forgotten, and those
 * that it has got since.
 */
async function divergence(DB, rows) {
  const tail = await select(DB, `SELECT seq, hash FROM access_object ORDER BY seq DESC LIMIT ${TAIL}`);
  const restored = new Map(tail.map(({ seq, hash }) => [seq, hash]));
  let common = 0;
  let forgotten = [];
  for (const row of rows) {
    if (restored.get(row.seq) === row.hash) {
      common = row.seq;
      forgotten = [];
    } else if (row.seq > (tail.at(-1)?.seq ?? 0)) forgotten.push(row);
  }
  return { common, forgotten, since: tail.map(({ seq }) => seq).filter((seq) => seq > common) };
}

/**
 * Counts of their days first: once the rows of the objects are there, a repetition would not know the days. What these do not
 * count comes with the objects, to be counted later.
 */
async function putBack(DB, { common, forgotten }, counts, uncounted) {
  await new Database(DB, 'first-primary').run(countUp());
  const days = new Set(forgotten.map(({ day }) => day));
  for (const rows of chunks(ofDays(counts, days), ROWS)) {
    const [sql, ...values] = insert('access_day', rows, common);
    const replace = ['looks', 'first_at', 'last_at', 'kinds'].map((name) => `${name} = excluded.${name}`).join(', ');
    await selectAll(DB, [
      [`${sql} ON CONFLICT DO UPDATE SET ${replace} WHERE excluded.looks > access_day.looks`, ...values],
    ]);
  }
  const waiting = new Map(Array.from(uncounted, (row) => [row.seq, row]));
  for (const rows of chunks(forgotten, ROWS)) {
    const { seq } = rows.at(-1);
    const counts = rows.flatMap((row) => waiting.get(row.seq) ?? []);
    const [[{ last }]] = (
      await selectAll(DB, [
        insert('access_object', rows, rows[0].seq - 1),
        ...(counts.length > 0 ? [insert('access_uncounted', counts, seq)] : []),
        ['SELECT max(seq) AS last FROM access_object'],
      ])
    ).slice(-1);
    if (last !== seq)
      throw new Error('the access log was written meanwhile: pause the queue, and begin anew with step 3.');
  }
}

function* ofDays(rows, days) {
  for (const row of rows) if (days.has(row.day)) yield row;
}

/** Days whose objects had been removed have no objects any more. */
async function removeAgain(DB, rows) {
  const objects = await select(
    DB,
    'SELECT seq, day FROM access_object WHERE removed_at IS NULL AND day < ?',
    lastRemoved(rows()),
  );
  const present = new Set(objects.map(({ seq }) => seq));
  const removed = [...rows()].filter(({ seq, removed_at }) => removed_at !== null && present.has(seq));
  for (const [day, some] of Map.groupBy(removed, (row) => row.day)) {
    await selectAll(DB, [
      [
        `UPDATE access_object SET removed_at = value ->> 'removed_at' FROM json_each(?) WHERE seq = value ->> 'seq'`,
        JSON.stringify(some),
      ],
      [
        `DELETE FROM access_day WHERE day = ?1
          AND NOT EXISTS (SELECT 1 FROM access_object WHERE day = ?1 AND removed_at IS NULL)`,
        day,
      ],
    ]);
  }
}

/** The day behind the last one that was removed. */
function lastRemoved(rows) {
  let day = 0;
  for (const row of rows) if (row.removed_at !== null) day = Math.max(day, row.day + 1);
  return day;
}

/** @returns how many accesses wait again in D1: also some that an object has by now, in which the hourly job finds them */
async function wait(DB, rows) {
  const count = async () => (await select(DB, 'SELECT count(*) AS n FROM access'))[0].n;
  const before = await count();
  const database = new Database(DB, 'first-primary');
  for (const looks of chunks(rows, LOOKS)) await writeAccess(database, looks);
  return (await count()) - before;
}

/**
 * @param part the rows of a table of the backup
 * @returns how many objects and waiting accesses are on record again, and the numbers of objects that were written since the
 * restore: then none is put back, as these have the numbers
 */
export async function reconcileAccess(DB, part) {
  const found = await divergence(DB, part('access_object'));
  const isBehind = found.forgotten.length > 0 && found.since.length > 0;
  if (!isBehind) {
    await putBack(DB, found, part('access_day'), part('access_uncounted'));
    await removeAgain(DB, () => part('access_object'));
  }
  return {
    objects: isBehind ? 0 : found.forgotten.length,
    waiting: await wait(DB, part('access')),
    since: isBehind ? found.since.sort((a, b) => a - b) : [],
  };
}

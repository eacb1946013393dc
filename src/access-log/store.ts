import { lineOf, NO_HASH } from '../audit/chain';
import type { Database } from '../db/client';
import { batchOf, onlyRow } from '../db/query';
import { changedRows } from '../db/statement';
import { localDay } from '../rules/datetime';
import { sha256 } from '../rules/sha256';
import { type Count, countsOf, timesOf } from './counts';
import { AT_ONCE, gzip, linesOf, lookKey, lookText, type StoredLook, textIn } from './objects';
import {
  countUp,
  lastObject,
  type NewObject,
  objectsWithin,
  patientsOf,
  recorded,
  type TimedObject,
  uncounted,
} from './queries';
import type { AccessRecord } from './record';

/** A look at a file has an `owner_id` until its patient is known. */
type NewLook = StoredLook & Pick<Partial<AccessRecord>, 'owner_id'>;

export interface LookStore {
  database: Database;
  bucket: R2Bucket;
  timeZone: string;
}

/** Others, as the sweep, may write at the same time. */
const TRIES = 5;
/** Takes about 0.1 s. The more are counted together, the fewer rows are written. */
export const COUNTED_TOGETHER = 25_000;

async function each<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items[Symbol.iterator]();
  const slot = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, slot));
}

const dayOf = (timeZone: string) => (look: StoredLook) => localDay(look.at, timeZone);

const spansOf = (looks: readonly StoredLook[], timeZone: string): string =>
  JSON.stringify([...Map.groupBy(looks, dayOf(timeZone))].map(([day, some]) => ({ day, ...timesOf(some) })));

/**
 * None where the object is missing or altered, which `npm run audit:verify` names. Its looks are then stored again if they come
 * again: better twice than never, and to wait for the object would stop the log for good.
 */
async function looksIn(bucket: R2Bucket, object: TimedObject): Promise<StoredLook[]> {
  // If R2 throws, the message comes again.
  const text = await textIn(bucket, lookKey(object));
  if (text === undefined || (await sha256(text)) !== object.hash) return [];
  return linesOf(text).map((line) => JSON.parse(line));
}

async function unstoredAmong(
  looks: readonly NewLook[],
  bucket: R2Bucket,
  objects: readonly TimedObject[],
): Promise<NewLook[]> {
  const left = new Map(looks.map((look) => [look.id, look]));
  const mayHave = ({ first_at, last_at }: TimedObject) => looks.some(({ at }) => at >= first_at && at <= last_at);
  await each(objects.filter(mayHave), async (object) => {
    for (const { id } of await looksIn(bucket, object)) left.delete(id);
  });
  return [...left.values()];
}

export async function notStored(
  { database, bucket, timeZone }: LookStore,
  looks: readonly StoredLook[],
): Promise<NewLook[]> {
  return unstoredAmong(looks, bucket, await database.run(objectsWithin({ spans: spansOf(looks, timeZone) })));
}

async function newObjects(looks: readonly StoredLook[], timeZone: string, last = { seq: 0, hash: NO_HASH }) {
  let { seq, hash } = last;
  const made: { object: NewObject; text: string; counts: Count[] }[] = [];
  for (const [day, some] of Map.groupBy(looks, dayOf(timeZone))) {
    const lines = some.sort((a, b) => (a.id < b.id ? -1 : 1)).map(lineOf);
    const of = { seq: ++seq, day, looks: some.length };
    const previous = hash;
    const { text, ...hashed } = await lookText(of, previous, lines);
    hash = hashed.hash;
    made.push({ object: { ...of, ...timesOf(some), hash, previous }, text, counts: countsOf(some) });
  }
  return made;
}

/**
 * Writes objects first, then their rows in one transaction. A crash between the two leaves an object without a row, which does
 * not count, and its looks come again.
 * @returns how many objects were written
 * @throws StorageError, and what R2 throws. Then no look was stored, unless only the answer was lost
 */
export async function storeLooks(
  { database, bucket, timeZone }: LookStore,
  looks: readonly NewLook[],
): Promise<number> {
  const owners = [...new Set(looks.flatMap(({ owner_id }) => owner_id ?? []))];
  const spans = spansOf(looks, timeZone);
  for (let tries = 0; tries < TRIES; tries++) {
    // A replica may lack what another consumer has just stored.
    database.turnToPrimary();
    const found = await database.batch({
      patients: owners.length > 0 ? patientsOf({ owners: JSON.stringify(owners) }) : undefined,
      last: lastObject({}),
      objects: objectsWithin({ spans }),
      uncounted: uncounted({}),
    });
    const patients = new Map(found.patients?.map(({ owner, patient_id }) => [owner, patient_id]));
    const unstored = (await unstoredAmong(looks, bucket, found.objects)).map(({ owner_id, ...look }): StoredLook => {
      const patient_id = look.patient_id ?? (owner_id ? (patients.get(owner_id) ?? null) : null);
      return { ...look, patient_id };
    });
    const made = await newObjects(unstored, timeZone, found.last[0]);
    if (made.length === 0) return 0;
    await each(made, async ({ object, text }) =>
      bucket.put(lookKey(object), await gzip(text), { httpMetadata: { contentType: 'application/gzip' } }),
    );
    const { changed } = await database.batch({
      objects: batchOf(Object.fromEntries(made.map(({ object, counts }) => [object.seq, recorded(object, counts)]))),
      changed: changedRows({}),
      counted: (found.uncounted[0]?.waiting ?? 0) >= COUNTED_TOGETHER ? countUp() : undefined,
    });
    if (onlyRow(changed).n > 0) return made.length;
  }
  throw new Error('Others wrote each time');
}

/** The end of the chain: a copy of it kept elsewhere shows whether the chain was made anew. */
export async function accessHead(database: Database): Promise<{ objects: number; hash: string }> {
  const { seq: objects, hash } = (await database.first(lastObject({}))) ?? { seq: 0, hash: NO_HASH };
  return { objects, hash };
}

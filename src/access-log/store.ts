import { lineOf, NO_HASH } from '../audit/chain';
import type { Database } from '../db/client';
import { batchOf, onlyRow } from '../db/query';
import { changedRows } from '../db/statement';
import { localDay } from '../rules/datetime';
import { type Count, countsOf, timesOf } from './counts';
import { AT_ONCE, bytesIn, gzip, linesOf, objectKey, objectText, recordedText, type StoredAccess } from './objects';
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

/** An access to a file has an `owner_id` until its patient is known. */
type NewAccess = StoredAccess & Pick<Partial<AccessRecord>, 'owner_id'>;

export interface AccessStore {
  database: Database;
  bucket: R2Bucket;
  timeZone: string;
}

/** Others, as the hourly job, may write at the same time. */
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

const dayOf = (timeZone: string) => (access: StoredAccess) => localDay(access.at, timeZone);

const spansOf = (accesses: readonly StoredAccess[], timeZone: string): string =>
  JSON.stringify([...Map.groupBy(accesses, dayOf(timeZone))].map(([day, some]) => ({ day, ...timesOf(some) })));

/**
 * None where the object is missing or altered, which `npm run audit:verify` names. Its accesses are then stored again if they come
 * again: better twice than never, and to wait for the object would stop the log for good.
 */
async function accessesIn(bucket: R2Bucket, object: TimedObject): Promise<StoredAccess[]> {
  // If R2 throws, the message comes again.
  const text = await recordedText(await bytesIn(bucket, objectKey(object)), object);
  return text === undefined ? [] : linesOf(text).map((line) => JSON.parse(line));
}

async function unstoredAmong(
  accesses: readonly NewAccess[],
  bucket: R2Bucket,
  objects: readonly TimedObject[],
): Promise<NewAccess[]> {
  const left = new Map(accesses.map((access) => [access.id, access]));
  const mayHave = ({ first_at, last_at }: TimedObject) => accesses.some(({ at }) => at >= first_at && at <= last_at);
  await each(objects.filter(mayHave), async (object) => {
    for (const { id } of await accessesIn(bucket, object)) left.delete(id);
  });
  return [...left.values()];
}

export async function notStored(
  { database, bucket, timeZone }: AccessStore,
  accesses: readonly StoredAccess[],
): Promise<NewAccess[]> {
  return unstoredAmong(accesses, bucket, await database.run(objectsWithin({ spans: spansOf(accesses, timeZone) })));
}

async function newObjects(accesses: readonly StoredAccess[], timeZone: string, last = { seq: 0, hash: NO_HASH }) {
  let { seq, hash } = last;
  const made: { object: NewObject; text: string; counts: Count[] }[] = [];
  for (const [day, some] of Map.groupBy(accesses, dayOf(timeZone))) {
    const lines = some.sort((a, b) => (a.id < b.id ? -1 : 1)).map(lineOf);
    const of = { seq: ++seq, day, looks: some.length };
    const previous = hash;
    const { text, ...hashed } = await objectText(of, previous, lines);
    hash = hashed.hash;
    made.push({ object: { ...of, ...timesOf(some), hash, previous }, text, counts: countsOf(some) });
  }
  return made;
}

/**
 * Writes objects first, then their rows in one transaction. A crash between the two leaves an object without a row, which does
 * not count, and its accesses come again.
 * @returns how many objects were written
 * @throws StorageError, and what R2 throws. Then no access was stored, unless only the answer was lost
 */
export async function storeAccesses(
  { database, bucket, timeZone }: AccessStore,
  accesses: readonly NewAccess[],
): Promise<number> {
  const owners = [...new Set(accesses.flatMap(({ owner_id }) => owner_id ?? []))];
  const spans = spansOf(accesses, timeZone);
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
    const unstored = (await unstoredAmong(accesses, bucket, found.objects)).map(
      ({ owner_id, ...access }): StoredAccess => {
        const patient_id = access.patient_id ?? (owner_id ? (patients.get(owner_id) ?? null) : null);
        return { ...access, patient_id };
      },
    );
    const made = await newObjects(unstored, timeZone, found.last[0]);
    if (made.length === 0) return 0;
    await each(made, async ({ object, text }) =>
      bucket.put(objectKey(object), await gzip(text), { httpMetadata: { contentType: 'application/gzip' } }),
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

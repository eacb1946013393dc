import type { Database } from '../db/client';
import { batchOf, onlyRow } from '../db/query';
import { changedRows } from '../db/statement';
import { localDay } from '../rules/datetime';
import { sha256 } from '../rules/sha256';
import type { AccessRecord } from './access';
import { lineOf, NO_HASH } from './chain';
import { bitOf } from './kinds';
import { gzip, linesOf, lookKey, lookText, textIn } from './look-objects';
import {
  type Count,
  countUp,
  lastObject,
  type NewObject,
  objectsWithin,
  type PlacedObject,
  patientsOf,
  recorded,
  type Times,
  uncounted,
} from './look-rows';

/** A look as it is kept. `seq`: it was sealed as that row of `access`. */
export type KeptLook = Omit<AccessRecord, 'owner_id'> & { seq?: number };
export type Look = KeptLook & Pick<Partial<AccessRecord>, 'owner_id'>;

/** Where looks are kept. */
export interface LookStore {
  database: Database;
  bucket: R2Bucket;
  timeZone: string;
}

/** Others may write at the same time, as the sweep does. */
const TRIES = 5;
/** An invocation has six connections. */
export const AT_ONCE = 6;
/** Looks that are counted together, in some 0.1 s: the more of them, the fewer rows are written. */
export const COUNTED_TOGETHER = 25_000;

async function each<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items[Symbol.iterator]();
  const slot = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, slot));
}

export function timesOf(looks: readonly KeptLook[]): Times {
  const times = looks.map(({ at }) => at);
  return { first_at: Math.min(...times), last_at: Math.max(...times) };
}

/** @returns how often each account has seen each patient, and how */
export function countsOf(looks: readonly KeptLook[]): Count[] {
  const pairs = Map.groupBy(looks, ({ patient_id, actor }) => `${patient_id} ${actor}`);
  return [...pairs.values()].map((some) => ({
    patient_id: some[0]?.patient_id ?? null,
    actor: some[0]?.actor ?? null,
    looks: some.length,
    kinds: some.reduce((kinds, look) => kinds | bitOf(look), 0),
    ...timesOf(some),
  }));
}

const dayOf = (timeZone: string) => (look: KeptLook) => localDay(look.at, timeZone);

/** JSON: on which days they were, and from when to when on each. */
const spansOf = (looks: readonly KeptLook[], timeZone: string): string =>
  JSON.stringify([...Map.groupBy(looks, dayOf(timeZone))].map(([day, some]) => ({ day, ...timesOf(some) })));

/**
 * The looks of an object; none where it is missing or not what was written, which `npm run audit:verify` names. Those of its
 * looks that come again are then kept again: better twice than never, and to wait for it would stop the log for good.
 */
async function looksIn(bucket: R2Bucket, object: PlacedObject): Promise<KeptLook[]> {
  // Where R2 throws, the message comes again.
  const text = await textIn(bucket, lookKey(object));
  if (text === undefined || (await sha256(text)) !== object.hash) return [];
  return linesOf(text).map((line) => JSON.parse(line));
}

/** The looks that are in none of the objects. */
async function newAmong(looks: readonly Look[], bucket: R2Bucket, objects: readonly PlacedObject[]): Promise<Look[]> {
  const left = new Map(looks.map((look) => [look.id, look]));
  const mayHave = ({ first_at, last_at }: PlacedObject) => looks.some(({ at }) => at >= first_at && at <= last_at);
  await each(objects.filter(mayHave), async (object) => {
    for (const { id } of await looksIn(bucket, object)) left.delete(id);
  });
  return [...left.values()];
}

/** The looks that are in no object on record, as R2 has them. */
export async function notKept({ database, bucket, timeZone }: LookStore, looks: readonly KeptLook[]): Promise<Look[]> {
  return newAmong(looks, bucket, await database.run(objectsWithin({ spans: spansOf(looks, timeZone) })));
}

/** The objects that follow the last one, one for each day. */
async function objectsOf(looks: readonly KeptLook[], timeZone: string, last = { seq: 0, hash: NO_HASH }) {
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
 * Keeps the looks that are not kept yet, each once: in an object for each of their days, whose rows follow in one
 * transaction. A crash between the two leaves an object without a row, which is not on record, and its looks come again.
 * @returns how many objects were written
 * @throws StorageError, and what R2 throws. Unless only the answer was lost, none of the looks was kept
 */
export async function keepLooks({ database, bucket, timeZone }: LookStore, looks: readonly Look[]): Promise<number> {
  const owners = [...new Set(looks.flatMap(({ owner_id }) => owner_id ?? []))];
  const spans = spansOf(looks, timeZone);
  for (let tries = 0; tries < TRIES; tries++) {
    // A replica may not know yet what another one has just kept.
    database.turnToPrimary();
    const found = await database.batch({
      patients: owners.length > 0 ? patientsOf({ owners: JSON.stringify(owners) }) : undefined,
      last: lastObject({}),
      objects: objectsWithin({ spans }),
      uncounted: uncounted({}),
    });
    const patients = new Map(found.patients?.map(({ owner, patient_id }) => [owner, patient_id]));
    const kept = (await newAmong(looks, bucket, found.objects)).map(({ owner_id, ...look }): KeptLook => {
      const patient_id = look.patient_id ?? (owner_id ? (patients.get(owner_id) ?? null) : null);
      return { ...look, patient_id };
    });
    const made = await objectsOf(kept, timeZone, found.last[0]);
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

/** The end of the chain of objects. Written down elsewhere, it shows whether the chain was made anew. */
export async function accessHead(database: Database): Promise<{ objects: number; hash: string }> {
  const { seq: objects, hash } = (await database.first(lastObject({}))) ?? { seq: 0, hash: NO_HASH };
  return { objects, hash };
}

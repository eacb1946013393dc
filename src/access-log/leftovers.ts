import { sql } from 'drizzle-orm';
import { accessObject } from '../db/schema';
import { rawStatement } from '../db/statement';
import { DAY, HOUR } from '../rules/clock';
import { localDay } from '../rules/datetime';
import { ORPHAN_DAYS, PAGES_MAX, pages } from '../storage/pages';
import { dayPrefix, linesOf, type ObjectName, objectKey, type StoredAccess, textIn } from './objects';
import { type AccessStore, notStored } from './store';

const ORPHAN_AGE = ORPHAN_DAYS * DAY;
/** Hours, about a month, after which a day has its turn again: of ten years, five days share an hour. */
const TURNS = 720;
/** Objects that a run reads, at most. */
const READ_MAX = 50;
const LOOK_KEY = /\/\d{12}-[0-9a-f]{16}\.ndjson\.gz$/;

const firstDay = rawStatement<unknown, { day: number | null }>(() => sql`select min(day) as day from ${accessObject}`);
const objectsOnRecord = rawStatement<{ day: number }, ObjectName & { removed_at: number | null }>(
  (p) => sql`select seq, day, hash, removed_at from ${accessObject} where day = ${p.day}`,
);

async function isSuperfluous(store: AccessStore, key: string): Promise<boolean> {
  const text = await textIn(store.bucket, key);
  if (text === undefined) return false;
  const accesses = linesOf(text).map((line): StoredAccess => JSON.parse(line));
  return accesses.length > 0 && (await notStored(store, accesses)).length === 0;
}

/**
 * Removes objects that a crash left and whose accesses came again, and all of days that retention has removed: what a restore has
 * put back, and what a crash left, as nothing can be compared any more. Other objects without a row stay, and `npm run
 * audit:verify` names them: after a restore of the database they alone have the accesses since the backup.
 */
export async function removeUnrecorded(store: AccessStore, now: number): Promise<number> {
  const { database, bucket, timeZone } = store;
  const { day: first } = await database.one(firstDay({}));
  if (first === null) return 0;
  const last = localDay(now - ORPHAN_AGE, timeZone);
  const hour = Math.floor(now / HOUR);
  let [removed, read] = [0, 0];
  for (let day = first + ((hour - first) % TURNS); day <= last; day += TURNS) {
    for await (const objects of pages(bucket, [dayPrefix(day)], PAGES_MAX)) {
      const old = objects.filter(({ key, uploaded }) => LOOK_KEY.test(key) && uploaded.getTime() < now - ORPHAN_AGE);
      if (old.length === 0) continue;
      const recorded = new Map(
        (await database.run(objectsOnRecord({ day }))).map((object) => [objectKey(object), object]),
      );
      const isRemovedDay = recorded.size > 0 && [...recorded.values()].every(({ removed_at }) => removed_at !== null);
      const keys: string[] = [];
      for (const { key } of old) {
        const object = recorded.get(key);
        if (object?.removed_at === null) continue;
        if (object || isRemovedDay || (read++ < READ_MAX && (await isSuperfluous(store, key)))) keys.push(key);
      }
      if (keys.length > 0) await bucket.delete(keys);
      removed += keys.length;
    }
  }
  return removed;
}

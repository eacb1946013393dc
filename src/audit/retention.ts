import { sql } from 'drizzle-orm';
import { onlyRow } from '../db/query';
import { accessDay, accessObject, accessUncounted } from '../db/schema';
import { changedRows, rawStatement } from '../db/statement';
import { localDay } from '../rules/datetime';
import { type LookObject, lookKey } from './look-objects';
import { countUp } from './look-rows';
import type { LookStore } from './looks';

const DAY = 86_400_000;
/** Of one round: a call of R2 deletes as many. */
const OBJECTS_MAX = 1_000;
const ROWS_MAX = 10_000;
/** Of one run: a day of a large hospital takes three. */
const ROUNDS_MAX = 20;

type Before = { before: number };

/** Of the days that are still there, counted or not. */
const oldestDay = rawStatement<Before, { day: number | null }>(
  (p) => sql`select min(day) as day from (select min(day) as day from ${accessDay} where day < ${p.before}
    union all select o.day from ${accessUncounted} u join ${accessObject} o on o.seq = u.seq where o.day < ${p.before})`,
);
const objectsOf = rawStatement<{ day: number }, Pick<LookObject, 'seq' | 'day' | 'hash'>>(
  (p) =>
    sql`select seq, day, hash from ${accessObject} where day = ${p.day} and removed_at is null limit ${OBJECTS_MAX}`,
);

const mark = rawStatement<{ now: number; removed: string }, never>(
  (p) => sql`update ${accessObject} set removed_at = ${p.now}
    where seq in (select value from json_each(${p.removed})) and removed_at is null`,
);
/** Once none of the day's objects is left, as the triggers have it. */
const removeRows = rawStatement<{ day: number }, never>(
  (p) => sql`delete from ${accessDay} where (patient_seq, day, actor_seq) in (
    select patient_seq, day, actor_seq from ${accessDay} where day = ${p.day}
      and not exists (select 1 from ${accessObject} o where o.day = ${p.day} and o.removed_at is null)
    limit ${ROWS_MAX})`,
);

/**
 * Removes the days of the access log that ended more than `days` days ago: the bytes first, then the rows, so that a run that
 * was interrupted is continued by the next.
 * @returns how many objects were removed
 */
export async function removeOldLooks(
  { database, bucket, timeZone }: LookStore,
  { now, days }: { now: number; days: number },
): Promise<number> {
  const before = localDay(now - days * DAY, timeZone);
  let removed = 0;
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds++) {
    const { day } = await database.one(oldestDay({ before }));
    if (day === null) break;
    const objects = await database.run(objectsOf({ day }));
    if (objects.length > 0) await bucket.delete(objects.map(lookKey));
    const { marked } = await database.batch({
      counted: countUp(),
      mark: mark({ now, removed: JSON.stringify(objects.map(({ seq }) => seq)) }),
      marked: changedRows({}),
      rows: removeRows({ day }),
    });
    removed += onlyRow(marked).n;
  }
  return removed;
}

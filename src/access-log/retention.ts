import { sql } from 'drizzle-orm';
import { onlyRow } from '../db/query';
import { accessDay, accessObject, accessUncounted } from '../db/schema';
import { changedRows, rawStatement } from '../db/statement';
import { DAY } from '../rules/clock';
import { localDay } from '../rules/datetime';
import { type ObjectName, objectKey } from './objects';
import { countUp } from './queries';
import type { AccessStore } from './store';

/** As many as one call of R2 deletes. */
const OBJECTS_MAX = 1_000;
const ROWS_MAX = 10_000;
/** A day of a large hospital takes three. */
const ROUNDS_MAX = 20;

type Before = { before: number };

const oldestDay = rawStatement<Before, { day: number | null }>(
  (p) => sql`select min(day) as day from (select min(day) as day from ${accessDay} where day < ${p.before}
    union all select o.day from ${accessUncounted} u join ${accessObject} o on o.seq = u.seq where o.day < ${p.before})`,
);
const objectsToRemove = rawStatement<{ day: number }, ObjectName>(
  (p) =>
    sql`select seq, day, hash from ${accessObject} where day = ${p.day} and removed_at is null limit ${OBJECTS_MAX}`,
);

const mark = rawStatement<{ now: number; removed: string }, never>(
  (p) => sql`update ${accessObject} set removed_at = ${p.now}
    where seq in (select value from json_each(${p.removed})) and removed_at is null`,
);
/** Triggers refuse it while an object of the day is left. */
const removeRows = rawStatement<{ day: number }, never>(
  (p) => sql`delete from ${accessDay} where (patient_seq, day, actor_seq) in (
    select patient_seq, day, actor_seq from ${accessDay} where day = ${p.day}
      and not exists (select 1 from ${accessObject} o where o.day = ${p.day} and o.removed_at is null)
    limit ${ROWS_MAX})`,
);

/** Bytes first, then rows, so that the next run continues one that broke off. @returns how many objects were removed */
export async function removeOldAccesses(
  { database, bucket, timeZone }: AccessStore,
  { now, days }: { now: number; days: number },
): Promise<number> {
  const before = localDay(now - days * DAY, timeZone);
  let removed = 0;
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds++) {
    const { day } = await database.one(oldestDay({ before }));
    if (day === null) break;
    const objects = await database.run(objectsToRemove({ day }));
    if (objects.length > 0) await bucket.delete(objects.map(objectKey));
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

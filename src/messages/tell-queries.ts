// That a message is due, as a row of the trail: for programs that send it. Raw: a row that is inserted if what was decided holds still.
import { getTableName, sql } from 'drizzle-orm';
import { insertFrom } from '../db/insert';
import { batchOf, type Query } from '../db/query';
import { audit, message } from '../db/schema';
import { previousChanged, rawStatement } from '../db/statement';
import { isStill, type Known } from './send-queries';

type Told = Known & { now: number; due_at: number; look_at: number; request_id: string };
/** Ids alone, as all of the trail. */
const auditDue = rawStatement<Told, never>((p) =>
  insertFrom(
    audit,
    sql`select ${p.now}, null, 'due', ${sql.raw(`'${getTableName(message)}'`)}, id, 1, '[]', ${p.request_id}, null, null
      from ${message} where seq = ${p.message} and ${isStill(p)}`,
  ),
);
const told = rawStatement<Told, { seq: number }>(
  (p) => sql`update ${message} set state = 'told', attempts = attempts + 1, channel = 'event', reason = null,
      due_at = ${p.due_at}, look_at = ${p.look_at}, changed_at = ${p.now}
    where seq = ${p.message} and ${previousChanged} returning seq`,
);

/** The event is a row of the trail: it is there once, or not at all. @returns whether it is */
export function tell(event: Told): Query<boolean> {
  const { statements, read } = batchOf({ audit: auditDue(event), told: told(event) });
  return { statements, read: (rows) => read(rows).told.length > 0 };
}

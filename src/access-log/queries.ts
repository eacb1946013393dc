// Raw statements: their rows come from JSON, so that a statement is the same for any number of accesses.
import { sql } from 'drizzle-orm';
import { NO_HASH } from '../audit/chain';
import { batchOf, type Query, withFollowers } from '../db/query';
import { accessDay, accessObject, accessUncounted, patient, user } from '../db/schema';
import { previousChanged, rawStatement } from '../db/statement';
import type { Count, Times } from './counts';
import { ACCESS_KINDS } from './kinds';
import type { AccessObject, ObjectName } from './objects';
import { patientOf } from './table';

export const lastObject = rawStatement<unknown, Pick<AccessObject, 'seq' | 'hash'>>(
  () => sql`select o.seq, o.hash from ${accessObject} o order by o.seq desc limit 1`,
);

export type TimedObject = ObjectName & Times;
/**
 * Objects of the neighbouring days, too: `TIME_ZONE` may have changed since they were written.
 * @param spans JSON: `day`, `first_at` and `last_at` of each
 */
export const objectsWithin = rawStatement<{ spans: string }, TimedObject>(
  (p) => sql`select o.seq, o.day, o.hash, o.first_at, o.last_at from json_each(${p.spans}) s
    join ${accessObject} o on o.day in (s.value ->> 'day' - 1, s.value ->> 'day', s.value ->> 'day' + 1)
      and o.last_at >= s.value ->> 'first_at' and o.first_at <= s.value ->> 'last_at' and o.removed_at is null`,
);

/** @param owners JSON: ids of records that files are attached to */
export const patientsOf = rawStatement<{ owners: string }, { owner: string; patient_id: string | null }>(
  (p) => sql`select value as owner, ${patientOf(sql`value`)} as patient_id from json_each(${p.owners})`,
);

export type NewObject = TimedObject & { looks: number; previous: string };
/** Only behind the object whose hash it names: another one may have taken its number in the meantime. */
const insertObject = rawStatement<NewObject, never>(
  (p) => sql`insert into ${accessObject} (seq, day, looks, first_at, last_at, hash)
    select ${p.seq}, ${p.day}, ${p.looks}, ${p.first_at}, ${p.last_at}, ${p.hash}
    where coalesce((select o.hash from ${accessObject} o order by o.seq desc limit 1), ${NO_HASH}) = ${p.previous}`,
);

const insertCounts = rawStatement<{ seq: number; counts: string; looks: number }, never>(
  (p) => sql`insert into ${accessUncounted} (seq, counts, waiting)
    select ${p.seq}, ${p.counts}, ${p.looks} + coalesce((select u.waiting from ${accessUncounted} u order by u.seq desc limit 1), 0)
    where ${previousChanged}`,
);

export const recorded = (object: NewObject, counts: readonly Count[]): Query<unknown> =>
  withFollowers(insertObject(object), insertCounts({ ...object, counts: JSON.stringify(counts) }));

const field = (name: keyof Count) => sql`c.value ->> ${sql.raw(`'${name}'`)}`;
/** SQLite has no aggregate for bits. */
const allKinds = sql.join(
  ACCESS_KINDS.map((_, n) => sql`max(${field('kinds')} & ${sql.raw(String(2 ** n))})`),
  sql` | `,
);
const count = rawStatement<unknown, never>(
  () => sql`insert into ${accessDay} (patient_seq, day, actor_seq, looks, first_at, last_at, kinds)
    select coalesce((select ${patient.seq} from ${patient} where ${patient.id} = n.patient_id), 0), n.day,
      coalesce((select ${user.seq} from ${user} where ${user.id} = n.actor), 0), n.looks, n.first_at, n.last_at, n.kinds
    from (select o.day, ${field('patient_id')} as patient_id, ${field('actor')} as actor, sum(${field('looks')}) as looks,
        min(${field('first_at')}) as first_at, max(${field('last_at')}) as last_at, ${allKinds} as kinds
      from ${accessUncounted} u cross join ${accessObject} o on o.seq = u.seq cross join json_each(u.counts) c
      group by 1, 2, 3) n where true
    on conflict (patient_seq, day, actor_seq) do update set looks = looks + excluded.looks,
      first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at),
      kinds = kinds | excluded.kinds`,
);
const clear = rawStatement<unknown, never>(() => sql`delete from ${accessUncounted}`);

export const uncounted = rawStatement<unknown, { waiting: number }>(
  () => sql`select u.waiting from ${accessUncounted} u order by u.seq desc limit 1`,
);

/** Each time writes a row for each patient, account and day. */
export const countUp = (): Query<unknown> => ({ ...batchOf({ count: count({}), clear: clear({}) }), replay: countUp });

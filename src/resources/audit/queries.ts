import { and, desc, eq, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import {
  accessDay,
  accessObject,
  appointment,
  audit,
  catalogItem,
  creditNote,
  department,
  doctor,
  file,
  invoice,
  note,
  patient,
  payment,
  user,
} from '../../db/schema';
import { asExpression, db, type Inputs, rawStatement, statement } from '../../db/statement';
import { firstSince } from '../../events/since';
import { HOUR } from '../../rules/clock';
import { inTwoSteps, type Scanned } from './trail-page';

/** Beyond every number of a place, and of no more digits than a cursor takes. */
export const PLACE_MAX = 999_999_999_999_999;

/** Milliseconds: a row of `audit` names the time at which its request came, and is written at most so much later. */
const LATEST = HOUR;

const CHANGE_FILTERS = ['entity', 'entity_id', 'actor', 'action'] as const;
export type ChangesPage = Record<(typeof CHANGE_FILTERS)[number], string | null> &
  Record<'from' | 'to', number | null> &
  Record<'cursor' | 'limit' | 'scan', number>;
type Change = Scanned & typeof audit.$inferSelect;

/** What a row of the trail, `f`, is about: ids are found in the one table that has them. */
const NAMES = sql`coalesce(i.reg_number, d.reg_number, c.code, t.code) as number,
  coalesce(c.name, t.name, u.full_name, u.username, trim(d.first_name || ' ' || d.last_name)) as name,
  a.starts_at, p.id as patient_id, p.reg_number, p.first_name, p.last_name`;
const NAMED = sql`left join ${payment} y on y.id = f.entity_id
  left join ${creditNote} n on n.id = f.entity_id
  left join ${file} l on l.id = f.entity_id
  left join ${note} o on o.id = f.entity_id
  left join ${invoice} i on i.id = coalesce(y.invoice_id, n.invoice_id, l.entity_id, f.entity_id)
  left join ${appointment} a on a.id = coalesce(l.entity_id, o.appointment_id, f.entity_id)
  left join ${patient} p on p.id = coalesce(i.patient_id, a.patient_id, l.entity_id, f.entity_id)
  left join ${doctor} d on d.id = coalesce(l.entity_id, f.entity_id)
  left join ${department} t on t.id = coalesce(l.entity_id, f.entity_id)
  left join ${catalogItem} c on c.id = f.entity_id
  left join ${user} u on u.id = f.entity_id`;

type Named = Record<'number' | 'name' | 'patient_id' | 'reg_number' | 'first_name' | 'last_name', string | null> & {
  starts_at: number | null;
};
export type NamedChange = typeof audit.$inferSelect & Named;

const changesBy = <More = unknown>(index: SQL | undefined, more = { columns: sql``, joins: sql`` }) =>
  rawStatement<ChangesPage, Change & More>(
    (p) => {
      const from = sql`iif(${p.from} is null, 0, ${firstSince(sql`${p.from} - ${LATEST}`)})`;
      const to = sql`iif(${p.to} is null, ${p.cursor}, min(${p.cursor}, ${firstSince(sql`${p.to} + ${LATEST}`)}))`;
      const range = and(gte(audit.seq, from), lt(audit.seq, to), index);
      const checks = CHANGE_FILTERS.map((name) => or(isNull(p[name]), eq(sql.identifier(name), p[name])));
      const times = [or(isNull(p.from), gte(sql`at`, p.from)), or(isNull(p.to), lt(sql`at`, p.to))];
      const scanned = db.select().from(audit).where(range).orderBy(desc(audit.seq)).limit(asExpression(p.scan));
      return inTwoSteps({
        scanned: sql`scanned as materialized ${scanned}`,
        reached: sql`min(seq)`,
        matching: sql`select * from scanned where ${and(...checks, ...times)} order by seq desc limit ${asExpression(p.limit)}`,
        answered: sql`f.seq as key, f.*${more.columns}`,
        along: more.joins,
      });
    },
    { changed: audit.changed },
  );
const ofRecord = eq(audit.entity_id, sql.placeholder('entity_id'));
const names = { columns: sql`, ${NAMES}`, joins: NAMED };
export const changes = { all: changesBy(undefined), byRecord: changesBy(ofRecord) };
/** With what the records are called. */
export const namedChanges = { all: changesBy<Named>(undefined, names), byRecord: changesBy<Named>(ofRecord, names) };

/** @param seqs JSON of their numbers */
export const changesAt = rawStatement<{ seqs: string }, typeof audit.$inferSelect>(
  (p) => db.select().from(audit).where(sql`${audit.seq} in (select value from json_each(${p.seqs}))`),
  { changed: audit.changed },
);

// The days of deleted patients and accounts are found, too.

interface DaysPage {
  patient_id: string | null;
  actor: string | null;
  /** the first day */
  from: number;
  /** where the page begins: behind this place */
  day: number;
  actor_seq: number;
  patient_seq: number;
  /** bits of kinds; a row has any of them */
  kinds: number;
  scan: number;
  limit: number;
}

type Day = Scanned &
  Pick<typeof accessDay.$inferSelect, 'day' | 'looks' | 'first_at' | 'last_at' | 'kinds'> &
  Record<'patient_id' | 'actor', string | null>;

/** The place of a row as a text, padded with zeros so that it sorts as its numbers do. */
const KEY = sql`printf('%07d.%015d.%015d', day, actor_seq, patient_seq)`;

const daysBy = (scanned: (p: Inputs<DaysPage>) => SQL) =>
  rawStatement<DaysPage, Day>((p) =>
    inTwoSteps({
      scanned: scanned(p),
      reached: sql`min(${KEY})`,
      matching: sql`select *, ${KEY} as key from scanned where kinds & ${p.kinds} <> 0 and (${p.actor} is null
          or actor_seq = (select ${user.seq} from ${user} where ${eq(user.id, p.actor)}))
        order by key desc limit ${asExpression(p.limit)}`,
      answered: sql`f.key, f.day, f.looks, f.first_at, f.last_at, f.kinds,
        (select ${patient.id} from ${patient} where ${patient.seq} = f.patient_seq) as patient_id,
        (select ${user.id} from ${user} where ${user.seq} = f.actor_seq) as actor`,
    }),
  );

const firstDays = (p: Inputs<DaysPage>, condition: SQL) =>
  sql`scanned as materialized ${db
    .select()
    .from(accessDay)
    .where(and(gte(accessDay.day, p.from), condition))
    .orderBy(desc(accessDay.day), desc(accessDay.actor_seq), desc(accessDay.patient_seq))
    .limit(asExpression(p.scan))}`;

export const accessDays = {
  all: daysBy((p) => firstDays(p, sql`(day, actor_seq, patient_seq) < (${p.day}, ${p.actor_seq}, ${p.patient_seq})`)),
  byPatient: daysBy((p) => {
    const seq = sql`(select ${patient.seq} from ${patient} where ${eq(patient.id, p.patient_id)})`;
    return firstDays(p, sql`patient_seq = ${seq} and (day, actor_seq) < (${p.day}, ${p.actor_seq})`);
  }),
  // No index has the days of an account. So each step goes to its next patient of the day or, where there is none left, to
  // the next day on which anybody looked at anything.
  byActor: daysBy(
    (p) => sql`scanned(patient_seq, day, actor_seq, looks, first_at, last_at, kinds, n) as materialized (
    select ${p.patient_seq}, ${p.day}, ${user.seq}, null, null, null, 0, 0 from ${user} where ${eq(user.id, p.actor)}
    union all
    select coalesce(a.patient_seq, ${PLACE_MAX}),
      coalesce(a.day, (select max(earlier.day) from ${accessDay} earlier where earlier.day < l.day)),
      l.actor_seq, a.looks, a.first_at, a.last_at, a.kinds, l.n + coalesce(a.kinds & ${p.kinds} <> 0, 0)
    from scanned l left join ${accessDay} a on a.day = l.day and a.actor_seq = l.actor_seq
      and a.patient_seq = (select max(next.patient_seq) from ${accessDay} next
        where next.day = l.day and next.actor_seq = l.actor_seq and next.patient_seq < l.patient_seq)
    where l.day >= ${p.from} and l.n < ${p.limit}
    limit ${asExpression(p.scan)})`,
  ),
};

type ObjectsPage = Record<'day' | 'last_at' | 'seq' | 'line' | 'from' | 'to' | 'limit', number>;
export type ListedObject = Pick<typeof accessObject.$inferSelect, 'seq' | 'day' | 'hash' | 'looks' | 'last_at'>;

/** In order, behind a line of one of them. An index finds where the time begins; the day's later objects are all read. */
export const objectsBehind = rawStatement<ObjectsPage, ListedObject>(
  (p) => sql`select seq, day, hash, looks, last_at from ${accessObject}
    where ${eq(accessObject.day, p.day)} and removed_at is null and first_at < ${p.to}
      and last_at >= max(${p.last_at}, ${p.from})
      and (last_at > ${p.last_at} or seq > ${p.seq} or (seq = ${p.seq} and looks > ${p.line}))
    order by last_at, seq limit ${asExpression(p.limit)}`,
);

export const unremoved = statement((p: Inputs<{ seq: number }>) =>
  db
    .select({ seq: accessObject.seq })
    .from(accessObject)
    .where(and(eq(accessObject.seq, p.seq), isNull(accessObject.removed_at))),
);

// What is asked about one message that was claimed. Raw: columns of many tables at once, upserts, and conditions on all of them.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { newId } from '../db/entity';
import { batchOf, onlyRow, type Query } from '../db/query';
import {
  appointment,
  appointmentType,
  department,
  doctor,
  mailCount,
  message,
  messageRules,
  patient,
} from '../db/schema';
import { type Inputs, previousChanged, rawStatement } from '../db/statement';
import type { Planned, Receiver } from './decide';
import { isTheRules, joinRules, type RulesColumns, rulesColumns, rulesFields } from './queries';
import { REMINDERS } from './quota';

type MessageRow = typeof message.$inferSelect;

/** A message, and all that decides about it and stands in it. */
export type Whole = RulesColumns &
  Omit<Planned, 'rules'> &
  Receiver &
  Pick<MessageRow, 'seq' | 'id' | 'state' | 'attempts' | 'claimed_until' | 'appointment_id'> & {
    visit_version: number;
    visit_updated_at: number;
    ends_at: number;
    patient_id: string;
    patient_version: number;
    preferred_language: string | null;
    rules_version: number | null;
    shows: (typeof messageRules.$inferSelect)['shows'] | null;
    doctor: string;
    department: string;
    type: string;
  };

export const whole = rawStatement<{ message: number }, Whole>(
  (p) => sql`select m.seq, m.id, m.state, m.attempts, m.claimed_until, m.appointment_id,
      m.kind, m.hours_before, m.created_at, m.reason,
      a.status, a.starts_at, a.ends_at, a.version as visit_version, a.updated_at as visit_updated_at,
      a.deleted_at is not null as is_gone, p.deleted_at is not null as is_deleted, p.id as patient_id, p.version as patient_version, p.deceased_at, p.contact, p.email,
      p.phone_number, p.preferred_language,
      ${rulesColumns}, r.version as rules_version, r.shows,
      d.first_name || ' ' || d.last_name as doctor, o.name as department, coalesce(t.name, a.type) as type
    from ${message} m
    join ${appointment} a on a.id = m.appointment_id
    join ${patient} p on p.id = a.patient_id
    join ${doctor} d on d.id = a.doctor_id
    join ${department} o on o.id = a.department_id
    left join ${appointmentType} t on t.id = a.type_id
    ${joinRules}
    where m.seq = ${p.message}`,
  { ...rulesFields, shows: messageRules.shows, contact: patient.contact },
);

/** What was read of a message, and what it was decided by. */
export type Known = Pick<Whole, 'attempts' | 'visit_version' | 'patient_id' | 'patient_version' | 'rules_version'> & {
  message: number;
};

/** Claimed, and not being sent by anybody else: a message may come out of the queue twice. */
const isClaimed = (p: Inputs<Pick<Known, 'message' | 'attempts'>>): SQL =>
  sql`m.seq = ${p.message} and m.state = 'claimed' and m.claimed_until is null and m.attempts = ${p.attempts}`;

/** What was decided holds still: the visit, its patient and the rules are as they were read. */
export const isStill = (p: Inputs<Known>): SQL => sql`exists (select 1 from ${message} m
  join ${appointment} a on a.id = m.appointment_id and a.version = ${p.visit_version} and a.patient_id = ${p.patient_id}
  join ${patient} p on p.id = a.patient_id and p.version = ${p.patient_version}
  join ${messageRules} r on ${isTheRules} and r.version = ${p.rules_version}
  where ${isClaimed(p)})`;

interface Counts {
  day: number;
  /** counter of the patient */
  patient: string;
  /** mails of the day, of the deployment and to the patient */
  most: number;
  most_to_patient: number;
  /** of now */
  minute: number;
}
type Begin = Known & Counts & { token: number; due_at: number; now: number };

const countOf = (counter: SQLWrapper, day: SQLWrapper): SQL =>
  sql`coalesce((select n from ${mailCount} where counter = ${counter} and day = ${day}), 0)`;
const ALL = sql.raw(`'${REMINDERS.counter}'`);
const HELD = sql.raw(`'${REMINDERS.held}'`);

/** By both counters or by none. */
const count = rawStatement<Begin, never>(
  (p) => sql`insert into ${mailCount} (counter, day, n)
    select value, ${p.day}, 1 from json_each(json_array(${ALL}, ${p.patient}))
    where ${isStill(p)} and ${countOf(ALL, p.day)} < ${p.most}
      and ${countOf(p.patient, p.day)} < ${p.most_to_patient} and ${countOf(HELD, p.day)} <= ${p.minute}
    on conflict (counter) do update set n = iif(day = excluded.day, n + 1, 1), day = excluded.day`,
);
const begun = rawStatement<Begin, { seq: number }>(
  (p) => sql`update ${message} set attempts = attempts + 1, channel = 'email', due_at = ${p.due_at},
      claimed_until = ${p.token}, look_at = ${p.token}, changed_at = ${p.now}
    where seq = ${p.message} and ${previousChanged} returning seq`,
);
interface CountedNow {
  to_patient: number;
  mailed: number;
  held: number;
}
const counted = rawStatement<Counts, CountedNow>(
  (p) =>
    sql`select ${countOf(p.patient, p.day)} as to_patient, ${countOf(ALL, p.day)} as mailed, ${countOf(HELD, p.day)} as held`,
);

export interface Begun {
  outcome: 'begun' | 'quota' | 'patient_limit' | 'changed';
  /** the minute until which no mail is tried, if that is ahead */
  held: number;
}

/** The last look before a mail goes out, which is counted by it. @param begin its `token` is until when it is this attempt's alone */
export function beginMail(begin: Begin): Query<Begun> {
  const { statements, read } = batchOf({ counted: count(begin), begun: begun(begin), now: counted(begin) });
  const outcomeOf = (isBegun: boolean, { to_patient, mailed, held }: CountedNow) => {
    if (isBegun) return 'begun';
    if (to_patient >= begin.most_to_patient) return 'patient_limit';
    return mailed >= begin.most || held > begin.minute ? 'quota' : 'changed';
  };
  return {
    statements,
    read: (rows) => {
      const result = read(rows);
      const now = onlyRow(result.now);
      return { outcome: outcomeOf(result.begun.length > 0, now), held: now.held };
    },
  };
}

interface Attempt {
  message: number;
  token: number;
  now: number;
}
const sent = rawStatement<Attempt, never>(
  (p) => sql`update ${message} set state = 'sent', reason = null, ended_at = ${p.now}, changed_at = ${p.now}
    where seq = ${p.message} and claimed_until = ${p.token}`,
);
/** Its visit was moved while it was sent: the row waits for the new time, and another one says what went out. */
const sentBefore = rawStatement<Attempt & { id: string; starts_at: number; due_at: number }, never>(
  (p) => sql`insert into ${message} (id, appointment_id, kind, hours_before, channel, starts_at, due_at, look_at, state,
      attempts, claimed_until, created_at, changed_at, ended_at)
    select ${p.id}, appointment_id, kind, hours_before, 'email', ${p.starts_at}, ${p.due_at}, ${p.token}, 'sent',
      1, ${p.token}, created_at, ${p.now}, ${p.now}
    from ${message} m where seq = ${p.message} and not exists (select 1 from ${message} o
      where o.appointment_id = m.appointment_id and o.kind = m.kind and o.hours_before = m.hours_before
        and o.claimed_until = ${p.token} and o.state = 'sent')`,
);
/** Whatever has become of it meanwhile, also where a cancelled visit has dropped it: the mail is out. */
export const markSent = (attempt: Attempt & { starts_at: number; due_at: number }): Query<unknown> =>
  batchOf({ sent: sent(attempt), before: sentBefore({ ...attempt, id: newId() }) });

type Refused = Attempt &
  Pick<Counts, 'day' | 'patient'> & {
    state: 'waiting' | 'failed';
    reason: string;
    /** refused so far; a mail that the platform has no room for does not count */
    attempts: number;
    look_at: number;
    ended_at: number | null;
  };
const refused = rawStatement<Refused, never>(
  (p) => sql`update ${message} set state = ${p.state}, attempts = ${p.attempts}, look_at = ${p.look_at},
      reason = iif(${p.state} = 'waiting' and reason = 'lost', reason, ${p.reason}), claimed_until = null,
      ended_at = ${p.ended_at}, changed_at = ${p.now}
    where seq = ${p.message} and claimed_until = ${p.token} and state = 'claimed'`,
);
const uncounted = rawStatement<Refused, never>(
  (p) => sql`update ${mailCount} set n = n - 1
    where counter in (${ALL}, ${p.patient}) and day = ${p.day} and n > 0 and ${previousChanged}`,
);
/** Never for less than others have said: a rate that is too high does not end what a full day began. */
const held = rawStatement<{ day: number; minute: number }, never>(
  (p) => sql`insert into ${mailCount} (counter, day, n) values (${HELD}, ${p.day}, ${p.minute})
    on conflict (counter) do update set n = iif(day = excluded.day, max(n, excluded.n), excluded.n), day = excluded.day`,
);

/**
 * It did not go out, and counts for nobody.
 * @param until the minute until which no other one is tried; null: others are
 * @param isOut whether it may be out all the same, and counts
 */
export const markRefused = (
  attempt: Refused,
  { until, isOut }: { until: number | null; isOut: boolean },
): Query<unknown> =>
  batchOf({
    refused: refused(attempt),
    uncounted: isOut ? undefined : uncounted(attempt),
    held: until === null ? undefined : held({ day: attempt.day, minute: until }),
  });

type Released = Pick<Known, 'message' | 'attempts'> &
  Pick<MessageRow, 'state' | 'reason' | 'ended_at'> & { now: number; due_at: number | null; look_at: number };
/** Of one that was claimed and is not sent now. */
export const release = rawStatement<Released, never>(
  (p) => sql`update ${message} as m set state = ${p.state}, reason = ${p.reason}, ended_at = ${p.ended_at},
      due_at = coalesce(${p.due_at}, due_at), look_at = ${p.look_at}, changed_at = ${p.now}
    where ${isClaimed(p)}`,
);

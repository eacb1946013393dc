import { and, desc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { appointment } from '../../db/schema/appointment';
import { appointmentType } from '../../db/schema/calendar';
import { department } from '../../db/schema/department';
import { doctor } from '../../db/schema/doctor';
import { MESSAGE_RULES_ID, message, messageRules } from '../../db/schema/message';
import { patient } from '../../db/schema/patient';
import { asExpression, db, type Inputs, statement } from '../../db/statement';
import type { QuietHours, ShownState } from '../../rules/messages';
import { ownJson } from '../../rules/own-json';

export const isTheRules = eq(messageRules.id, MESSAGE_RULES_ID);

/** Until it is told, or goes out, the rules of today say how it will. */
const channel = sql<'email' | 'event'>`iif(${message.state} in ('waiting', 'claimed'),
  coalesce(${messageRules.channel}, ${message.channel}), ${message.channel})`.as('channel');

export const columns = {
  seq: message.seq,
  id: message.id,
  appointment_id: message.appointment_id,
  kind: message.kind,
  hours_before: message.hours_before,
  channel,
  starts_at: message.starts_at,
  created_at: message.created_at,
  due_at: message.due_at,
  // Never null, which Drizzle does not know of a column that SQLite derives.
  shown: sql<ShownState>`${message.shown}`.as('shown'),
  reason: message.reason,
  ended_at: message.ended_at,
  quiet: messageRules.quiet,
};

interface Page {
  appointment_id: string | null;
  state: string | null;
  before: number;
  limit: number;
}

/** Newest first. @param where of which there is an index, in the order of creation */
const pageBy = (where: (p: Inputs<Page>) => SQL | undefined) =>
  statement((p: Inputs<Page>) =>
    db
      .select({ ...columns, patient_id: sql<string | null>`${patient.id}`.as('patient_id') })
      .from(message)
      .innerJoin(appointment, eq(appointment.id, message.appointment_id))
      .leftJoin(patient, and(eq(patient.id, appointment.patient_id), isNull(patient.deleted_at)))
      .leftJoin(messageRules, isTheRules)
      .where(and(where(p), lt(message.seq, p.before)))
      .orderBy(desc(message.seq))
      .limit(asExpression(p.limit)),
  );

const ofVisit = (p: Inputs<Page>) => eq(message.appointment_id, p.appointment_id);
const ofState = (p: Inputs<Page>) => eq(message.shown, p.state);

export const pages = {
  all: pageBy(() => undefined),
  ofState: pageBy(ofState),
  // A visit has a few, of which no index need find those of a state.
  ofVisit: pageBy((p) => and(ofVisit(p), or(isNull(p.state), ofState(p)))),
};

/** Of a patient who is there. */
export const byId = statement((p: Inputs<{ id: string }>) =>
  db
    .select({
      ...columns,
      state: message.state,
      row_channel: sql<'email' | 'event'>`${message.channel}`.as('row_channel'),
      patient_id: sql<string>`${patient.id}`.as('patient_id'),
      status: appointment.status,
      deceased_at: patient.deceased_at,
      contact: patient.contact,
      email: patient.email,
      phone_number: patient.phone_number,
      preferred_language: patient.preferred_language,
      shows: messageRules.shows,
      doctor: sql<string>`${doctor.first_name} || ' ' || ${doctor.last_name}`.as('doctor'),
      department: sql<string>`${department.name}`.as('department'),
      type: sql<string>`coalesce(${appointmentType.name}, ${appointment.type})`.as('type'),
    })
    .from(message)
    .innerJoin(appointment, eq(appointment.id, message.appointment_id))
    .innerJoin(patient, and(eq(patient.id, appointment.patient_id), isNull(patient.deleted_at)))
    .innerJoin(doctor, eq(doctor.id, appointment.doctor_id))
    .innerJoin(department, eq(department.id, appointment.department_id))
    .leftJoin(appointmentType, eq(appointmentType.id, appointment.type_id))
    .leftJoin(messageRules, isTheRules)
    .where(eq(message.id, p.id)),
);

interface Reported {
  id: string;
  state: 'sent' | 'failed';
  reason: string | null;
  now: number;
}

/** Of one that a program was told of. */
export const report = statement((p: Inputs<Reported>) =>
  db
    .update(message)
    .set({
      state: sql`${p.state}`,
      reason: sql`${p.reason}`,
      ended_at: sql`${p.now}`,
      changed_at: sql`${p.now}`,
    })
    .where(and(eq(message.id, p.id), eq(message.state, sql`'told'`), isNull(message.ended_at)))
    .returning({ id: message.id }),
);

export interface VisitMessageRow {
  id: string;
  kind: 'booked' | 'reminder';
  hours_before: number;
  channel: 'email' | 'event';
  starts_at: number;
  created_at: number;
  due_at: number | null;
  shown: ShownState;
  reason: string | null;
  quiet: QuietHours | null;
}

/** Read with the visit, so that they cost no statement of their own. Null: there are none, as of most hospitals. */
export const messagesField = (appointment_id: SQL) =>
  sql`(select iif(count(*) = 0, null, json_group_array(json_object('id', one.id, 'kind', one.kind,
      'hours_before', one.hours_before, 'channel', one.channel, 'starts_at', one.starts_at, 'created_at', one.created_at,
      'due_at', one.due_at, 'shown', one.shown, 'reason', one.reason, 'quiet', json(one.quiet))))
    from (${db
      .select(columns)
      .from(message)
      .leftJoin(messageRules, isTheRules)
      .where(eq(message.appointment_id, appointment_id))
      .orderBy(message.seq)}) one)`
    .mapWith(ownJson<VisitMessageRow[]>)
    .as('messages');

import { and, eq, isNotNull, isNull, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { auditedInsert } from '../../db/audit';
import { auditedUpdate } from '../../db/audited-update';
import { type Acting, isCurrentActor } from '../../db/current-actor';
import { existsLive, isLive } from '../../db/entity';
import { selected } from '../../db/fields';
import { pageStatement, wholeRows } from '../../db/page-bytes';
import { appointment } from '../../db/schema/appointment';
import { doctor } from '../../db/schema/doctor';
import { note } from '../../db/schema/note';
import { patient, survivorOf } from '../../db/schema/patient';
import { asExpression, db, type Inputs, rawStatement, statement } from '../../db/statement';
import type { Target } from '../../db/update-outcome';
import { ownJson } from '../../rules/own-json';
import type { BriefPerson } from '../../schemas/brief';
import { ADDENDA_BYTES, ADDENDA_MAX } from './rules';

type By = Inputs<Pick<Acting, 'acting'>>;
const isOwn = (p: By) => and(eq(doctor.user_id, p.acting), isNull(doctor.deleted_at));
/** The doctor of the account; null where it has none. */
const ownDoctor = (p: By): SQL => sql`(select ${doctor.id} from ${doctor} where ${isOwn(p)})`;
const brief = (
  where: SQL | undefined,
): SQL => sql`(select json_object('id', ${doctor.id}, 'reg_number', ${doctor.reg_number},
  'first_name', ${doctor.first_name}, 'last_name', ${doctor.last_name}) from ${doctor} where ${where})`;

const columns = {
  id: note.id,
  version: note.version,
  appointment_id: note.appointment_id,
  patient_id: note.patient_id,
  doctor_id: note.doctor_id,
  title: note.title,
  text: note.text,
  signed_at: note.signed_at,
  addenda: note.addenda,
  created_at: note.created_at,
  updated_at: note.updated_at,
};
const fields = {
  ...columns,
  author: sql`coalesce(${note.signed_by}, ${brief(eq(doctor.id, note.doctor_id))})`
    .mapWith(ownJson<BriefPerson>)
    .as('author'),
};
export type Row = Pick<typeof note.$inferSelect, keyof typeof columns> & { author: BriefPerson };

interface Visit {
  visit_doctor: string;
  /** the doctor of the account; null where it has none */
  own_doctor: string | null;
}
/** Nulls where there is no note. */
export type Noted = Visit & (Row | { [K in keyof Row]: null });

interface Chosen {
  /** null: the own note, else one that is signed */
  author: string | null;
}

const one = alias(note, 'one');
/** The note that a read shows: docs/visits.md. */
const chosen = (visit: { id: SQLWrapper; doctor: SQLWrapper; own: SQLWrapper }, p: Inputs<Chosen>): SQL =>
  sql`(select ${one.id} from ${note} as ${one} where ${one.appointment_id} = ${visit.id}
    and (${one.signed_at} is not null or ${one.doctor_id} = ${visit.own})
    and (${p.author} is null or ${one.doctor_id} = ${p.author})
    order by ${one.doctor_id} is ${visit.own} desc, ${one.doctor_id} = ${visit.doctor} desc, ${one.signed_at} desc, ${one.seq} desc
    limit 1)`;

/** A row where the visit is there, and its patient. */
const visitWith = <In extends Pick<Acting, 'acting'> & { id: string }>(isIt: (p: Inputs<In>) => SQL | undefined) =>
  rawStatement<In, Noted>(
    (p) => sql`select ${appointment.doctor_id} as visit_doctor, ${doctor.id} as own_doctor, ${selected(fields)}
      from ${appointment} left join ${doctor} on ${isOwn(p)} left join ${note} on ${isIt(p)}
      where ${and(isLive(appointment, p.id), existsLive(patient, appointment.patient_id))}`,
    fields,
  );

export const withOwn = visitWith(() => and(eq(note.appointment_id, appointment.id), eq(note.doctor_id, doctor.id)));
export const withChosen = visitWith<Pick<Acting, 'acting'> & Chosen & { id: string }>((p) =>
  eq(note.id, chosen({ id: appointment.id, doctor: appointment.doctor_id, own: doctor.id }, p)),
);

/** What an `Idempotency-Key` has added to. */
export const byId = rawStatement<{ id: string }, Row>(
  (p) =>
    sql`select ${selected(fields)} from ${note} where ${and(isLive(note, p.id), existsLive(patient, note.patient_id))}`,
  fields,
);

const isReachable = (id: SQLWrapper, ...conditions: SQL[]) =>
  existsLive(appointment, id, existsLive(patient, appointment.patient_id), ...conditions);

/** Of an update whose target is the visit. */
type OfVisit = Inputs<Target & Acting>;
const ownNote = (visit: SQLWrapper, p: By): SQL =>
  sql`(select ${one.id} from ${note} as ${one} where ${one.appointment_id} = ${visit} and ${one.doctor_id} = ${ownDoctor(p)})`;
const isOwnDraft = (p: OfVisit) => and(isNull(note.signed_at), isReachable(p.id));

export interface Written {
  /** 1: the title stays as it is */
  keeps_title: 0 | 1;
}
export const change = auditedUpdate(note, ['title', 'text'], {
  guarded: true,
  id: (p: Inputs<Target & Acting & Written>) => ownNote(p.id, p),
  computed: { title: (p) => sql`iif(${p.keeps_title}, ${note.title}, ${p.title})` },
  where: isOwnDraft,
});

/** The visit's doctor begins it; its patient and author are known here. */
export const begin = auditedInsert(note, {
  computed: {
    patient_id: (p) =>
      sql`(select ${appointment.patient_id} from ${appointment} where ${appointment.id} = ${p.appointment_id})`,
    doctor_id: (p: By) => ownDoctor(p),
  },
  where: (p: Inputs<Acting & Pick<typeof note.$inferSelect, 'appointment_id'>>) =>
    and(
      isReachable(p.appointment_id, eq(appointment.doctor_id, ownDoctor(p))),
      sql`not exists ${ownNote(p.appointment_id, p)}`,
      isCurrentActor(p),
    ),
  returning: ['id'],
});

export const sign = auditedUpdate(note, ['signed_at'], {
  guarded: true,
  id: (p: Inputs<Target & Acting>) => ownNote(p.id, p),
  computed: { signed_by: (p: By) => brief(isOwn(p)) },
  where: isOwnDraft,
  isOfOneVersion: () => true, // a note is signed once
});

export interface Added extends Acting, Chosen {
  addendum: string;
  added_at: number;
}
const visitDoctor = (id: SQLWrapper): SQL =>
  sql`(select ${appointment.doctor_id} from ${appointment} where ${appointment.id} = ${id})`;
const bytesAfter = (p: Inputs<Added>): SQL =>
  sql`octet_length(${note.text}) + octet_length(${note.addenda}) + octet_length(json_quote(${p.addendum}))`;
export const append = auditedUpdate(note, [], {
  guarded: true,
  id: (p: Inputs<Target & Added>) => chosen({ id: p.id, doctor: visitDoctor(p.id), own: ownDoctor(p) }, p),
  computed: {
    // A number is bound as floating point, which would show in JSON.
    addenda: (p) => sql`json_insert(${note.addenda}, '$[#]', json_object('text', ${p.addendum},
      'signed_by', json(${brief(isOwn(p))}), 'signed_at', cast(${p.added_at} as integer)))`,
  },
  where: (p) =>
    and(
      isNotNull(note.signed_at),
      sql`${ownDoctor(p)} in (${note.doctor_id}, ${visitDoctor(p.id)})`,
      isReachable(p.id),
      sql`json_array_length(${note.addenda}) < ${sql.raw(String(ADDENDA_MAX))}`,
      sql`${bytesAfter(p)} <= ${sql.raw(String(ADDENDA_BYTES))}`,
    ),
});

const listed = { seq: note.seq, ...fields };
/** The newest first: what is signed, and own drafts. */
export const page = pageStatement<{ id: string; cursor: number } & Pick<Acting, 'acting'>, Row & { seq: number }>(
  note.seq,
  listed,
  (fields, p) =>
    db
      .select(fields)
      .from(note)
      .where(
        and(
          eq(note.patient_id, survivorOf(p.id)),
          lt(note.seq, p.cursor),
          or(isNotNull(note.signed_at), eq(note.doctor_id, ownDoctor(p))),
        ),
      )
      .orderBy(sql`${note.seq} desc`)
      .limit(asExpression(p.limit)),
);
export const wholeNotes = wholeRows(listed);

export const livePatient = statement((p: Inputs<{ id: string }>) =>
  db
    .select({ id: patient.id })
    .from(patient)
    .where(isLive(patient, survivorOf(p.id))),
);

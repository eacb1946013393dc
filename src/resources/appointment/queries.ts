import { and, asc, eq, gte, isNotNull, type SQL, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { columnsFor, existsLive, isLive } from '../../db/entity';
import { type Fields, selected } from '../../db/fields';
import { appointment, holdsTime } from '../../db/schema/appointment';
import { appointmentType, calendarResource } from '../../db/schema/calendar';
import { department } from '../../db/schema/department';
import { doctor } from '../../db/schema/doctor';
import { note } from '../../db/schema/note';
import { patient } from '../../db/schema/patient';
import { db, type Inputs, rawStatement } from '../../db/statement';
import type { BriefDepartment, BriefPerson, ExpectedPatient } from '../../schemas/brief';
import type { View } from '../../schemas/requests';
import { type FileRow, filesField } from '../file/queries';
import { messagesField, type VisitMessageRow } from '../message/queries';
import type { Buffers } from './rules';
import { AppointmentRecord } from './schemas';

/** Stands for the table, or for a subquery with its columns. */
export const entry = alias(appointment, 'entry');
const further = ['cancel_reason', 'created_at', 'updated_at', 'seq', 'starts_at', 'ends_at', 'queue_number'] as const;
const columns = columnsFor(entry, AppointmentRecord, ...further);

/** `patient` is null where the patient is deleted, which puts the appointment out of reach; with view=reduced it is 1. */
export interface Row extends Pick<typeof appointment.$inferSelect, keyof typeof columns> {
  patient: ExpectedPatient | 1 | null;
  doctor?: BriefPerson;
  department?: BriefDepartment;
}
export interface NotedRow extends Row {
  notes: string | null;
}

// Raw: Drizzle has no word for `json_object`, and leaves out the names of tables where it selects from only one.
const livePatient = sql`from ${patient} where ${patient.id} = ${entry.patient_id} and ${patient.deleted_at} is null`;
const person = (table: typeof patient | typeof doctor, more?: SQL) =>
  sql`json_object('id', ${table.id}, 'reg_number', ${table.reg_number}, 'first_name', ${table.first_name},
    'last_name', ${table.last_name}${more})`;
/** Allergies are counted, as their texts may be long. By the patch, what is null is left out. */
const expected = sql`json_patch(${person(
  patient,
  sql`, 'dob', ${patient.dob}, 'phone_number', ${patient.phone_number},
    'allergy_count', json_array_length(${patient.allergies})`,
)}, json_object('dob_precision', ${patient.dob_precision}))`;
const json = (text: string) => JSON.parse(text);

const named = {
  ...columns,
  patient: sql`(select ${expected} ${livePatient})`.mapWith(json).as('patient'),
  doctor: sql`(select ${person(doctor)} from ${doctor} where ${doctor.id} = ${entry.doctor_id})`
    .mapWith(json)
    .as('doctor'),
  department: sql`(select json_object('id', ${department.id}, 'name', ${department.name}, 'code', ${department.code})
        from ${department} where ${department.id} = ${entry.department_id})`
    .mapWith(json)
    .as('department'),
};

/** Of a list. A table (`named`) has the names, and not the notes. */
export const fields = {
  reduced: { ...columns, patient: sql`(select 1 ${livePatient})`.as('patient') },
  named,
  full: { ...named, notes: entry.notes },
};

/** Drafts are nobody's but their author's. */
const hasNote =
  sql`exists (select 1 from ${note} where ${and(eq(note.appointment_id, entry.id), isNotNull(note.signed_at))})`
    .mapWith(Boolean)
    .as('has_note');

export interface OneRow extends NotedRow {
  version: number;
  files: FileRow[];
  has_note: boolean;
}

/** What is read of one besides, and not where it is to change: a write may change the messages, too. */
export interface ReadRow extends OneRow {
  messages: VisitMessageRow[] | null;
}

const ofOne = (view: View) => ({
  ...fields[view],
  notes: entry.notes,
  version: entry.version,
  files: filesField(entry.id),
  has_note: hasNote,
});

const one = <Row>(selection: Fields) =>
  rawStatement<{ id: string }, Row>(
    (p) => sql`select ${selected(selection)} from ${appointment} as ${entry} where ${isLive(entry, p.id)}`,
    selection,
  );
const toRead = (view: View) => one<ReadRow>({ ...ofOne(view), messages: messagesField(sql`${entry.id}`) });
export const byId = { reduced: toRead('reduced'), full: toRead('full') };

/** What its time is made of, and which room it needs, and has. */
export interface Taking extends Buffers {
  /** kinds, folded */
  needs: string | null;
  has_kind: string | null;
}

/** An appointment that is to change. */
export const toChange = one<OneRow & Taking>({
  ...ofOne('reduced'),
  buffer_before: entry.buffer_before,
  buffer_after: entry.buffer_after,
  needs:
    sql`(select ${appointmentType.needs_key} from ${appointmentType} where ${eq(appointmentType.id, entry.type_id)})`.as(
      'needs',
    ),
  has_kind:
    sql`(select ${calendarResource.kind_key} from ${calendarResource} where ${eq(calendarResource.id, entry.resource_id)})`.as(
      'has_kind',
    ),
});

/**
 * The first appointment to come that names a department, or a room: what is to be deleted must have none.
 * @param column an index has it, and goes on with `starts_at`
 */
export const nextAppointment = (column: SQLiteColumn, p: Inputs<{ id: string; now: number }>) =>
  db
    .select({ id: appointment.id })
    .from(appointment)
    .where(
      and(
        eq(column, p.id),
        gte(appointment.starts_at, p.now),
        holdsTime(appointment.status),
        existsLive(patient, appointment.patient_id),
      ),
    )
    .orderBy(asc(appointment.starts_at))
    .limit(1);

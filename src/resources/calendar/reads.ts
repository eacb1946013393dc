import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { ServiceContext } from '../../context';
import { columnsFor, isLive, type Versioned } from '../../db/entity';
import { selected } from '../../db/fields';
import { appointment } from '../../db/schema/appointment';
import { department } from '../../db/schema/department';
import { doctor } from '../../db/schema/doctor';
import { patient } from '../../db/schema/patient';
import { rawStatement } from '../../db/statement';
import { NotFoundError } from '../../errors';
import type { BriefDepartment, BriefPerson } from '../../schemas/brief';
import type { View } from '../../schemas/requests';
import { AppointmentRecord } from '../appointment/schemas';
import { type FileRow, filesField, toFiles } from '../file/entity-files';
import type { CalendarAppointment, ListedAppointment } from './schemas';

/** The appointments that are read, or what has their columns. */
export const shown = alias(appointment, 'shown');
const own = ['cancel_reason', 'created_at', 'updated_at', 'seq', 'starts_at', 'ends_at'] as const;
const columns = columnsFor(shown, AppointmentRecord, ...own);

/** What a row is made of: `patient` is null where the patient is deleted, which puts the appointment out of reach. */
export type Row = Pick<typeof appointment.$inferSelect, keyof typeof columns> & {
  patient: BriefPerson | 1 | null;
  doctor?: BriefPerson;
  department?: BriefDepartment;
};

// Raw, here and in what selects these fields: Drizzle has no word for `json_object`, and in a select of a single table it
// leaves out the names of tables.
const livePatient = sql`from ${patient} where ${patient.id} = ${shown.patient_id} and ${patient.deleted_at} is null`;
const person = (table: typeof patient | typeof doctor) =>
  sql`json_object('id', ${table.id}, 'reg_number', ${table.reg_number}, 'first_name', ${table.first_name},
    'last_name', ${table.last_name})`;
const json = (text: string) => JSON.parse(text);

/** The fields of a read. */
export const fields = {
  reduced: { ...columns, patient: sql`(select 1 ${livePatient})`.as('patient') },
  full: {
    ...columns,
    patient: sql`(select ${person(patient)} ${livePatient})`.mapWith(json).as('patient'),
    doctor: sql`(select ${person(doctor)} from ${doctor} where ${doctor.id} = ${shown.doctor_id})`
      .mapWith(json)
      .as('doctor'),
    department: sql`(select json_object('id', ${department.id}, 'name', ${department.name}, 'code', ${department.code})
        from ${department} where ${department.id} = ${shown.department_id})`
      .mapWith(json)
      .as('department'),
  },
};

const byId = (view: View) => {
  const ofOne = { ...fields[view], version: shown.version, files: filesField(shown.id) };
  return rawStatement<{ id: string }, Row & { version: number; files: FileRow[] }>(
    (p) => sql`select ${selected(ofOne)} from ${appointment} as ${shown} where ${isLive(shown, p.id)}`,
    ofOne,
  );
};
export const reads = { reduced: byId('reduced'), full: byId('full') };

/** A row as it is answered. */
export function toListed({
  seq: _,
  starts_at: __,
  ends_at: ___,
  patient,
  doctor,
  department,
  ...row
}: Row): ListedAppointment {
  return {
    ...row,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    ...(patient && patient !== 1 ? { patient, doctor, department } : {}),
  };
}

/** @throws NotFoundError, also where the patient is deleted */
export async function getAppointment(
  ctx: ServiceContext,
  id: string,
  view: View,
): Promise<Versioned<CalendarAppointment>> {
  const row = await ctx.db.first(reads[view]({ id }));
  if (!row?.patient) throw new NotFoundError('Appointment', id);
  const { version, files, ...listed } = row;
  return { version, record: { ...toListed(listed), files: toFiles(ctx, files) } };
}

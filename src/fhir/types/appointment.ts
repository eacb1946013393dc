/**
 * Appointment (hl7.org/fhir/R4/appointment.html). What is taken of one: appointment-writing.ts. Those of a deleted patient are
 * read, too: they are what the doctor's day was.
 */
import { eq, isNull, sql } from 'drizzle-orm';
import { appointment, folded } from '../../db/schema/appointment';
import { appointmentType as visitType } from '../../db/schema/calendar';
import { APPOINTMENT_STATUSES, appointmentWord, codeOf } from '../elements/codes';
import { conceptOf, type Deployment, originalText, type Resource, referenceTo } from '../elements/datatypes';
import { zoned } from '../elements/time';
import { identifierParameter } from '../search/identifiers';
import { codeParameter, ownCodeParameter, referenceParameter } from '../search/parameters';
import { timeParameter } from '../search/time-parameters';
import type { RowMeta, StoredType } from '../served-type';
import { entityFields } from './fields';

const fields = {
  ...entityFields(appointment),
  type: appointment.type,
  status: appointment.status,
  patient_id: appointment.patient_id,
  doctor_id: appointment.doctor_id,
  department_id: appointment.department_id,
  is_follow_up: appointment.is_follow_up,
  expected_duration_minutes: appointment.expected_duration_minutes,
  starts_at: appointment.starts_at,
  ends_at: appointment.ends_at,
  cancel_reason: appointment.cancel_reason,
  created_at: appointment.created_at,
  reason: appointment.reason,
  notes: appointment.notes,
  identifiers: appointment.identifiers,
  type_id: appointment.type_id,
  type_name: sql<string | null>`(select ${visitType.name} from ${visitType}
      where ${eq(visitType.id, appointment.type_id)})`.as('type_name'),
  resource_id: appointment.resource_id,
};

export type AppointmentRow = RowMeta &
  Pick<typeof appointment.$inferSelect, Exclude<keyof typeof fields, 'type_name'>> & { type_name: string | null };

export const V2_APPOINTMENT_TYPE = 'http://terminology.hl7.org/CodeSystem/v2-0276';
export const FOLLOW_UP = 'FOLLOWUP';
const followUp = conceptOf(V2_APPOINTMENT_TYPE, FOLLOW_UP, 'A follow up visit from a previous appointment');

/** @returns `status`, and `_status` where the hospital says it in another word than the code's own */
function statusOf(text: string) {
  const status = codeOf(APPOINTMENT_STATUSES, text);
  return { status, ...(text !== appointmentWord(status) && { _status: originalText(text) }) };
}

/** Whole ones, which alone R4 has; `end` says the same. */
const minutesOf = (minutes: number | null) =>
  minutes !== null && Number.isInteger(minutes) && minutes > 0 ? minutes : null;

/** The hospital makes appointments with those who take part in them. */
const accepted = (type: 'Patient' | 'Practitioner' | 'HealthcareService' | 'Location', id: string) => ({
  actor: referenceTo(type, id),
  status: 'accepted',
});

/** What it was planned as. Its own text, which may be another one, is the `appointmentType`. */
const serviceTypeOf = ({ type_id, type_name }: AppointmentRow, { systems }: Deployment) =>
  type_id === null ? [] : [{ coding: [{ system: systems['appointment-type'], code: type_id }], text: type_name }];

const toFhir = (row: AppointmentRow, deployment: Deployment): Resource => {
  const { timeZone } = deployment;
  const { status, ...original } = statusOf(row.status);
  return {
    ...{ resourceType: 'Appointment', id: row.id, identifier: row.identifiers, status, ...original },
    // Others have no reason (app-4).
    ...(status === 'cancelled' && { cancelationReason: { text: row.cancel_reason } }),
    reasonCode: row.reason === null ? undefined : [{ text: row.reason }],
    serviceType: serviceTypeOf(row, deployment),
    appointmentType: { ...(row.is_follow_up && followUp), text: row.type },
    start: zoned(row.starts_at, timeZone),
    end: zoned(row.ends_at, timeZone),
    minutesDuration: minutesOf(row.expected_duration_minutes),
    created: zoned(row.created_at, timeZone),
    comment: row.notes,
    participant: [
      accepted('Patient', row.patient_id),
      accepted('Practitioner', row.doctor_id),
      accepted('HealthcareService', row.department_id),
      ...(row.resource_id === null ? [] : [accepted('Location', row.resource_id)]),
    ],
  };
};

const { patient_id, doctor_id, department_id, resource_id, starts_at } = appointment;

export const appointmentType: StoredType<AppointmentRow> = {
  type: 'Appointment',
  table: appointment,
  fields,
  live: isNull(appointment.deleted_at),
  updated: appointment.updated_at,
  toFhir,
  access: (row) => ({ id: row.id, of: row.patient_id }),
  mandatory: ['status', 'participant'],
  parameters: {
    identifier: identifierParameter({
      documentation: 'What another system calls the appointment',
      table: appointment,
      own: [],
      hasForeign: true,
    }),
    patient: referenceParameter({ documentation: 'The patient', to: { Patient: patient_id }, key: starts_at }),
    practitioner: referenceParameter({ documentation: 'The doctor', to: { Practitioner: doctor_id }, key: starts_at }),
    actor: referenceParameter({
      documentation: 'Patient, doctor, department, or room',
      to: { Patient: patient_id, Practitioner: doctor_id, HealthcareService: department_id, Location: resource_id },
      key: starts_at,
    }),
    location: referenceParameter({
      documentation: 'The room, or the equipment',
      to: { Location: resource_id },
      key: starts_at,
    }),
    'service-type': ownCodeParameter({
      documentation: 'The type as which it was planned, by its id',
      system: 'appointment-type',
      column: appointment.type_id,
    }),
    date: timeParameter(starts_at, { documentation: 'When it starts' }),
    status: codeParameter({
      documentation: 'The status; pending has all that no other code says',
      system: 'http://hl7.org/fhir/appointmentstatus',
      map: APPOINTMENT_STATUSES,
      column: appointment.status,
      folded,
    }),
  },
  includes: {
    patient: { to: 'Patient', column: patient_id },
    practitioner: { to: 'Practitioner', column: doctor_id },
    location: { to: 'Location', column: resource_id },
  },
};

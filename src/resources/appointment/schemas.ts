import * as z from 'zod';
import { datetime, nonNegative, optional, text, uuid, withDefault } from '../../schemas/fields';
import { marked } from '../../schemas/marks';
import { files } from '../file/schemas';

/** Seven days: how far back an appointment can lie that still lasts. */
export const LONGEST_MINUTES = 10_080;

/** A type or status. */
export const word = text(50, 1);

const STATUS =
  'SCEDULED (spelled so), CHECKED_IN, IN_PROGRESS, COMPLETED, CANCELLED, NO_SHOW, or any other text. All but COMPLETED, CANCELLED and NO_SHOW hold its time';
export const status = word.describe(STATUS);

export const AppointmentInput = z
  .object({
    type: withDefault(word, 'OPD').describe('Kind of visit, as free text'),
    status: withDefault(word, 'SCEDULED').describe(status.description ?? ''),
    patient_id: marked(uuid, { whose: 'patient_id' }),
    doctor_id: uuid,
    department_id: uuid,
    schedule: datetime,
    is_follow_up: withDefault(z.boolean(), false),
    expected_duration_minutes: optional(nonNegative(LONGEST_MINUTES)),
  })
  .meta({ id: 'AppointmentInput' });
export type AppointmentInput = z.output<typeof AppointmentInput>;

/** The record without files, which have their own table. */
export const AppointmentRecord = z.object({
  id: marked(z.uuid(), { entity: 'appointment' }),
  ...AppointmentInput.shape,
});

export const Appointment = z.object({ ...AppointmentRecord.shape, files }).meta({ id: 'Appointment' });
export type Appointment = z.output<typeof Appointment>;

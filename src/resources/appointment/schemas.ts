import * as z from 'zod';
import { datetime, nonNegative, optional, text, uuid, withDefault } from '../../schemas/fields';
import { files } from '../file/schemas';

/** Seven days: how far back an appointment can lie that still lasts. */
export const LONGEST_MINUTES = 10_080;

/** A type or status. */
export const word = text(50, 1);

export const AppointmentInput = z
  .object({
    type: withDefault(word, 'OPD'),
    status: withDefault(word, 'SCEDULED'),
    patient_id: uuid,
    doctor_id: uuid,
    department_id: uuid,
    schedule: datetime,
    is_follow_up: withDefault(z.boolean(), false),
    expected_duration_minutes: optional(nonNegative(LONGEST_MINUTES)),
  })
  .meta({
    id: 'AppointmentInput',
    examples: [
      {
        type: 'OPD',
        status: 'SCEDULED',
        patient_id: '0b0e3a1c-5a3f-4d0e-9c54-6d9f3f0e7a11',
        doctor_id: '7f1d2c3b-8e4a-4b5c-a6d7-e8f901a2b3c4',
        department_id: '3c9e1f00-1b2a-4c3d-8e4f-5a6b7c8d9e0f',
        schedule: '2027-03-01T09:30:00',
        is_follow_up: false,
        expected_duration_minutes: 30,
      },
    ],
  });
export type AppointmentInput = z.output<typeof AppointmentInput>;

/** The record without files, which have their own table. */
export const AppointmentRecord = z.object({ id: z.uuid(), ...AppointmentInput.shape });

export const Appointment = z.object({ ...AppointmentRecord.shape, files }).meta({ id: 'Appointment' });
export type Appointment = z.output<typeof Appointment>;

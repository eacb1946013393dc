import type { Schema } from './types.ts';

type Booking = Schema<'AppointmentInput'>;
type OfSlot = 'doctor_id' | 'department_id' | 'schedule' | 'expected_duration_minutes';

/** The body of `POST /appointment/` that books a free time, which `fields` may change. */
export const appointmentOf = (
  { doctor_id, department_id, schedule, expected_duration_minutes }: Pick<Schema<'Slot'>, OfSlot>,
  fields: Omit<Booking, OfSlot> & Partial<Pick<Booking, OfSlot>>,
): Booking => ({ doctor_id, department_id, schedule, expected_duration_minutes, ...fields });

import type { Schema } from './types.ts';

type Booking = Schema<'AppointmentInput'>;
type Holding = Schema<'HoldInput'>;
type Slot = Pick<Schema<'Slot'>, 'doctor_id' | 'department_id' | 'schedule' | 'expected_duration_minutes' | 'type_id'>;
type OfSlot = keyof Slot;

/** What a free time has, and its type where it was asked for by one. */
const ofSlot = ({ doctor_id, department_id, schedule, type_id }: Slot) => ({
  doctor_id,
  department_id,
  schedule,
  ...(type_id && { type_id }),
});

/** The body of `POST /appointment/` that books a free time, which `fields` may change. */
export const appointmentOf = (slot: Slot, fields: Omit<Booking, OfSlot> & Partial<Pick<Booking, OfSlot>>): Booking => ({
  ...ofSlot(slot),
  expected_duration_minutes: slot.expected_duration_minutes,
  ...fields,
});

/** The body of `POST /calendar/holds` that keeps a free time while somebody fills a form. Its id is the `hold_id` of the booking. */
export const holdOf = (slot: Slot, fields: Partial<Holding> = {}): Holding => ({
  ...ofSlot(slot),
  minutes: slot.expected_duration_minutes,
  ...fields,
});

import type { Schema } from 'hospital-service-client';
import { addDays } from './format';
import { hospital } from './session';

export type Slot = Schema<'Slot'>;

interface Wanted {
  doctor?: string | undefined;
  department?: string | undefined;
  from: string;
  days: number;
  /** how long it has to be; by default as the doctor's hours say */
  minutes?: number | undefined;
}

/** Free times that are still to come, of a doctor, of a doctor in a department, or of all doctors of a department. */
export async function loadSlots({ doctor, department, from, days, minutes }: Wanted, signal?: AbortSignal) {
  const whose = doctor ? { doctor_id: doctor } : { department_id: department };
  const query = { ...whose, from, to: addDays(from, days), ...(minutes && { minutes }) };
  const slots = await Array.fromAsync(hospital.list('/calendar/slots', { params: { query }, signal }));
  return slots.filter(
    ({ department_id, starts_at }) =>
      (!department || department_id === department) && Date.parse(starts_at) > Date.now(),
  );
}

/** Looks once more. Where the hospital allows double bookings, the service takes a time that has just been taken. */
export async function isStillFree({ doctor_id, department_id, schedule, expected_duration_minutes }: Slot) {
  const day = schedule.slice(0, 10);
  const slots = await loadSlots({
    doctor: doctor_id,
    department: department_id,
    from: day,
    days: 1,
    minutes: expected_duration_minutes,
  });
  return slots.some((slot) => slot.schedule === schedule);
}

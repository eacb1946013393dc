import type { Schema } from 'hospital-service-client';
import { addDays, now } from './format';
import { hospital } from './session';

export type Slot = Schema<'Slot'>;

interface Wanted {
  doctor?: string | undefined;
  department?: string | undefined;
  from: string;
  days: number;
  /** how long it has to be; by default as the doctor's hours say */
  minutes?: number | undefined;
  /** the id of a type of visits, for which it has to do */
  type?: string | undefined;
}

/** Free times that are still to come, of a doctor, of a doctor in a department, or of all doctors of a department. */
async function* slotsOf({ doctor, department, from, days, ...lasting }: Wanted, signal?: AbortSignal) {
  const whose = doctor ? { doctor_id: doctor } : { department_id: department };
  const query = { ...whose, from, to: addDays(from, days), ...queryOf(lasting) };
  for await (const slot of hospital.list('/calendar/slots', { params: { query }, ...(signal && { signal }) })) {
    if (department && slot.department_id !== department) continue;
    if (Date.parse(slot.starts_at) > Date.now()) yield slot;
  }
}

export const loadSlots = (wanted: Wanted, signal: AbortSignal): Promise<Slot[]> =>
  Array.fromAsync(slotsOf(wanted, signal));

export async function firstSlot(wanted: Wanted): Promise<Slot | undefined> {
  for await (const slot of slotsOf(wanted)) return slot;
  return undefined;
}

const queryOf = ({ minutes, type }: Pick<Wanted, 'minutes' | 'type'>) => ({
  ...(minutes && { minutes }),
  ...(type && { type_id: type }),
});

const FIRST = 12;

/** The first free times of anybody, anywhere. */
export async function firstSlots(wanted: Pick<Wanted, 'minutes' | 'type'>): Promise<Slot[]> {
  const query = { from: now().slice(0, 16), limit: FIRST, ...queryOf(wanted) };
  const slots: Slot[] = [];
  // A page may end early, and lead on: the service looks at so many times at once.
  for await (const slot of hospital.list('/calendar/slots', { params: { query } })) {
    if (Date.parse(slot.starts_at) > Date.now()) slots.push(slot);
    if (slots.length === FIRST) break;
  }
  return slots;
}

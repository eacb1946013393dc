import { pageOf } from 'hospital-service-client';
import type { Appointment } from './appointments';
import { addDays } from './format';
import { hospital } from './session';

export interface Wanted {
  from: string;
  days: number;
  /** ids, empty for any */
  department: string;
  doctor: string;
}

export interface DayAppointments extends Wanted {
  appointments: Appointment[];
}

/** The days that are shown. */
export const daysOf = ({ from, days }: { from: string; days: number }): string[] =>
  Array.from({ length: days }, (_, i) => addDays(from, i));

interface Page {
  etag: string | null;
  items: Appointment[];
  next: object | undefined;
}

/**
 * Makes a load of appointments that remembers what it has loaded last, and asks only whether that has changed: then the answer has
 * no body. Where nothing has changed, it gives the same object again.
 */
export function appointmentsLoader(): (wanted: Wanted, signal: AbortSignal) => Promise<DayAppointments> {
  let last: { key: string; pages: Page[]; loaded: DayAppointments } | undefined;
  return async (wanted, signal) => {
    const key = JSON.stringify(wanted);
    const known = last?.key === key ? last : undefined;
    const pages: Page[] = [];
    for (let query: object | undefined = queryOf(wanted); query; query = pages.at(-1)?.next) {
      pages.push(await loadPage(query, known?.pages[pages.length], signal));
    }
    const isSame = known?.pages.length === pages.length && pages.every((page, i) => page === known.pages[i]);
    const loaded = isSame ? known.loaded : { ...wanted, appointments: pages.flatMap(({ items }) => items) };
    if (!signal.aborted) last = { key, pages, loaded };
    return loaded;
  };
}

async function loadPage(query: object, known: Page | undefined, signal: AbortSignal): Promise<Page> {
  const result = await hospital.GET('/calendar/appointments/', {
    params: {
      query: { ...query, view: 'full' as const },
      header: known?.etag ? { 'if-none-match': known.etag } : {},
    },
    signal,
  });
  const etag = result.response?.headers.get('etag') ?? null;
  if (known && result.status === 304) {
    known.etag = etag; // by which it is cheaper to ask next
    return known;
  }
  const { items, next } = pageOf(result, query);
  return { items, next, etag };
}

const queryOf = ({ from, days, department, doctor }: Wanted): object => ({
  from,
  to: addDays(from, days),
  ...(department && { department_id: department }),
  ...(doctor && { doctor_id: doctor }),
});

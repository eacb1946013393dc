import { etagOf, HospitalError, type Schema, unwrap } from 'hospital-service-client';
import { locale } from './i18n/locale';
import { hospital } from './session';

export type Hours = Schema<'Hours'>;
export type WeeklyHours = Schema<'WeeklyHours'>;
/** A date with hours of its own, in place of the weekly ones. Without any it is off. */
export type OwnDay = Pick<Schema<'HoursException'>, 'date' | 'hours' | 'note'>;

export interface AllHours {
  weekly: WeeklyHours[];
  days: OwnDay[];
}

/** ISO 8601: Monday is 1. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** The first of January 2024 was a Monday. */
export const weekdayText = (weekday: number): string =>
  new Date(Date.UTC(2024, 0, weekday)).toLocaleDateString(locale, { weekday: 'long', timeZone: 'UTC' });

export const spanText = ({ from, to }: Hours): string => `${from} – ${to}`;

/** In the order of the day. Fields of browsers have no 24:00, and to the service the midnight after is the same. */
const sorted = <T extends Hours>(hours: readonly T[]): T[] =>
  hours.map((one) => (one.to === '24:00' ? { ...one, to: '00:00' } : one)).sort((a, b) => a.from.localeCompare(b.from));

/** When a doctor works, and the version that a change names. */
export async function loadAllHours(id: string, signal: AbortSignal) {
  const result = await hospital.GET('/calendar/doctors/{id}/hours', { params: { path: { id } }, signal });
  const { weekly, exceptions } = unwrap(result);
  const hours: AllHours = {
    weekly: sorted(weekly).sort((a, b) => a.weekday - b.weekday),
    days: exceptions
      .map(({ date, hours, note }) => ({ date, hours: sorted(hours), note }))
      .sort((a, b) => a.date.localeCompare(b.date)),
  };
  return { hours, version: etagOf(result) };
}

/** What is sent of it. */
export const bodyOf = ({ weekly, days }: AllHours): Schema<'DoctorHoursInput'> => ({
  weekly,
  exceptions: days.map((day) => ({ ...day, off: day.hours.length === 0 })),
});

/** Whether the service has found that these hours overlap with others. @param path of them in what is sent */
export const isOverlap = (error: unknown, path: string): boolean =>
  error instanceof HospitalError && error.faults.some(({ loc }) => loc.join('.') === `body.${path}`);

const LIKELY = { from: '09:00', to: '17:00', slot_minutes: 20 };

/** One more line on a day: from the end of the one before, otherwise as on other days. */
export function nextHours(ofDay: readonly Hours[], others: readonly Hours[], department_id: string): Hours {
  const [last, other] = [ofDay.at(-1), others.at(-1)];
  if (last) return { ...last, from: last.to, to: last.to < LIKELY.to ? LIKELY.to : '23:00' };
  const { from, to, slot_minutes, department_id: usual } = { ...LIKELY, department_id, ...other };
  return { from, to, slot_minutes, department_id: usual };
}

/** All hours of another day, for this one. */
export const copiedHours = (weekly: readonly WeeklyHours[], from: number, weekday: number): WeeklyHours[] =>
  weekly.filter((one) => one.weekday === from).map((one) => ({ ...one, weekday }));

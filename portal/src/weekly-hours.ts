import { etagOf, HospitalError, type Schema, unwrap } from 'hospital-service-client';
import { locale } from './i18n/locale';
import { hospital } from './session';

export type WeeklyHours = Schema<'WeeklyHours'>;

/** ISO 8601: Monday is 1. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** The first of January 2024 was a Monday. */
export const weekdayText = (weekday: number): string =>
  new Date(Date.UTC(2024, 0, weekday)).toLocaleDateString(locale, { weekday: 'long', timeZone: 'UTC' });

/** Fields of browsers have no 24:00, and to the service the midnight after is the same. */
const withoutTwentyFour = (hours: WeeklyHours): WeeklyHours =>
  hours.to === '24:00' ? { ...hours, to: '00:00' } : hours;

/** The weekly hours of a doctor, how many days have others, and the version that a change names. */
export async function loadWeek(id: string, signal: AbortSignal) {
  const result = await hospital.GET('/calendar/doctors/{id}/hours', { params: { path: { id } }, signal });
  const { weekly, exceptions } = unwrap(result);
  const sorted = weekly.map(withoutTwentyFour).sort((a, b) => a.weekday - b.weekday || a.from.localeCompare(b.from));
  return { weekly: sorted, exceptions: exceptions.length, version: etagOf(result) };
}

/** Whether the service has found that these hours overlap with others of the list. */
export const isOverlap = (error: unknown, at: number): boolean =>
  error instanceof HospitalError && error.faults.some(({ loc }) => loc.join('.') === `body.weekly.${at}`);

const LIKELY = { from: '09:00', to: '17:00', slot_minutes: 20 };

/** One more line on a day: from the end of the one before, otherwise as on other days. */
export function nextHours(weekly: readonly WeeklyHours[], weekday: number, department_id: string): WeeklyHours {
  const [last, other] = [weekly.findLast((one) => one.weekday === weekday), weekly.at(-1)];
  if (last) return { ...last, from: last.to, to: last.to < LIKELY.to ? LIKELY.to : '23:00' };
  return { ...LIKELY, department_id, ...other, weekday };
}

/** All hours of another day, for this one. */
export const copiedHours = (weekly: readonly WeeklyHours[], from: number, weekday: number): WeeklyHours[] =>
  weekly.filter((one) => one.weekday === from).map((one) => ({ ...one, weekday }));

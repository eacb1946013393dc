import { type Schema, unwrap } from 'hospital-service-client';
import { addDays, minuteOf } from './format';
import { hospital, may } from './session';

export type DoctorHours = Schema<'DoctorHours'>;

/** When a doctor works on a day, in minutes after midnight: those of a night begin before it, or end after it. */
export interface Open {
  from: number;
  to: number;
  department: string;
  /** minutes from one free time to the next */
  slot: number;
}

const DAY = 24 * 60;

/** The working hours of doctors, by their ids. Nobody is refused a calendar for want of them. */
export async function loadHours(doctors: readonly string[], signal: AbortSignal): Promise<Map<string, DoctorHours>> {
  if (!may('hours:read')) return new Map();
  const results = await Promise.allSettled(
    doctors.map((id) =>
      hospital.GET('/calendar/doctors/{id}/hours', { params: { path: { id } }, signal }).then(unwrap),
    ),
  );
  return new Map(
    results.flatMap((result) => (result.status === 'fulfilled' ? [[result.value.doctor_id, result.value]] : [])),
  );
}

const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7;

function beginningOn(day: string, { weekly, exceptions }: DoctorHours): Open[] {
  const hours =
    exceptions.find(({ date }) => date === day)?.hours ?? weekly.filter(({ weekday }) => weekday === weekdayOf(day));
  return hours.map(({ from, to, department_id: department, slot_minutes: slot }) => {
    const [start, end] = [clockMinute(from), clockMinute(to)];
    return { from: start, to: end > start ? end : end + DAY, department, slot };
  });
}

const clockMinute = (clock: string): number => (clock === '24:00' ? DAY : minuteOf(`2000-01-01T${clock}`));

/** The hours that lie on a day, also those of the night before, in the order of time. */
export const hoursOn = (day: string, hours: DoctorHours): Open[] =>
  [
    ...beginningOn(addDays(day, -1), hours).map((open) => ({ ...open, from: open.from - DAY, to: open.to - DAY })),
    ...beginningOn(day, hours),
  ]
    .filter(({ to }) => to > 0)
    .sort((a, b) => a.from - b.from);

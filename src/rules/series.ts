/** Visits that come again every few weeks at the same time by the hospital's clocks. */
import { localDatetime } from './clock';
import { dateOfDay, dayOfDate, instant } from './datetime';

/** A year of weeks. */
export const VISITS_MAX = 52;
const WEEK_DAYS = 7;

export interface Recurrence {
  /** of the first visit, as sent */
  schedule: string;
  every_weeks: number;
  /** exactly one of the two: how many visits, or the last day on which one may begin */
  count: number | null;
  until: string | null;
}

export interface Start {
  schedule: string;
  /** epoch milliseconds */
  starts_at: number;
}

const hasZone = (schedule: string) => /(?:[Zz]|[+-]\d{2}(?::?\d{2})?)$/.test(schedule.slice('YYYY-MM-DD'.length));

/** As the hospital's clocks show it: a zone that was sent says nothing about the weeks to come. */
const ofClock = (schedule: string, timeZone: string): string =>
  hasZone(schedule) ? localDatetime(instant(schedule, timeZone), timeZone) : schedule;

/** Without the offset of a time that the clocks show twice: in other weeks they show it once. */
const timeOfDay = (schedule: string): string =>
  hasZone(schedule) ? schedule.slice(10, 'YYYY-MM-DDTHH:MM:SS'.length) : schedule.slice(10);

/** How many visits begin on `until` or before; 0 where the first one does not. */
const countUntil = (first: string, until: string, every_weeks: number): number =>
  Math.floor((dayOfDate(until) - dayOfDate(first)) / (every_weeks * WEEK_DAYS)) + 1;

/** How many visits are planned: neither too few nor too many by itself. */
export const plannedCount = ({ schedule, every_weeks, count, until }: Recurrence, timeZone: string): number =>
  until === null ? (count ?? 0) : countUntil(ofClock(schedule, timeZone), until, every_weeks);

/** Of each visit. Texts are as those of bookings: what the clocks skip or show twice counts as `instant` has it. */
export function startsOf(recurrence: Recurrence, timeZone: string): Start[] {
  const first = ofClock(recurrence.schedule, timeZone);
  const day = dayOfDate(first);
  return Array.from({ length: plannedCount(recurrence, timeZone) }, (_, n) => {
    const date = dateOfDay(day + n * recurrence.every_weeks * WEEK_DAYS);
    const schedule = n === 0 ? first : date + timeOfDay(first);
    return { schedule, starts_at: instant(schedule, timeZone) };
  });
}

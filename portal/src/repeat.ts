import type { Schema } from 'hospital-service-client';

// A visit that repeats every few weeks.

/** How, as it is typed. */
export interface Repeat {
  weeks: string;
  ends: 'count' | 'until';
  count: string;
  /** a day */
  until: string;
}

export const WEEKLY: Repeat = { weeks: '1', ends: 'count', count: '4', until: '' };

/** What the service takes. */
const MOST_WEEKS = 12;
const MOST_VISITS = 52;

const DAY = /^\d{4}-\d\d-\d\d$/;

const within = (text: string, most: number): number | undefined => {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= most ? number : undefined;
};

type Planned = Pick<Schema<'AppointmentSeriesInput'>, 'every_weeks' | 'count' | 'until'>;

/** What is sent of it; nothing as long as something is missing. */
export function plannedOf({ weeks, ends, count, until }: Repeat): Planned | undefined {
  const every_weeks = within(weeks, MOST_WEEKS);
  const visits = within(count, MOST_VISITS);
  if (every_weeks === undefined) return undefined;
  if (ends === 'until') return DAY.test(until) ? { every_weeks, until } : undefined;
  return visits === undefined ? undefined : { every_weeks, count: visits };
}

export type SeriesBody = Omit<Schema<'AppointmentSeriesInput'>, 'on_conflict' | 'dry_run'>;

/** Each time of a series, with the reason where no visit is made at it. */
export interface SeriesTime {
  schedule: string;
  reason?: string;
  /** the visit, once it is made */
  id?: string;
  /** names of closures, of a hospital that lets people be booked in them */
  closed?: string[];
}

interface Answer {
  appointments: readonly { schedule: string; id?: string | undefined }[];
  skipped: readonly { schedule: string; reason: string }[];
}

/** In the order of time. */
export const timesOf = ({ appointments, skipped }: Answer): SeriesTime[] =>
  [
    ...appointments.map(({ schedule, id }) => ({ schedule, ...(id && { id }) })),
    ...skipped.map(({ schedule, reason }) => ({ schedule, reason })),
  ].sort((a, b) => a.schedule.localeCompare(b.schedule));

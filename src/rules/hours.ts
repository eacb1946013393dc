/** When doctors work. Times of day are those of the clock on the hospital's wall. */

/** A time of day, `HH:MM`. */
export const TIME_PATTERN = '^([01][0-9]|2[0-3]):[0-5][0-9]$';
/** The end of the day, too. */
export const END_PATTERN = '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$';

/** From one time of day to another, which is on the next day unless it is later than the first. */
export interface Hours {
  from: string;
  to: string;
  department_id: string;
  slot_minutes: number;
}

export interface WeeklyHours extends Hours {
  /** ISO 8601: 1 is Monday, 7 is Sunday */
  weekday: number;
}

/** Replaces the weekly hours of one date. */
export interface HoursException {
  date: string;
  off: boolean;
  hours: Hours[];
  note: string | null;
}

export interface DoctorHours {
  weekly: WeeklyHours[];
  exceptions: HoursException[];
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const sinceMidnight = (time: string) => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * MINUTE;

/**
 * The hours that begin on a day, by the clock's readings: epoch milliseconds of a clock that shows UTC.
 * @param midnight the reading with which the day begins
 */
export function hoursOn(midnight: number, { weekly, exceptions }: DoctorHours) {
  const day = new Date(midnight);
  const date = day.toISOString().slice(0, 10);
  const weekday = day.getUTCDay() || 7;
  const hours: Hours[] =
    exceptions.find((exception) => exception.date === date)?.hours ?? weekly.filter((one) => one.weekday === weekday);
  return hours.map(({ from, to, department_id, slot_minutes }) => {
    const begins = midnight + sinceMidnight(from);
    const ends = midnight + sinceMidnight(to);
    return { begins, ends: ends > begins ? ends : ends + DAY, department_id, slot_minutes };
  });
}

/** The departments that hours name, each once. */
export const departmentsOf = ({ weekly, exceptions }: DoctorHours): string[] => [
  ...new Set([...weekly, ...exceptions.flatMap(({ hours }) => hours)].map(({ department_id }) => department_id)),
];

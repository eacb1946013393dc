/** When doctors work. Times of day are those of the clock on the hospital's wall. */
import { DAY, MINUTE } from './clock';

export const TIME_PATTERN = '^([01][0-9]|2[0-3]):[0-5][0-9]$';
/** 24:00 is the midnight that ends the day. */
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

const sinceMidnight = (time: string) => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * MINUTE;

const spanOn = (midnight: number, from: string, to: string) => {
  const [begins, ends] = [midnight + sinceMidnight(from), midnight + sinceMidnight(to)];
  return { begins, ends: ends > begins ? ends : ends + DAY };
};

/** In the order of their beginning, as readings (clock.ts). @param midnight the reading with which the day begins */
export function hoursOn(midnight: number, { weekly, exceptions }: DoctorHours) {
  const day = new Date(midnight);
  const date = day.toISOString().slice(0, 10);
  const weekday = day.getUTCDay() || 7;
  const hours: Hours[] =
    exceptions.find((exception) => exception.date === date)?.hours ?? weekly.filter((one) => one.weekday === weekday);
  return hours
    .map(({ from, to, department_id, slot_minutes }) => ({
      ...{ date, from, to, department_id, slot_minutes },
      ...spanOn(midnight, from, to),
    }))
    .sort((a, b) => a.begins - b.begins);
}

type Path = readonly (string | number)[];

interface Placed {
  begins: number;
  ends: number;
  path: Path;
}

/** Hours come again every week: the night of Sunday goes on into Monday. */
export const placedInWeek = (weekly: readonly Pick<WeeklyHours, 'weekday' | 'from' | 'to'>[]): Placed[] =>
  weekly.flatMap(({ weekday, from, to }, n) =>
    [weekday, weekday - 7].map((day) => ({ ...spanOn(day * DAY, from, to), path: [n] })),
  );

export const placedOnDates = (exceptions: readonly Pick<HoursException, 'date' | 'hours'>[]): Placed[] =>
  exceptions.flatMap(({ date, hours }, n) =>
    hours.map(({ from, to }, m) => ({ ...spanOn(Date.parse(date), from, to), path: [n, 'hours', m] })),
  );

/** Of each two that overlap, `path` is the later one of the list. What is no time of day is left out. */
export function overlapsOf(placed: readonly Placed[]): { path: Path; other: Path }[] {
  const hours = placed.filter(({ begins, ends }) => begins < ends).map((one, place) => ({ ...one, place }));
  const overlaps = new Map<string, { path: Path; other: Path }>();
  let longest: (typeof hours)[number] | undefined;
  for (const one of hours.sort((a, b) => a.begins - b.begins)) {
    if (longest && one.begins < longest.ends) {
      const [first, second] = one.place < longest.place ? [one, longest] : [longest, one];
      overlaps.set(second.path.join(), { path: second.path, other: first.path });
    }
    if (!longest || one.ends > longest.ends) longest = one;
  }
  return [...overlaps.values()];
}

export const departmentsOf = ({ weekly, exceptions }: DoctorHours): string[] => [
  ...new Set([...weekly, ...exceptions.flatMap(({ hours }) => hours)].map(({ department_id }) => department_id)),
];

/** Which times of doctors are free: their hours, less what is booked. Times are epoch milliseconds. */
import { firstTimeOf, readingAt } from './clock';
import { Heap } from './heap';
import { type DoctorHours, hoursOn } from './hours';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

type Span = readonly [starts_at: number, ends_at: number];

export interface Calendar extends DoctorHours {
  doctor_id: string;
  /** what is booked, in the order of its beginning */
  held: readonly Span[];
  /** what begins at this time or later may be missing in `held` */
  known_until: number;
}

export interface Slot {
  doctor_id: string;
  department_id: string;
  starts_at: number;
  ends_at: number;
}

interface Asked {
  /** when the slots begin, the second one excluded */
  from: number;
  to: number;
  /** how long they are, if that is not for the hours to say */
  minutes: number | undefined;
  limit: number;
  timeZone: string;
}

/** When a time is free of all spans, which are in the order of their beginning: when it starts, or else when the last one ends. */
function freedomFrom(spans: readonly Span[]): (starts_at: number, ends_at: number) => number {
  let latest = Number.NEGATIVE_INFINITY;
  const latestEnds = spans.map(([, end]) => {
    latest = Math.max(latest, end);
    return latest;
  });
  return (starts_at, ends_at) => {
    // How many begin before the end.
    let [least, most] = [0, spans.length];
    while (least < most) {
      const middle = (least + most) >> 1;
      if ((spans[middle]?.[0] ?? 0) < ends_at) least = middle + 1;
      else most = middle;
    }
    return Math.max(starts_at, latestEnds[least - 1] ?? starts_at);
  };
}

/** For what is asked again and again of the same few times. */
export function remembered<T>(compute: (n: number) => T): (n: number) => T {
  const known = new Map<number, T>();
  return (n) => {
    const value = known.get(n) ?? compute(n);
    known.set(n, value);
    return value;
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
const inOrder = (a: Slot, b: Slot) =>
  a.starts_at - b.starts_at || compare(a.doctor_id, b.doctor_id) || compare(a.department_id, b.department_id);

/** Hours of one doctor on one day. */
interface Run {
  doctor: Omit<Calendar, 'held'> & { freeFrom: ReturnType<typeof freedomFrom> };
  department_id: string;
  /** when the next slot to look at begins, and the last one */
  starts_at: number;
  last: number;
  step: number;
  length: number;
}

/**
 * The free slots in order of time, about `limit` of them: those that begin together are never parted. Only as many are
 * looked at as that takes, in this order, however long all hours are.
 *
 * Hours last from the first moment at which the clocks show their beginning, or a later time, to the first one at which
 * they show their end or a later time. From the beginning on there is a slot every `slot_minutes`, as long as it ends with
 * them. Of two lengths that overlapping hours offer at one time, the shorter one counts.
 * @returns the slots, and where to go on for more; null at the end
 */
export function freeSlots(
  calendars: readonly Calendar[],
  { from, to, minutes, limit, timeZone }: Asked,
): { slots: Slot[]; next: number | null } {
  const doctors = calendars.map(({ held, ...calendar }) => ({ ...calendar, freeFrom: freedomFrom(held) }));
  const timeOf = remembered((reading) => firstTimeOf(reading, timeZone));
  const found = new Map<string, Slot>();
  const runs = new Heap<Run>(({ starts_at }) => starts_at);
  /** begins the first slot of which it is not known whether it is free */
  let next = Number.POSITIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;

  /** Goes on with the first slot of the hours that begins at a time or later. */
  const goOn = (run: Run, time: number) => {
    const starts_at = run.starts_at + Math.max(0, Math.ceil((time - run.starts_at) / run.step)) * run.step;
    if (starts_at < to && starts_at <= run.last) runs.add({ ...run, starts_at });
  };

  const begin = (doctor: Run['doctor'], midnight: number) => {
    // Hours from before they were kept from overlapping may offer one time a hundred times: those on one grid are joined.
    const joined = new Map<string, Run[]>();
    for (const { begins, ends, department_id, slot_minutes } of hoursOn(midnight, doctor)) {
      const [starts_at, step] = [timeOf(begins), slot_minutes * MINUTE];
      const length = minutes === undefined ? step : minutes * MINUTE;
      const last = timeOf(ends) - length;
      const grid = `${department_id} ${step} ${starts_at % step}`;
      const known = joined.get(grid) ?? [];
      const before = known.at(-1);
      if (before && starts_at <= before.last + step) before.last = Math.max(before.last, last);
      else joined.set(grid, [...known, { doctor, department_id, starts_at, last, step, length }]);
    }
    for (const run of [...joined.values()].flat()) goOn(run, from);
  };

  /** Looks at the slots that begin before a time. @returns whether the page ends there */
  const look = (until: number): boolean => {
    for (let run = runs.least; run && run.starts_at < until; run = runs.least) {
      const { doctor, department_id, starts_at, length } = run;
      if (starts_at > latest && found.size > limit) return true;
      latest = starts_at;
      runs.take();
      const ends_at = starts_at + length;
      const free_at = doctor.freeFrom(starts_at, ends_at);
      if (free_at > starts_at) {
        goOn(run, free_at);
        continue;
      }
      if (ends_at > doctor.known_until) {
        next = starts_at;
        return true;
      }
      const { doctor_id } = doctor;
      const key = `${starts_at} ${doctor_id} ${department_id}`;
      if (ends_at < (found.get(key)?.ends_at ?? Number.POSITIVE_INFINITY))
        found.set(key, { doctor_id, department_id, starts_at, ends_at });
      goOn(run, starts_at + 1);
    }
    return false;
  };

  const midnightOf = (time: number) => Math.floor(readingAt(time, timeZone) / DAY) * DAY;
  // A day earlier, as hours reach into the next day, and one later, as clocks may go back at midnight.
  const lastDay = midnightOf(to) + DAY;
  for (let midnight = midnightOf(from) - DAY; midnight <= lastDay; midnight += DAY) {
    for (const doctor of doctors) begin(doctor, midnight);
    if (look(timeOf(midnight + DAY))) break;
  }

  const slots = [...found.values()].filter(({ starts_at }) => starts_at < next).sort(inOrder);
  const beyond = slots[limit];
  if (beyond) next = Math.max(beyond.starts_at, (slots[0]?.starts_at ?? 0) + 1);
  return { slots: slots.filter(({ starts_at }) => starts_at < next), next: next < to ? next : null };
}

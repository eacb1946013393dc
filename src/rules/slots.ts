/** Which times of doctors are free: their hours, less what is booked. Times are epoch milliseconds. */
import { firstTimeOf, readingAt } from './clock';
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

/** Whether a time is free of all spans, which are in the order of their beginning. */
function freedomFrom(spans: readonly Span[]): (starts_at: number, ends_at: number) => boolean {
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
    return (latestEnds[least - 1] ?? starts_at) <= starts_at;
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

/**
 * The free slots in order of time, about `limit` of them: those that begin together are never parted.
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
  const doctors = calendars.map((calendar) => ({ ...calendar, isFree: freedomFrom(calendar.held) }));
  const timeOf = remembered((reading) => firstTimeOf(reading, timeZone));
  const found = new Map<string, Slot>();
  /** begins the first slot of which it is not known whether it is free */
  let next = Number.POSITIVE_INFINITY;

  const add = ({ doctor_id, isFree, known_until, ...hours }: (typeof doctors)[number], midnight: number) => {
    for (const { begins, ends, department_id, slot_minutes } of hoursOn(midnight, hours)) {
      const [first, last] = [timeOf(begins), timeOf(ends)];
      const step = slot_minutes * MINUTE;
      const length = minutes === undefined ? step : minutes * MINUTE;
      const passed = Math.max(0, Math.ceil((from - first) / step));
      for (let starts_at = first + passed * step; starts_at < to && starts_at + length <= last; starts_at += step) {
        const ends_at = starts_at + length;
        if (!isFree(starts_at, ends_at)) continue;
        if (ends_at > known_until) {
          next = Math.min(next, starts_at);
          break;
        }
        const key = `${starts_at} ${doctor_id} ${department_id}`;
        if (ends_at < (found.get(key)?.ends_at ?? Number.POSITIVE_INFINITY))
          found.set(key, { doctor_id, department_id, starts_at, ends_at });
      }
    }
  };

  const midnightOf = (time: number) => Math.floor(readingAt(time, timeZone) / DAY) * DAY;
  // A day earlier, as hours reach into the next day, and one later, as clocks may go back at midnight.
  const lastDay = midnightOf(to) + DAY;
  for (let midnight = midnightOf(from) - DAY; midnight <= lastDay; midnight += DAY) {
    for (const doctor of doctors) add(doctor, midnight);
    const done = timeOf(midnight + DAY);
    if (next < done) break;
    if (found.size > limit && [...found.values()].filter(({ starts_at }) => starts_at < done).length > limit) break;
  }

  const slots = [...found.values()].filter(({ starts_at }) => starts_at < next).sort(inOrder);
  const beyond = slots[limit];
  if (beyond) next = Math.max(beyond.starts_at, (slots[0]?.starts_at ?? 0) + 1);
  return { slots: slots.filter(({ starts_at }) => starts_at < next), next: next < to ? next : null };
}

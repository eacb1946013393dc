// Which times of doctors are free: their hours, less what is booked. Times are epoch milliseconds.
import { DAY, firstTimeOf, MINUTE, readingAt } from './clock';
import type { ClosedTime } from './closures';
import { Heap } from './heap';
import { type DoctorHours, hoursOn } from './hours';

type Span = readonly [starts_at: number, ends_at: number];

export interface Calendar extends DoctorHours {
  doctor_id: string;
  /** what is booked, in the order of its beginning */
  held: readonly Span[];
  /** of the hospital, of departments and of this doctor, in any order */
  closed: readonly ClosedTime[];
  /** what begins at this time or later may be missing in `held` */
  known_until: number;
}

export interface Slot {
  doctor_id: string;
  department_id: string;
  starts_at: number;
  ends_at: number;
}

interface SlotOptions {
  /** when the slots begin; `to` is excluded */
  from: number;
  to: number;
  /** how long the slots are; undefined: as the hours say */
  minutes: number | undefined;
  limit: number;
  timeZone: string;
}

/** The start itself where the time is free, else when the last span in its way ends. @param spans by their beginning */
function freedomFrom(spans: readonly Span[]): (starts_at: number, ends_at: number) => number {
  let latest = Number.NEGATIVE_INFINITY;
  const latestEnds = spans.map(([, end]) => {
    latest = Math.max(latest, end);
    return latest;
  });
  return (starts_at, ends_at) => {
    // How many spans begin before the end.
    let [least, most] = [0, spans.length];
    while (least < most) {
      const middle = (least + most) >> 1;
      if ((spans[middle]?.[0] ?? 0) < ends_at) least = middle + 1;
      else most = middle;
    }
    return Math.max(starts_at, latestEnds[least - 1] ?? starts_at);
  };
}

/** What is booked, and what is closed in a department. */
function takenIn(department_id: string, { held, closed }: Pick<Calendar, 'held' | 'closed'>): readonly Span[] {
  const spans = closed
    .filter((one) => one.department_id === null || one.department_id === department_id)
    .map(({ starts_at, ends_at }): Span => [starts_at, ends_at]);
  return spans.length === 0 ? held : [...held, ...spans].sort(([a], [b]) => a - b);
}

/** For few different keys. */
export function remembered<K, T>(compute: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
const byTime = (a: Slot, b: Slot) =>
  a.starts_at - b.starts_at || compare(a.doctor_id, b.doctor_id) || compare(a.department_id, b.department_id);

/** Hours on one day, from the next slot on that may be free. */
interface Shift {
  doctor: Calendar & { freeIn: (department_id: string) => ReturnType<typeof freedomFrom> };
  department_id: string;
  /** when that slot begins, and the last one */
  starts_at: number;
  last: number;
  step: number;
  length: number;
}

/**
 * The free slots in order of time, about `limit`, as those that begin together are not parted. What follows is not computed.
 * Hours last from the first moment at which the clocks show their beginning, or a later time, to the first one at which they
 * show their end, or a later time. A slot begins every `slot_minutes`, as long as it ends with them. Where overlapping hours
 * offer two lengths at one time, the shorter one counts.
 * @returns the slots, and where to go on for more; null at the end
 */
export function freeSlots(
  calendars: readonly Calendar[],
  { from, to, minutes, limit, timeZone }: SlotOptions,
): { slots: Slot[]; next: number | null } {
  const doctors = calendars.map((calendar) => ({
    ...calendar,
    freeIn: remembered((department_id: string) => freedomFrom(takenIn(department_id, calendar))),
  }));
  const momentOf = remembered((reading: number) => firstTimeOf(reading, timeZone));
  const free = new Map<string, Slot>();
  const shifts = new Heap<Shift>(({ starts_at }) => starts_at);
  /** when the first slot begins of which it is not known whether it is free */
  let next = Number.POSITIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;

  const goOn = (shift: Shift, time: number) => {
    const starts_at = shift.starts_at + Math.max(0, Math.ceil((time - shift.starts_at) / shift.step)) * shift.step;
    if (starts_at < to && starts_at <= shift.last) shifts.add({ ...shift, starts_at });
  };

  const begin = (doctor: Shift['doctor'], midnight: number) => {
    // Old hours may overlap, and offer one time a hundred times: those on one grid are joined.
    const joined = new Map<string, Shift[]>();
    for (const { begins, ends, department_id, slot_minutes } of hoursOn(midnight, doctor)) {
      const [starts_at, step] = [momentOf(begins), slot_minutes * MINUTE];
      const length = minutes === undefined ? step : minutes * MINUTE;
      const last = momentOf(ends) - length;
      const grid = `${department_id} ${step} ${starts_at % step}`;
      const known = joined.get(grid) ?? [];
      const before = known.at(-1);
      if (before && starts_at <= before.last + step) before.last = Math.max(before.last, last);
      else joined.set(grid, [...known, { doctor, department_id, starts_at, last, step, length }]);
    }
    for (const shift of [...joined.values()].flat()) goOn(shift, from);
  };

  /** @returns whether the page ends before `until` */
  const addUntil = (until: number): boolean => {
    for (let shift = shifts.least; shift && shift.starts_at < until; shift = shifts.least) {
      const { doctor, department_id, starts_at, length } = shift;
      if (starts_at > latest && free.size > limit) return true;
      latest = starts_at;
      shifts.take();
      const ends_at = starts_at + length;
      const free_at = doctor.freeIn(department_id)(starts_at, ends_at);
      if (free_at > starts_at) {
        goOn(shift, free_at);
        continue;
      }
      if (ends_at > doctor.known_until) {
        next = starts_at;
        return true;
      }
      const { doctor_id } = doctor;
      const key = `${starts_at} ${doctor_id} ${department_id}`;
      if (ends_at < (free.get(key)?.ends_at ?? Number.POSITIVE_INFINITY))
        free.set(key, { doctor_id, department_id, starts_at, ends_at });
      goOn(shift, starts_at + 1);
    }
    return false;
  };

  const midnightOf = (time: number) => Math.floor(readingAt(time, timeZone) / DAY) * DAY;
  // A day earlier, as hours reach into the next day, and one later, as clocks may go back at midnight.
  const lastDay = midnightOf(to) + DAY;
  for (let midnight = midnightOf(from) - DAY; midnight <= lastDay; midnight += DAY) {
    for (const doctor of doctors) begin(doctor, midnight);
    if (addUntil(momentOf(midnight + DAY))) break;
  }

  const slots = [...free.values()].filter(({ starts_at }) => starts_at < next).sort(byTime);
  const beyond = slots[limit];
  if (beyond) next = Math.max(beyond.starts_at, (slots[0]?.starts_at ?? 0) + 1);
  return { slots: slots.filter(({ starts_at }) => starts_at < next), next: next < to ? next : null };
}

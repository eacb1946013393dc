// Which times of doctors are free: their hours, less what is booked, held and closed, and where a room is needed, as long as one is
// free. Times are epoch milliseconds.
import { DAY, firstTimeOf, MINUTE, readingAt } from './clock';
import { type Calendar, type Freedom, freedomFrom, freedomOfRooms, isOf, type Room, takenIn } from './freedom';
import { Heap } from './heap';
import { hoursOn } from './hours';
import { remembered } from './remembered';

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
  /** minutes around a slot that its doctor, and its room, must be free, too */
  buffer_before: number;
  buffer_after: number;
  /** of which each slot needs one; null: it needs none */
  rooms: readonly Room[] | null;
  limit: number;
  /** of how many hours, times and rooms are looked at, about */
  effort: number;
  timeZone: string;
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
const byTime = (a: Slot, b: Slot) =>
  a.starts_at - b.starts_at || compare(a.doctor_id, b.doctor_id) || compare(a.department_id, b.department_id);

/** Hours on one day, from the next slot on that may be free. */
interface Shift {
  doctor: Calendar & { freeIn: (department_id: string) => (busy_from: number, busy_until: number) => Freedom };
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
 * show their end, or a later time. A slot begins every `slot_minutes`, as long as it lies within them with its buffers. Where
 * overlapping hours offer two lengths at one time, the shorter one counts.
 * @returns the slots, and where to go on for more; null at the end
 */
export function freeSlots(
  calendars: readonly Calendar[],
  { from, to, minutes, buffer_before, buffer_after, rooms, limit, effort, timeZone }: SlotOptions,
): { slots: Slot[]; next: number | null; looked: number } {
  const [before, after] = [buffer_before * MINUTE, buffer_after * MINUTE];
  let looked = 0;
  const roomsIn = remembered((department_id: string) =>
    freedomOfRooms((rooms ?? []).filter(isOf(department_id)), (many) => {
      looked += many;
    }),
  );
  const doctors = calendars.map((calendar) => ({
    ...calendar,
    freeIn: remembered((department_id: string) => {
      const freeFrom = freedomFrom(takenIn(department_id, calendar));
      return (busy_from: number, busy_until: number): Freedom => {
        const free_at = freeFrom(busy_from, busy_until);
        if (free_at > busy_from) return { free_at, isKnown: true };
        if (busy_until > calendar.known_until) return { free_at, isKnown: false };
        return rooms ? roomsIn(department_id)(busy_from, busy_until) : { free_at, isKnown: true };
      };
    }),
  }));
  const momentOf = remembered((reading: number) => firstTimeOf(reading, timeZone));
  const free = new Map<string, Slot>();
  const shifts = new Heap<Shift>(({ starts_at }) => starts_at);
  /** when the first slot begins of which it is not known whether it is free */
  let next = Number.POSITIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;
  /** Whether to stop before a time, as enough was looked at. A page gets on, whatever that takes. */
  const isTired = (time: number) => looked >= effort && time > from && time > latest;

  /** @param shift that is not among the shifts */
  const goOn = (shift: Shift, time: number) => {
    shift.starts_at += Math.max(0, Math.ceil((time - shift.starts_at) / shift.step)) * shift.step;
    if (shift.starts_at < to && shift.starts_at <= shift.last) shifts.add(shift);
  };

  const begin = (doctor: Shift['doctor'], midnight: number) => {
    // Old hours may overlap, and offer one time a hundred times: those on one grid are joined.
    const joined = new Map<string, Shift[]>();
    for (const { begins, ends, department_id, slot_minutes } of hoursOn(midnight, doctor)) {
      looked += 1;
      const [opens, step] = [momentOf(begins), slot_minutes * MINUTE];
      const length = minutes === undefined ? step : minutes * MINUTE;
      const last = momentOf(ends) - after - length;
      const starts_at = opens + Math.ceil(before / step) * step;
      const grid = `${department_id} ${step} ${opens % step}`;
      const known = joined.get(grid) ?? [];
      const former = known.at(-1);
      if (former && starts_at <= former.last + step) former.last = Math.max(former.last, last);
      else joined.set(grid, [...known, { doctor, department_id, starts_at, last, step, length }]);
    }
    for (const shift of [...joined.values()].flat()) goOn(shift, from);
  };

  /** @returns whether the page ends before `until` */
  const addUntil = (until: number): boolean => {
    for (let shift = shifts.least; shift && shift.starts_at < until; shift = shifts.least) {
      const { doctor, department_id, starts_at, length } = shift;
      if (starts_at > latest && free.size > limit) return true;
      if (isTired(starts_at)) {
        next = starts_at;
        return true;
      }
      latest = starts_at;
      looked += 1;
      shifts.take();
      const busy_from = starts_at - before;
      const { free_at, isKnown } = doctor.freeIn(department_id)(busy_from, starts_at + length + after);
      if (!isKnown) {
        next = starts_at;
        return true;
      }
      if (free_at > busy_from) {
        goOn(shift, free_at + before);
        continue;
      }
      const { doctor_id } = doctor;
      const key = `${starts_at} ${doctor_id} ${department_id}`;
      const ends_at = starts_at + length;
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
    const tomorrow = momentOf(midnight + DAY);
    if (addUntil(tomorrow)) break;
    if (isTired(tomorrow)) {
      next = tomorrow;
      break;
    }
  }

  const slots = [...free.values()].filter(({ starts_at }) => starts_at < next).sort(byTime);
  const beyond = slots[limit];
  if (beyond) next = Math.max(beyond.starts_at, (slots[0]?.starts_at ?? 0) + 1);
  return { slots: slots.filter(({ starts_at }) => starts_at < next), next: next < to ? next : null, looked };
}

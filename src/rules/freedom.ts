// Whether a time of a doctor, or of a room, is free, and when it may be again. Times are epoch milliseconds.
import type { ClosedTime } from './closures';
import type { DoctorHours } from './hours';

type Span = readonly [starts_at: number, ends_at: number];

interface Taken {
  /** by visits, and by holds of others, with their buffers, in the order of its beginning */
  taken: readonly Span[];
  /** what begins at this time or later may be missing in `taken` */
  known_until: number;
}

export interface Calendar extends DoctorHours, Taken {
  doctor_id: string;
  /** of the hospital, of departments and of this doctor, in any order */
  closed: readonly ClosedTime[];
}

export interface Room extends Taken {
  /** whose visits take it; null: those of every department */
  department_id: string | null;
}

/** The start itself where the time is free, else when the last span in its way ends. @param spans by their beginning */
export function freedomFrom(spans: readonly Span[]): (starts_at: number, ends_at: number) => number {
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

export const isOf = (department_id: string) => (one: { department_id: string | null }) =>
  one.department_id === null || one.department_id === department_id;

/** What is taken, and what is closed in a department. */
export function takenIn(department_id: string, { taken, closed }: Pick<Calendar, 'taken' | 'closed'>): readonly Span[] {
  const spans = closed.filter(isOf(department_id)).map(({ starts_at, ends_at }): Span => [starts_at, ends_at]);
  return spans.length === 0 ? taken : [...taken, ...spans].sort(([a], [b]) => a - b);
}

export interface Freedom {
  /** the start itself where the time is free, as far as is known; else before when it is not */
  free_at: number;
  isKnown: boolean;
}

/** Of any of these rooms. Doctors whose slots begin together ask for the same time, one after the other. @param look counts them */
export function freedomOfRooms(rooms: readonly Room[], look: (many: number) => void) {
  const all = rooms.map((room) => ({ ...room, freeFrom: freedomFrom(room.taken) }));
  let last: Freedom & { busy_from: number; busy_until: number } = {
    ...{ busy_from: Number.NaN, busy_until: Number.NaN, free_at: Number.POSITIVE_INFINITY, isKnown: true },
  };
  return (busy_from: number, busy_until: number): Freedom => {
    if (last.busy_from === busy_from && last.busy_until === busy_until) return last;
    let [free_at, isKnown, looked] = [Number.POSITIVE_INFINITY, true, 0];
    for (const { known_until, freeFrom } of all) {
      looked += 1;
      const from = freeFrom(busy_from, busy_until);
      if (from === busy_from && busy_until <= known_until) {
        [free_at, isKnown] = [from, true];
        break;
      }
      if (from === busy_from) isKnown = false;
      free_at = Math.min(free_at, from);
    }
    look(looked);
    last = { busy_from, busy_until, free_at, isKnown };
    return last;
  };
}

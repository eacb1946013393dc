// A calendar in lists that are searched from end to end, as docs/calendar.md words its rules: what the service must answer. It shares no
// code with src, not even the clock. Times are epoch milliseconds, and whole five minutes.
import { shownAt } from './shown-time';

const MINUTE = 60_000;
const STEP = 5 * MINUTE;
export const DAY = 1440 * MINUTE;

/** What the wall clocks of a time zone show between two times, by the runtime's own formatting. */
export function wallClock(timeZone: string, from: number, until: number) {
  const shown: { time: number; text: string }[] = [];
  const first = new Map<string, number>();
  for (let time = Math.floor(from / STEP) * STEP; time <= until; time += STEP) {
    const text = shownAt(time, timeZone).slice(0, 16).replace(' ', 'T');
    shown.push({ time, text });
    if (!first.has(text)) first.set(text, time);
  }
  const end = shown.at(-1) as { time: number; text: string };
  const lastFrom = shown.length - 1;
  return {
    /** When they show it for the first time; if they skip it, by how they ran before. */
    at(text: string): number {
      const known = first.get(text);
      if (known !== undefined) return known;
      const n = shown.findIndex((one, i) => one.text < text && text < (shown[i + 1]?.text ?? ''));
      const before = shown[n];
      if (!before || n === lastFrom) throw new RangeError(`${text} is not between ${shown[0]?.text} and ${end.text}`);
      return before.time + Date.parse(`${text}Z`) - Date.parse(`${before.text}Z`);
    },
    /** The first moment at which they show it, or later. */
    from(text: string): number {
      const found = shown.find((one) => one.text >= text);
      if (!found) throw new RangeError(`${text} is after ${end.text}`);
      return found.time;
    },
    textAt: (time: number) => shownAt(time, timeZone).slice(0, 16).replace(' ', 'T'),
  };
}
export type WallClock = ReturnType<typeof wallClock>;

/** A text of a wall clock, some days later. */
export const daysLater = (text: string, days: number): string =>
  new Date(Date.parse(`${text.slice(0, 10)}T00:00Z`) + days * DAY).toISOString().slice(0, 10) + text.slice(10);

export interface Hours {
  weekday: number;
  from: string;
  to: string;
  department_id: string;
  slot_minutes: number;
}

export interface Doctor {
  id: string;
  weekly: Hours[];
  /** dates */
  off: string[];
}

export interface Type {
  id: string;
  name: string;
  minutes: number;
  buffer_before: number;
  buffer_after: number;
  department_ids: string[];
  doctor_ids: string[];
  bookable_online: boolean;
  min_notice_hours: number;
  needs: string | null;
  isRetired: boolean;
}

export interface Room {
  id: string;
  kind: string;
  department_id: string | null;
}

export interface Taken {
  id: string;
  doctor_id: string;
  department_id: string;
  type_id: string | null;
  /** of the visit itself */
  starts: number;
  ends: number;
  /** minutes */
  before: number;
  after: number;
  room: string | null;
}

export interface Visit extends Taken {
  patient_id: string;
  /** whether its status holds its time */
  isHolding: boolean;
  series_id: string | null;
}

export interface Hold extends Taken {
  account: string;
  /** for whom a program holds it */
  behind: string | null;
  ends_at: number;
}

export interface Closure {
  name: string;
  starts: number;
  ends: number;
  department_id: string | null;
  doctor_id: string | null;
}

export interface Asker {
  id: string;
  isProgram: boolean;
}

/** What somebody wants to take. */
export type Claim = Omit<Taken, 'id' | 'room'>;

/** What does not count as in the way: the visit that changes, the hold that is named. */
export interface Own {
  visit?: string;
  hold?: string;
}

export const busyOf = ({ starts, ends, before, after }: Pick<Taken, 'starts' | 'ends' | 'before' | 'after'>) => ({
  from: starts - before * MINUTE,
  until: ends + after * MINUTE,
});
const meet = (a: { from: number; until: number }, b: { from: number; until: number }) =>
  a.from < b.until && b.from < a.until;
export const isSameKind = (a: string, b: string) => {
  const plain = (kind: string) => kind.toLowerCase().replace(/[\s_-]/g, '');
  return plain(a) === plain(b);
};
const isAmong = (ids: string[], id: string) => ids.length === 0 || ids.includes(id);

export interface Slot {
  starts: number;
  minutes: number;
  doctor_id: string;
  department_id: string;
}

export class CalendarModel {
  now = 0;
  doctors: Doctor[] = [];
  rooms: Room[] = [];
  types: Type[] = [];
  closures: Closure[] = [];
  visits: Visit[] = [];
  holds: Hold[] = [];
  /** patients who were deleted: their visits take no time */
  gone = new Set<string>();

  readonly clock: WallClock;

  constructor(clock: WallClock) {
    this.clock = clock;
  }

  /** Those that take time. */
  standing = (): Visit[] => this.visits.filter(({ isHolding, patient_id }) => isHolding && !this.gone.has(patient_id));
  open = (): Hold[] => this.holds.filter(({ ends_at }) => ends_at > this.now);
  typeOf = (id: string | null): Type | null => this.types.find((one) => one.id === id) ?? null;

  private othersVisits(claim: Claim, { visit }: Own): Visit[] {
    return this.standing().filter((one) => one.id !== visit && meet(busyOf(one), busyOf(claim)));
  }
  private othersHolds(claim: Claim, asker: Asker, { hold }: Own): Hold[] {
    return this.open().filter(
      (one) => one.id !== hold && (asker.isProgram || one.account !== asker.id) && meet(busyOf(one), busyOf(claim)),
    );
  }

  closedBy(claim: Claim): string[] {
    const { from, until } = busyOf(claim);
    return this.closures
      .filter((one) => meet({ from: one.starts, until: one.ends }, { from, until }))
      .filter(({ department_id }) => department_id === null || department_id === claim.department_id)
      .filter(({ doctor_id }) => doctor_id === null || doctor_id === claim.doctor_id)
      .map(({ name }) => name);
  }
  overlappedBy = (claim: Claim, own: Own): string[] =>
    this.othersVisits(claim, own)
      .filter(({ doctor_id }) => doctor_id === claim.doctor_id)
      .map(({ id }) => id);
  heldBy = (claim: Claim, asker: Asker, own: Own): Hold[] =>
    this.othersHolds(claim, asker, own).filter(({ doctor_id }) => doctor_id === claim.doctor_id);

  isRoomFree(room: string, claim: Claim, asker: Asker, own: Own): boolean {
    const taken = [...this.othersVisits(claim, own), ...this.othersHolds(claim, asker, own)];
    return !taken.some((one) => one.room === room);
  }

  /** The first free one of the kind. */
  roomOf(kind: string, claim: Claim, asker: Asker, own: Own): string | null {
    const found = this.rooms
      .filter((room) => isSameKind(room.kind, kind))
      .filter(({ department_id }) => department_id === null || department_id === claim.department_id)
      .find(({ id }) => this.isRoomFree(id, claim, asker, own));
    return found?.id ?? null;
  }

  /** What refuses new time of a doctor under `reject`: codes, each with what an answer may name. */
  inTheWay(claim: Claim, asker: Asker, own: Own): Map<string, string[]> {
    const found = new Map<string, string[]>();
    const add = (code: string, named: string[]) => named.length > 0 && found.set(code, named);
    add('closed', this.closedBy(claim));
    add('overlap', this.overlappedBy(claim, own));
    const held = this.heldBy(claim, asker, own);
    add(
      'held',
      held.map(({ ends_at }) => new Date(ends_at).toISOString()),
    );
    return found;
  }

  /** Those of two weeks from the day before `at` on. */
  private hoursOf(doctor: Doctor, at: number): (Hours & { opens: number; closes: number })[] {
    const { clock } = this;
    const today = clock.textAt(at).slice(0, 10);
    return Array.from({ length: 14 }, (_, n) => daysLater(today, n - 1)).flatMap((date) => {
      const weekday = new Date(`${date}T00:00Z`).getUTCDay() || 7;
      if (doctor.off.includes(date)) return [];
      return doctor.weekly
        .filter((hours) => hours.weekday === weekday)
        .map((hours) => ({
          ...hours,
          opens: clock.from(`${date}T${hours.from}`),
          closes: clock.from(`${hours.to > hours.from ? date : daysLater(date, 1)}T${hours.to}`),
        }));
    });
  }

  /** What the hours and the type offer, whatever is taken. @param minutes asked for; undefined: as the type or the hours have it */
  private planned(asker: Asker, type: Type | null, minutes: number | undefined, at = this.now): Slot[] {
    if (type && (type.isRetired || (asker.isProgram && !type.bookable_online))) return [];
    const { buffer_before = 0, buffer_after = 0, min_notice_hours = 0 } = type ?? {};
    const found: Slot[] = [];
    for (const doctor of this.doctors) {
      if (type && !isAmong(type.doctor_ids, doctor.id)) continue;
      for (const { opens, closes, department_id, slot_minutes } of this.hoursOf(doctor, at)) {
        if (type && !isAmong(type.department_ids, department_id)) continue;
        const length = minutes ?? type?.minutes ?? slot_minutes;
        for (let starts = opens; starts < closes; starts += slot_minutes * MINUTE) {
          if (starts - buffer_before * MINUTE < opens) continue;
          if (starts + (length + buffer_after) * MINUTE > closes) continue;
          if (type && starts < this.now + min_notice_hours * 60 * MINUTE) continue;
          found.push({ starts, minutes: length, doctor_id: doctor.id, department_id });
        }
      }
    }
    return found;
  }

  claimOf = (slot: Slot, type: Type | null): Claim => ({
    ...{ doctor_id: slot.doctor_id, department_id: slot.department_id, type_id: type?.id ?? null },
    ...{ starts: slot.starts, ends: slot.starts + slot.minutes * MINUTE },
    ...{ before: type?.buffer_before ?? 0, after: type?.buffer_after ?? 0 },
  });

  /** Whether a program may take it, as far as hours, grid and type say so. */
  isOffered(claim: Claim, asker: Asker, type = this.typeOf(claim.type_id)): boolean {
    return this.planned(asker, type, (claim.ends - claim.starts) / MINUTE, claim.starts).some(
      (one) =>
        one.starts === claim.starts && one.doctor_id === claim.doctor_id && one.department_id === claim.department_id,
    );
  }

  /** The same of a visit that is moved: it keeps its own buffers, and a type that is retired since is its own still. */
  isOfferedAgain(claim: Claim, asker: Asker): boolean {
    const type = this.typeOf(claim.type_id);
    const { before: buffer_before, after: buffer_after } = claim;
    return this.isOffered(claim, asker, type && { ...type, buffer_before, buffer_after, isRetired: false });
  }

  /** The free times that begin between two times. */
  slots(asker: Asker, type: Type | null, minutes: number | undefined, from: number, to: number): Slot[] {
    return this.planned(asker, type, minutes)
      .filter(({ starts }) => from <= starts && starts < to)
      .filter((slot) => {
        const claim = this.claimOf(slot, type);
        if (this.inTheWay(claim, asker, {}).size > 0) return false;
        return !type?.needs || this.roomOf(type.needs, claim, asker, {}) !== null;
      });
  }
}

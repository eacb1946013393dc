import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClosedTime } from '../../src/rules/closures';
import type { Calendar, Room } from '../../src/rules/freedom';
import type { DoctorHours, Hours } from '../../src/rules/hours';
import { freeSlots } from '../../src/rules/slots';
import { CHANGES, minutesShown } from '../support/shown-time';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

type Span = [number, number];

interface Taken {
  /** all appointments, with their buffers, in any order; a page reads some of them */
  booked: Span[];
  /** by others; a page reads them all */
  holds: Span[];
}

interface Booked extends DoctorHours, Taken {
  doctor_id: string;
  closed: ClosedTime[];
}

interface BookedRoom extends Taken {
  department_id: string | null;
}

/** What a type asks for. */
interface Plan {
  minutes: number | undefined;
  buffer_before: number;
  buffer_after: number;
  rooms: BookedRoom[] | null;
}

const timeOfDay = fc.integer({ min: 0, max: 95 }).map((n) => new Date(n * 15 * MINUTE).toISOString().slice(11, 16));
const hours: fc.Arbitrary<Hours> = fc.record({
  from: timeOfDay,
  to: fc.oneof({ weight: 9, arbitrary: timeOfDay }, { weight: 1, arbitrary: fc.constant('24:00') }),
  department_id: fc.constantFrom('a', 'b'),
  slot_minutes: fc.constantFrom(7, 15, 30, 45, 60, 180),
});

/** Doctors with hours and appointments around a day on which clocks may change, and what is asked about them. */
const worlds = fc.constantFrom(...CHANGES).chain(([timeZone, day]) => {
  const midnight = Date.parse(`${day}T00:00Z`);
  const date = fc.integer({ min: -2, max: 2 }).map((n) => new Date(midnight + n * DAY).toISOString().slice(0, 10));
  const off = { off: true, hours: [] as Hours[], note: null };
  const exception = fc.oneof(
    date.map((one) => ({ date: one, ...off })),
    fc
      .tuple(date, fc.array(hours, { minLength: 1, maxLength: 2 }))
      .map(([one, all]) => ({ ...off, date: one, off: false, hours: all })),
  );
  const weekly = fc.array(fc.tuple(fc.integer({ min: 1, max: 7 }), hours), { minLength: 2, maxLength: 8 });
  const appointment = fc
    .tuple(fc.integer({ min: -72 * 60, max: 48 * 60 }), fc.constantFrom(1, 15, 40, 90, 1500))
    .map(([start, length]): Span => [midnight + start * MINUTE, midnight + (start + length) * MINUTE]);
  const closure = fc.tuple(appointment, fc.constantFrom(null, 'a', 'b')).map(
    ([[starts_at, ends_at], department_id]): ClosedTime => ({
      ...{ starts_at, ends_at, department_id, doctor_id: null },
    }),
  );
  const taken = (least: number, most: number) => ({
    booked: fc.array(appointment, { minLength: least, maxLength: most }),
    holds: fc.array(appointment, { maxLength: 2 }),
  });
  const room = fc.record({ department_id: fc.constantFrom(null, 'a', 'b'), ...taken(3, 12) });
  const buffer = fc.constantFrom(0, 0, 5, 15, 70);
  const doctor = fc.record({
    closed: fc.array(closure, { maxLength: 3 }),
    weekly: weekly.map((all) => all.map(([weekday, one]) => ({ weekday, ...one }))),
    exceptions: fc.uniqueArray(exception, { selector: (one) => one.date, maxLength: 2 }),
    ...taken(0, 12),
  });
  return fc.record({
    timeZone: fc.constant(timeZone),
    from: fc.integer({ min: -36 * 60, max: 24 * 60 }).map((n) => midnight + n * MINUTE),
    range: fc.integer({ min: 1, max: 40 * 60 }),
    plan: fc.record({
      minutes: fc.option(fc.constantFrom(5, 30, 50), { nil: undefined }),
      buffer_before: buffer,
      buffer_after: buffer,
      rooms: fc.option(fc.array(room, { maxLength: 2 }), { nil: null, freq: 3 }),
    }),
    doctors: fc.array(doctor, { minLength: 1, maxLength: 3 }),
    /** sizes of a page, and of what is read for it of a doctor's appointments, and of a room's */
    limit: fc.constantFrom(1, 2, 7, 1000, 1000),
    most: fc.constantFrom(1, 2, 5, 1000, 1000),
    most_of_room: fc.constantFrom(1, 2, 4, 1000),
    /** after how much a page may end early */
    effort: fc.constantFrom(1, 20, 1_000_000, 1_000_000, 1_000_000),
  });
});

/** Every free slot, by looking at each minute that a clock shows. */
function slotsByMinutes(doctors: Booked[], from: number, to: number, plan: Plan, timeZone: string) {
  const [before, after] = [plan.buffer_before * MINUTE, plan.buffer_after * MINUTE];
  const clock = minutesShown(from - 2.5 * DAY, to + 2.5 * DAY, timeZone);
  const firstShowing = (text: string) => clock.find(({ shown }) => shown >= text)?.time ?? Number.NaN;
  const found = new Map<string, number>();
  for (let day = Math.floor(from / DAY) * DAY - 2 * DAY; day <= to + DAY; day += DAY) {
    const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
    const weekday = ((new Date(day).getUTCDay() + 6) % 7) + 1;
    for (const { doctor_id, weekly, exceptions, closed, ...doctor } of doctors) {
      const other = exceptions.find(({ date }) => date === dateOf(day));
      for (const one of other ? other.hours : weekly.filter((each) => each.weekday === weekday)) {
        const isNextDay = one.to <= one.from || one.to === '24:00';
        const begin = firstShowing(`${dateOf(day)} ${one.from}:00`);
        const end = firstShowing(`${dateOf(isNextDay ? day + DAY : day)} ${one.to.replace('24:', '00:')}:00`);
        const length = (plan.minutes ?? one.slot_minutes) * MINUTE;
        for (let start = begin; start + length + after <= end; start += one.slot_minutes * MINUTE) {
          if (start < from || start >= to || start - before < begin) continue;
          const isIn = (begins: number, ends: number) => begins < start + length + after && ends > start - before;
          const isTaken = ({ booked, holds }: Taken) => [...booked, ...holds].some((span) => isIn(...span));
          const isHere = ({ department_id }: { department_id: string | null }) =>
            [null, one.department_id].includes(department_id);
          if (isTaken(doctor) || closed.some((each) => isHere(each) && isIn(each.starts_at, each.ends_at))) continue;
          if (plan.rooms && !plan.rooms.some((room) => isHere(room) && !isTaken(room))) continue;
          const key = `${start} ${doctor_id} ${one.department_id}`;
          found.set(key, Math.min(length, found.get(key) ?? length));
        }
      }
    }
  }
  return found;
}

/** What a request reads of a doctor's appointments, or of a room's. */
function read<T extends Taken>({ booked, holds, ...rest }: T, from: number, most: number) {
  const sorted = [...booked].sort((a, b) => a[0] - b[0]);
  const later = sorted.filter(([start]) => start > from).slice(0, most);
  const known_until = later.length < most ? Number.POSITIVE_INFINITY : (later.at(-1)?.[0] ?? 0);
  const taken = [...sorted.filter(([start]) => start <= from), ...later, ...holds].sort((a, b) => a[0] - b[0]);
  return { ...rest, known_until, taken };
}

describe('Free slots, page by page,', () => {
  it('are those that are found minute by minute, each once and in order', () => {
    let listed = 0;
    fc.assert(
      fc.property(worlds, ({ timeZone, from, range, plan, doctors, limit, most, most_of_room, effort }) => {
        const to = from + range * MINUTE;
        const all: Booked[] = doctors.map((doctor, i) => ({ doctor_id: `doctor-${i}`, ...doctor }));
        const found: [string, number][] = [];
        for (let at: number | null = from; at !== null; ) {
          const asked = { from: at, to, limit, effort, timeZone };
          const busy_from = at - plan.buffer_before * MINUTE;
          const calendars: Calendar[] = all.map((one) => read(one, busy_from, most));
          const rooms: Room[] | null = plan.rooms?.map((one) => read(one, busy_from, most_of_room)) ?? null;
          const page = freeSlots(calendars, { ...plan, ...asked, rooms });
          for (const { starts_at, ends_at, doctor_id, department_id } of page.slots) {
            found.push([`${starts_at} ${doctor_id} ${department_id}`, ends_at - starts_at]);
          }
          // It gets on.
          if (page.next !== null) expect(page.next).toBeGreaterThan(at);
          at = page.next;
        }
        const expected = slotsByMinutes(all, from, to, plan, timeZone);
        expect(found).toEqual([...expected].sort(([a], [b]) => (a < b ? -1 : 1)));
        listed += found.length;
      }),
      { numRuns: 120 },
    );
    // Most worlds have free times: 1,000 to 2,700 in all.
    expect(listed).toBeGreaterThan(200);
  });
});

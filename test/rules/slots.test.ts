import { describe, expect, it, vi } from 'vitest';
import { localDatetime } from '../../src/rules/clock';
import { instant } from '../../src/rules/datetime';
import type { Calendar } from '../../src/rules/freedom';
import { Heap } from '../../src/rules/heap';
import { departmentsOf, type Hours } from '../../src/rules/hours';
import { freeSlots } from '../../src/rules/slots';

const MINUTE = 60_000;
const A = 'department-a';
const hours = (from: string, to: string, slot_minutes = 30, department_id = A): Hours => ({
  ...{ from, to, slot_minutes, department_id },
});
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const daily = (...all: Hours[]) => EVERY_DAY.flatMap((weekday) => all.map((one) => ({ weekday, ...one })));
const off = (date: string) => ({ date, off: true, hours: [], note: null });
const instead = (date: string, ...all: Hours[]) => ({ date, off: false, hours: all, note: null });

const PLAIN = { buffer_before: 0, buffer_after: 0, rooms: null, effort: 20_000 };

interface Given extends Partial<Omit<Calendar, 'taken'>> {
  held?: [string, string][];
}

/** The beginnings of the free slots, as their `schedule`. */
function free(timeZone: string, [from, to]: [string, string], calendars: Given[], minutes?: number, limit = 1_000) {
  const at = (text: string) => instant(text, timeZone);
  const doctors = calendars.map(({ held = [], ...given }, i) => ({
    ...{
      doctor_id: `doctor-${i}`,
      weekly: [],
      exceptions: [],
      closed: [],
      known_until: Number.POSITIVE_INFINITY,
      ...given,
    },
    taken: held.map(([start, end]): [number, number] => [at(start), at(end)]),
  }));
  const { slots, next } = freeSlots(doctors, { from: at(from), to: at(to), minutes, limit, timeZone, ...PLAIN });
  return {
    slots,
    next,
    begin: slots.map(({ starts_at }) => localDatetime(starts_at, timeZone).replace(/:00(?=$|[+-])/, '')),
  };
}
const beginnings = (...given: Parameters<typeof free>) =>
  free(...given).begin.map((text) => text.slice(8).replace('T', ' '));
const UTC = 'UTC';
const MONDAY: [string, string] = ['2027-03-01', '2027-03-02'];

describe('Free slots', () => {
  it('begin with the hours, step by slot_minutes and end with them', () => {
    const { slots, next } = free(UTC, MONDAY, [{ weekly: daily(hours('09:00', '10:15', 20)) }]);
    expect(next).toBeNull();
    expect(slots.map(({ starts_at, ends_at }) => [starts_at, (ends_at - starts_at) / MINUTE])).toEqual(
      ['09:00', '09:20', '09:40'].map((time) => [Date.parse(`2027-03-01T${time}Z`), 20]),
    );
  });

  it('are on their weekday, Monday the first and Sunday the seventh', () => {
    const on = (weekday: number) => [{ weekly: [{ weekday, ...hours('09:00', '09:30') }] }];
    expect(beginnings(UTC, ['2027-03-01', '2027-03-15'], on(1))).toEqual(['01 09:00', '08 09:00']);
    expect(beginnings(UTC, ['2027-03-01', '2027-03-15'], on(7))).toEqual(['07 09:00', '14 09:00']);
  });

  it('have the length that is asked for, if any, and step by slot_minutes all the same', () => {
    const weekly = daily(hours('09:00', '10:30', 30));
    expect(beginnings(UTC, MONDAY, [{ weekly }], 60)).toEqual(['01 09:00', '01 09:30']);
    expect(beginnings(UTC, MONDAY, [{ weekly }], 10)).toEqual(['01 09:00', '01 09:30', '01 10:00']);
    expect(beginnings(UTC, MONDAY, [{ weekly }], 91)).toEqual([]);
  });

  it('begin from `from` on and before `to`, on the grid of their hours', () => {
    const weekly = daily(hours('09:00', '11:00', 25));
    expect(beginnings(UTC, ['2027-03-01T09:01', '2027-03-01T10:15'], [{ weekly }])).toEqual(['01 09:25', '01 09:50']);
    expect(beginnings(UTC, ['2027-03-01T09:25', '2027-03-01T09:26'], [{ weekly }])).toEqual(['01 09:25']);
  });

  it('reach into the next day, and to midnight', () => {
    const night = [{ weekly: [{ weekday: 1, ...hours('22:30', '00:30') }] }];
    expect(beginnings(UTC, ['2027-03-01', '2027-03-03'], night)).toEqual([
      '01 22:30',
      '01 23:00',
      '01 23:30',
      '02 00:00',
    ]);
    expect(beginnings(UTC, ['2027-03-02', '2027-03-03'], night)).toEqual(['02 00:00']);
    const evening = [{ weekly: [{ weekday: 1, ...hours('23:00', '24:00') }] }];
    expect(beginnings(UTC, ['2027-03-01', '2027-03-03'], evening)).toEqual(['01 23:00', '01 23:30']);
    const around = [{ weekly: [{ weekday: 1, ...hours('08:00', '08:00', 720) }] }];
    expect(beginnings(UTC, ['2027-03-01', '2027-03-03'], around)).toEqual(['01 08:00', '01 20:00']);
  });

  it('are not on a day off, and on other hours of an exception', () => {
    const weekly = daily(hours('09:00', '10:00'));
    const exceptions = [off('2027-03-02'), instead('2027-03-03', hours('14:00', '14:30'))];
    const days: [string, string] = ['2027-03-01', '2027-03-05'];
    expect(beginnings(UTC, days, [{ weekly, exceptions }])).toEqual([
      '01 09:00',
      '01 09:30',
      '03 14:00',
      '04 09:00',
      '04 09:30',
    ]);
    // The night before goes on into the day off.
    const nights = [{ weekly: daily(hours('23:00', '01:00', 60)), exceptions: [off('2027-03-02')] }];
    expect(beginnings(UTC, ['2027-03-01', '2027-03-03T12:00'], nights)).toEqual(['01 00:00', '01 23:00', '02 00:00']);
  });

  it('are listed once where hours overlap, by the shorter length', () => {
    const weekly = daily(hours('09:00', '10:30', 30), hours('09:30', '11:00', 30), hours('10:00', '10:30', 15));
    const { slots, begin } = free(UTC, MONDAY, [{ weekly }]);
    expect(begin.map((text) => text.slice(11))).toEqual(['09:00', '09:30', '10:00', '10:15', '10:30']);
    expect(slots.map(({ starts_at, ends_at }) => (ends_at - starts_at) / MINUTE)).toEqual([30, 30, 15, 15, 30]);
  });

  it('are listed for each department in which the doctor is', () => {
    const weekly = daily(hours('09:00', '09:30', 30, 'b'), hours('09:00', '09:30', 30, 'a'));
    expect(free(UTC, MONDAY, [{ weekly }]).slots.map(({ department_id }) => department_id)).toEqual(['a', 'b']);
    expect(departmentsOf({ weekly, exceptions: [instead('2027-03-01', hours('09:00', '10:00', 5, 'c'))] })).toEqual(
      expect.arrayContaining(['a', 'b', 'c']),
    );
  });

  it('leave out what any appointment touches, however long it is and wherever it began', () => {
    const weekly = daily(hours('09:00', '12:00'));
    const of = (...held: [string, string][]) => beginnings(UTC, MONDAY, [{ weekly, held }]).map((t) => t.slice(3));
    expect(of(['2027-03-01T10:00', '2027-03-01T10:30'])).toEqual(['09:00', '09:30', '10:30', '11:00', '11:30']);
    expect(of(['2027-03-01T10:29', '2027-03-01T10:31'])).toEqual(['09:00', '09:30', '11:00', '11:30']);
    expect(of(['2027-02-25T10:00', '2027-03-01T11:00'])).toEqual(['11:00', '11:30']);
    expect(of(['2027-03-01T09:00', '2027-03-01T11:15'], ['2027-03-01T09:30', '2027-03-01T10:00'])).toEqual(['11:30']);
    expect(of(['2027-03-01T07:00', '2027-03-01T09:00'], ['2027-03-01T12:00', '2027-03-01T13:00'])).toHaveLength(6);
  });

  it('are in the order of time, then by doctor', () => {
    const weekly = daily(hours('09:00', '10:00'));
    const { slots } = free(UTC, MONDAY, [
      { weekly, doctor_id: 'y' },
      { weekly, doctor_id: 'x' },
    ]);
    expect(slots.map(({ doctor_id }) => doctor_id).join('')).toBe('xyxy');
    expect(slots.map(({ starts_at }) => starts_at)).toEqual(slots.map(({ starts_at }) => starts_at).sort());
  });

  it('go on at the first one that does not fit, and never part those that begin together', () => {
    const weekly = daily(hours('09:00', '10:00'));
    const both = [{ weekly }, { weekly }];
    const { slots, next } = free(UTC, ['2027-03-01', '2027-03-31'], both, undefined, 5);
    expect([slots.length, next]).toEqual([4, Date.parse('2027-03-02T09:00Z')]);
    const many = free(UTC, ['2027-03-01', '2027-03-31'], both, undefined, 1);
    expect(many.slots).toHaveLength(2);
    expect(many.next).toBeLessThanOrEqual(Date.parse('2027-03-01T09:30Z'));
    expect(many.next).toBeGreaterThan(Date.parse('2027-03-01T09:00Z'));
  });

  it('go on where it is not known what is booked', () => {
    const known = { weekly: daily(hours('09:00', '11:00')), known_until: Date.parse('2027-03-01T10:15Z') };
    const { begin, next } = free(UTC, MONDAY, [known]);
    expect([begin.map((text) => text.slice(11)), next]).toEqual([['09:00', '09:30'], Date.parse('2027-03-01T10:00Z')]);
  });
});

describe('Where a room is needed, free slots', () => {
  const UNTIL_ELEVEN = { weekly: daily(hours('09:00', '11:00')) };
  const time = (text: string) => Date.parse(`2027-03-01T${text}Z`);
  const inRooms = (...rooms: { taken: [string, string][]; known_until?: string; department_id?: string }[]) => {
    const given = rooms.map(({ taken, known_until, department_id = null }) => ({
      taken: taken.map(([start, end]): [number, number] => [time(start), time(end)]),
      known_until: known_until ? time(known_until) : Number.POSITIVE_INFINITY,
      department_id,
    }));
    const calendar = { doctor_id: 'd', exceptions: [], closed: [], taken: [], known_until: Number.POSITIVE_INFINITY };
    const asked = { from: time('00:00'), to: time('23:00'), minutes: undefined, limit: 1_000, timeZone: UTC };
    const { slots, next } = freeSlots([{ ...calendar, ...UNTIL_ELEVEN }], { ...PLAIN, ...asked, rooms: given });
    return [slots.map(({ starts_at }) => new Date(starts_at).toISOString().slice(11, 16)), next];
  };

  it('are those for which any room is free, and none without one', () => {
    expect(inRooms()).toEqual([[], null]);
    expect(inRooms({ taken: [['09:10', '10:00']] })).toEqual([['10:00', '10:30'], null]);
    expect(inRooms({ taken: [['09:10', '10:00']] }, { taken: [['09:50', '11:00']] })).toEqual([
      ['09:00', '10:00', '10:30'],
      null,
    ]);
    expect(inRooms({ taken: [], department_id: 'department-b' })).toEqual([[], null]);
  });

  it('go on where it is not known whether a room is free, unless another one is', () => {
    const unknown = { taken: [['09:30', '09:40']] as [string, string][], known_until: '09:30' };
    expect(inRooms(unknown)).toEqual([['09:00'], time('10:00')]);
    expect(inRooms(unknown, { taken: [] })[0]).toHaveLength(4);
    expect(inRooms({ taken: [['09:00', '10:30']] }, unknown)).toEqual([['09:00'], time('10:00')]);
  });
});

describe('However long hours are, free slots', () => {
  const always = (length: number, of: (n: number) => Hours) =>
    Array.from({ length: 40 }, () => ({
      weekly: Array.from({ length }, (_, n) => ({ weekday: 1, ...of(n) })),
    }));

  it.each<[string, Given[], number]>([
    ['hours around the clock', always(1, () => hours('00:00', '24:00', 1)), 1],
    // As they were taken before hours were kept apart.
    ['a hundred that are the same', always(100, () => hours('00:00', '24:00', 1)), 1],
    ['a hundred that begin one after the other', always(100, (n) => hours(`00:${10 + (n % 50)}`, '24:00', 1)), 1],
    ['a hundred with steps of their own', always(100, (n) => hours('00:00', '24:00', 1 + n)), 14],
  ])('are looked at up to the end of the page only: %s', (_, doctors, most) => {
    const take = vi.spyOn(Heap.prototype, 'take');
    const { slots, next } = free(UTC, ['2027-03-01', '2027-03-31'], doctors);
    const looks = take.mock.calls.length;
    take.mockRestore();
    expect([slots.length, next]).not.toContain(null);
    expect(slots).toHaveLength(1_000);
    expect(looks).toBeGreaterThanOrEqual(1_000);
    expect(looks).toBeLessThanOrEqual((1_000 + doctors.length) * most);
  });

  it('are looked at once for each time that is booked, not for each that might begin in it', () => {
    const take = vi.spyOn(Heap.prototype, 'take');
    const held: [string, string][] = [['2027-03-01T00:00', '2027-03-07T23:59']];
    expect(
      beginnings(UTC, ['2027-03-01', '2027-03-08'], [{ weekly: daily(hours('00:00', '24:00', 1)), held }]),
    ).toEqual(['07 23:59']);
    expect(take.mock.calls.length).toBeLessThanOrEqual(10);
    take.mockRestore();
  });
});

describe('Where the clocks change, free slots', () => {
  const at = (timeZone: string, days: [string, string], ...all: Hours[]) =>
    beginnings(timeZone, days, [{ weekly: daily(...all) }]);

  it.each([
    ['23 hours', '2027-03-28', ['28 01:00', '28 03:00', '28 04:00']],
    ['25 hours', '2027-10-31', ['31 01:00', '31 02:00+02:00', '31 02:00+01:00', '31 03:00', '31 04:00']],
    ['24 hours', '2027-05-01', ['01 01:00', '01 02:00', '01 03:00', '01 04:00']],
  ])('follow the hours that pass, on a day of %s', (_, day, expected) => {
    const days: [string, string] = [`${day}T00:30`, `${day}T12:00`];
    const found = at('Europe/Stockholm', days, hours('01:00', '05:00', 60));
    expect(found).toEqual(expected);
  });

  it.each([
    ['Europe/Stockholm', '2027-03-28', '02:00', '03:00'],
    ['Europe/Stockholm', '2027-03-28', '02:10', '02:50'],
    ['America/New_York', '2027-03-14', '02:15', '02:45'],
    ['Australia/Lord_Howe', '2027-10-03', '02:00', '02:30'],
    ['America/Santiago', '2026-09-06', '00:00', '01:00'],
    ['Africa/Cairo', '2025-04-25', '00:15', '00:45'],
  ])('are none in %s on %s in hours that the clocks skip: %s–%s', (zone, day, from, to) => {
    expect(at(zone, [day, `${day}T20:00`], hours(from, to, 10))).toEqual([]);
  });

  it('begin, or end, with the change where the clocks skip an end of the hours', () => {
    const day: [string, string] = ['2027-03-28', '2027-03-28T20:00'];
    expect(at('Europe/Stockholm', day, hours('01:20', '02:30', 20))).toEqual(['28 01:20', '28 01:40']);
    expect(at('Europe/Stockholm', day, hours('02:30', '03:40', 20))).toEqual(['28 03:00', '28 03:20']);
    const end: [string, string] = ['2026-09-05T20:00', '2026-09-06T12:00'];
    expect(at('America/Santiago', end, hours('23:00', '24:00'))).toEqual(['05 23:00', '05 23:30']);
  });
});

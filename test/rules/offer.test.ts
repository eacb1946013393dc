import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hours } from '../../src/rules/hours';
import { type OfferedType, whyNotOffered } from '../../src/rules/offer';
import { freeSlots } from '../../src/rules/slots';
import { CHANGES } from '../support/shown-time';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const TYPE: OfferedType = { department_ids: [], doctor_ids: [], bookable_online: true, min_notice_hours: 0 };
const DOCTOR = {
  doctor_id: 'd',
  weekly: [{ weekday: 1, from: '09:00', to: '11:00', department_id: 'a', slot_minutes: 30 }],
  exceptions: [],
};
const NOW = { now: Date.parse('2030-05-05T12:00Z'), timeZone: 'UTC' };
/** Half an hour on a Monday. */
const at = (time: string, { before = 0, after = 0, department_id = 'a' as string | null } = {}) => {
  const starts_at = Date.parse(`2030-05-06T${time}Z`);
  const busy_until = starts_at + (30 + after) * MINUTE;
  return { department_id, starts_at, busy_from: starts_at - before * MINUTE, busy_until };
};

describe('A time is offered', () => {
  it.each<[string, string | null, ReturnType<typeof at>, Partial<OfferedType>]>([
    ['on the grid of the hours', null, at('09:30'), {}],
    ['at their end', null, at('10:30'), {}],
    ['not beside the grid', 'hours', at('09:40'), {}],
    ['not before them', 'hours', at('08:30'), {}],
    ['not beyond their end', 'hours', at('11:00'), {}],
    ['not where what comes before does not fit', 'hours', at('09:00', { before: 1 }), {}],
    ['where what comes before fits', null, at('09:30', { before: 30 }), {}],
    ['not where what comes after does not fit', 'hours', at('10:30', { after: 1 }), {}],
    ['not in a department in which the doctor does not work then', 'hours', at('09:30', { department_id: 'b' }), {}],
    ['in whichever department, where none is named', null, at('09:30', { department_id: null }), {}],
    ['in a department of the type', null, at('09:30'), { department_ids: ['b', 'a'] }],
    ['not in another one', 'department', at('09:30'), { department_ids: ['b'] }],
    [
      'not where no department is named, and the type has others',
      'hours',
      at('09:30', { department_id: null }),
      { department_ids: ['b'] },
    ],
    ['by a doctor of the type', null, at('09:30'), { doctor_ids: ['d'] }],
    ['not by another one', 'doctor', at('09:30'), { doctor_ids: ['e'] }],
    ['so many hours ahead', null, at('09:30'), { min_notice_hours: 21 }],
    ['not later', 'notice', at('09:30'), { min_notice_hours: 22 }],
    ['not if the type is not booked online', 'online', at('09:30'), { bookable_online: false }],
  ])('%s', (_, why, wanted, type) => {
    expect(whyNotOffered(wanted, DOCTOR, { ...TYPE, ...type }, NOW)).toBe(why);
  });

  it('without a type by the hours alone, also in the past', () => {
    const late = { ...NOW, now: Date.parse('2030-05-07') };
    expect(whyNotOffered(at('09:30'), DOCTOR, null, late)).toBeNull();
    expect(whyNotOffered(at('09:40'), DOCTOR, null, late)).toBe('hours');
    expect(whyNotOffered(at('09:30'), DOCTOR, TYPE, late)).toBe('notice');
  });
});

const timeOfDay = fc.integer({ min: 0, max: 47 }).map((n) => new Date(n * 30 * MINUTE).toISOString().slice(11, 16));
const hours: fc.Arbitrary<Hours> = fc.record({
  from: timeOfDay,
  to: timeOfDay,
  department_id: fc.constantFrom('a', 'b'),
  slot_minutes: fc.constantFrom(10, 15, 45, 60),
});

describe('What is offered', () => {
  it('is what is listed as free where nothing is booked, in several zones', () => {
    let offered = 0;
    const worlds = fc.record({
      change: fc.constantFrom(...CHANGES),
      weekly: fc.array(fc.tuple(fc.integer({ min: 1, max: 7 }), hours), { minLength: 6, maxLength: 12 }),
      start: fc.integer({ min: -30, max: 24 }),
      minutes: fc.constantFrom(10, 30, 50),
      buffer_before: fc.constantFrom(0, 5, 20),
      buffer_after: fc.constantFrom(0, 15),
      type: fc.record({
        department_ids: fc.constantFrom<string[]>([], ['a'], ['b', 'c']),
        min_notice_hours: fc.constantFrom(0, 3),
      }),
      department_id: fc.constantFrom(null, 'a'),
    });
    fc.assert(
      fc.property(worlds, ({ change: [timeZone, day], weekly, start, minutes, department_id, ...given }) => {
        const doctor = {
          doctor_id: 'd',
          weekly: weekly.map(([weekday, one]) => ({ weekday, ...one })),
          exceptions: [],
        };
        const from = Date.parse(`${day}T00:00Z`) + start * HOUR;
        const to = from + DAY / 3;
        const type = { ...TYPE, ...given.type };
        const isAsked = (one: Hours) =>
          (department_id === null || one.department_id === department_id) &&
          (type.department_ids.length === 0 || type.department_ids.includes(one.department_id));
        const { buffer_before, buffer_after } = given;
        const calendar = { ...doctor, weekly: doctor.weekly.filter(isAsked), closed: [], taken: [] };
        const { slots } = freeSlots([{ ...calendar, known_until: Number.POSITIVE_INFINITY }], {
          ...{ from: from + type.min_notice_hours * HOUR, to, minutes, buffer_before, buffer_after, rooms: null },
          ...{ limit: 10_000, effort: 1_000_000, timeZone },
        });
        const listed = [...new Set(slots.map(({ starts_at }) => starts_at))];
        const found: number[] = [];
        for (let starts_at = from; starts_at < to; starts_at += 5 * MINUTE) {
          const busy_from = starts_at - buffer_before * MINUTE;
          const busy_until = starts_at + (minutes + buffer_after) * MINUTE;
          const wanted = { department_id, starts_at, busy_from, busy_until };
          if (whyNotOffered(wanted, doctor, type, { now: from, timeZone }) === null) found.push(starts_at);
        }
        expect(found).toEqual(listed);
        offered += found.length;
      }),
      { numRuns: 60 },
    );
    // 140 to 500 of them, as chance has it.
    expect(offered).toBeGreaterThan(20);
  });
});

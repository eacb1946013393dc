import { describe, expect, it } from 'vitest';
import type { Calendar, Room } from '../../src/rules/freedom';
import { freeSlots } from '../../src/rules/slots';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const MONDAY = Date.parse('2027-03-01T00:00Z');
/** As a request has it. */
const EFFORT = 20_000;
const WORKDAYS = [1, 2, 3, 4, 5];

type Span = [number, number];
/** From 8 o'clock on, each day, without a break. */
const visits = (days: number, aDay: number, minutes: number): Span[] =>
  Array.from({ length: days * aDay }, (_, i) => {
    const starts_at = MONDAY + Math.floor(i / aDay) * DAY + (480 + (i % aDay) * minutes) * MINUTE;
    return [starts_at, starts_at + minutes * MINUTE];
  });

const doctors = (many: number, taken: Span[], slot_minutes = 20): Calendar[] =>
  Array.from({ length: many }, (_, i) => ({
    doctor_id: `doctor-${String(i).padStart(3, '0')}`,
    weekly: WORKDAYS.map((weekday) => ({ weekday, from: '08:00', to: '16:00', department_id: 'a', slot_minutes })),
    ...{ exceptions: [], closed: [], taken, known_until: Number.POSITIVE_INFINITY },
  }));
const rooms = (many: number, taken: Span[]): Room[] =>
  Array.from({ length: many }, () => ({ department_id: null, taken, known_until: Number.POSITIVE_INFINITY }));

function find(calendars: Calendar[], all: Room[] | null, from = MONDAY, effort = EFFORT) {
  const asked = { from, to: MONDAY + 31 * DAY, limit: 1_000, effort, timeZone: 'UTC' };
  return freeSlots(calendars, { ...asked, minutes: 20, buffer_before: 5, buffer_after: 5, rooms: all });
}

describe('What is looked at for free slots', () => {
  it('is less than a page may take for 40 doctors and 10 rooms that are booked for a month', () => {
    const { slots, next, looked } = find(doctors(40, visits(31, 24, 20)), rooms(10, visits(31, 48, 10)));
    expect([slots, next]).toEqual([[], null]);
    // The hours of 22 days, and each visit once, which leads behind itself and its buffer.
    expect(looked).toBeGreaterThan(40 * 22);
    expect(looked).toBeLessThan(EFFORT / 2);
  });

  it('ends a page, from which the next one goes on, whatever is booked', () => {
    // Only the rooms are taken, by short visits: no doctor's own calendar leads behind them.
    const [calendars, all] = [doctors(750, [], 5), rooms(50, visits(31, 96, 5))];
    const first = find(calendars, all);
    expect(first.slots).toEqual([]);
    expect(first.looked).toBeGreaterThanOrEqual(EFFORT);
    expect(first.looked).toBeLessThanOrEqual(EFFORT + 750 + 50 + 1);
    expect(first.next).toBeGreaterThan(MONDAY + 8 * 60 * MINUTE);
    const second = find(calendars, all, first.next ?? 0);
    expect(second.next).toBeGreaterThan(first.next ?? 0);
  });

  it('is never too little for a page to get on', () => {
    const calendars = doctors(3, visits(31, 23, 20));
    const found = [];
    for (let at: number | null = MONDAY; at !== null; ) {
      const { slots, next } = find(calendars, null, at, 1);
      if (next !== null) expect(next).toBeGreaterThan(at);
      found.push(...slots);
      at = next;
    }
    expect(found).toEqual(find(calendars, null).slots);
  });
});

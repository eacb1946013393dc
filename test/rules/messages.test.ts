import { describe, expect, test } from 'vitest';
import { HOUR } from '../../src/rules/clock';
import { instant, isoTime } from '../../src/rules/datetime';
import { afterQuiet, dueAt, isLate, isOver, LATE } from '../../src/rules/messages';

const NIGHT = { from: '22:00', until: '07:00' };
const NOON = { from: '12:00', until: '13:30' };

const reminder = (zone: string, visit: string, hours_before: number, quiet: typeof NIGHT | null = null) => {
  const due = dueAt({ kind: 'reminder', hours_before, starts_at: instant(visit, zone), created_at: 0 }, quiet, zone);
  return due === null ? null : isoTime(due);
};
const at = (zone: string, text: string) => isoTime(instant(text, zone));

describe('A reminder is due', () => {
  test.each([
    ['Europe/Berlin', '2026-03-30T10:00', 24, '2026-03-29T10:00', 24],
    ['Europe/Berlin', '2026-03-29T10:00', 24, '2026-03-28T10:00', 23],
    ['Europe/Berlin', '2026-10-25T10:00', 24, '2026-10-24T10:00', 25],
    ['Europe/Berlin', '2026-10-25T10:00', 12, '2026-10-24T22:00', 13],
    ['America/New_York', '2026-03-08T09:00', 48, '2026-03-06T09:00', 47],
    ['Asia/Kolkata', '2026-03-29T10:15', 24, '2026-03-28T10:15', 24],
    ['Asia/Kathmandu', '2026-03-29T10:15', 2, '2026-03-29T08:15', 2],
    ['Australia/Lord_Howe', '2026-04-05T09:00', 24, '2026-04-04T09:00', 24.5],
    ['Australia/Lord_Howe', '2026-10-04T09:00', 24, '2026-10-03T09:00', 23.5],
    ['UTC', '2026-06-15T10:00', 336, '2026-06-01T10:00', 336],
  ])('in %s for %s, %i hours before: at %s', (zone, visit, hours, due, elapsed) => {
    expect(reminder(zone, visit, hours)).toBe(at(zone, due));
    expect((instant(visit, zone) - instant(due, zone)) / HOUR).toBe(elapsed);
  });

  test('an hour before a visit that follows a skipped one', () => {
    for (const visit of ['2026-03-29T03:00', '2026-03-29T03:30']) {
      const due = reminder('Europe/Berlin', visit, 1);
      expect(due).toBe(isoTime(instant(visit, 'Europe/Berlin') - HOUR));
    }
  });
});

describe('Quiet hours', () => {
  test.each([
    ['2026-06-15T21:59', '2026-06-15T21:59'],
    ['2026-06-15T22:00', '2026-06-16T07:00'],
    ['2026-06-15T23:30', '2026-06-16T07:00'],
    ['2026-06-16T00:00', '2026-06-16T07:00'],
    ['2026-06-16T06:59', '2026-06-16T07:00'],
    ['2026-06-16T07:00', '2026-06-16T07:00'],
  ])('over midnight move %s to %s', (asked, moved) => {
    const zone = 'Asia/Kolkata';
    expect(isoTime(afterQuiet(instant(asked, zone), NIGHT, zone))).toBe(at(zone, moved));
  });

  test.each([
    ['2026-06-15T11:59', '2026-06-15T11:59'],
    ['2026-06-15T12:00', '2026-06-15T13:30'],
    ['2026-06-15T13:29', '2026-06-15T13:30'],
    ['2026-06-15T13:30', '2026-06-15T13:30'],
  ])('of a day move %s to %s', (asked, moved) => {
    expect(isoTime(afterQuiet(instant(asked, 'UTC'), NOON, 'UTC'))).toBe(at('UTC', moved));
  });

  test('end by the clocks, also in a night in which these change', () => {
    const zone = 'Europe/Berlin';
    for (const [evening, morning] of [
      ['2026-03-28T23:00', '2026-03-29T07:00'],
      ['2026-10-24T23:00', '2026-10-25T07:00'],
    ] as const)
      expect(isoTime(afterQuiet(instant(evening, zone), NIGHT, zone))).toBe(at(zone, morning));
  });

  test('that end in an hour which is skipped, or shown twice, end once', () => {
    const zone = 'Europe/Berlin';
    const quiet = { from: '22:00', until: '02:30' };
    expect(isoTime(afterQuiet(instant('2026-03-29T01:30', zone), quiet, zone))).toBe(at(zone, '2026-03-29T03:00'));
    const second = Date.parse('2026-10-25T01:10:00Z');
    expect(isoTime(afterQuiet(second, quiet, zone))).toBe('2026-10-25T01:30:00.000Z');
  });

  test('before a visit drop what they would make too late', () => {
    expect(reminder('UTC', '2026-06-15T08:00', 2, NIGHT)).toBe('2026-06-15T07:00:00.000Z');
    expect(reminder('UTC', '2026-06-15T07:00', 2, NIGHT)).toBeNull();
    expect(reminder('UTC', '2026-06-15T06:00', 2, NIGHT)).toBeNull();
    expect(reminder('UTC', '2026-06-15T06:00', 24, NIGHT)).toBe('2026-06-14T07:00:00.000Z');
  });
});

describe('What tells of a booking', () => {
  const booked = (created: string, visit: string, quiet: typeof NIGHT | null) =>
    dueAt(
      { kind: 'booked', hours_before: 0, starts_at: Date.parse(visit), created_at: Date.parse(created) },
      quiet,
      'UTC',
    );

  test('is due at once, or after the quiet hours', () => {
    expect(booked('2026-06-15T10:00:00Z', '2026-06-16T09:00:00Z', NIGHT)).toBe(Date.parse('2026-06-15T10:00:00Z'));
    expect(booked('2026-06-15T23:00:00Z', '2026-06-16T09:00:00Z', NIGHT)).toBe(Date.parse('2026-06-16T07:00:00Z'));
    expect(booked('2026-06-15T23:00:00Z', '2026-06-16T06:00:00Z', NIGHT)).toBeNull();
  });
});

test.each([
  ['an hour less, half an hour before its time', '2026-03-29T10:00', '2026-03-28T09:30', 23.5, false],
  ['an hour less, half an hour behind it', '2026-03-29T10:00', '2026-03-28T10:30', 22.5, true],
  ['an hour more, half an hour behind it', '2026-10-25T10:00', '2026-10-24T10:30', 24.5, true],
  ['as many hours, at its time', '2026-06-15T10:00', '2026-06-14T10:00', 24, true],
])('A visit that is booked before a night of %s', (_, visit, booking, elapsed, expected) => {
  const zone = 'Europe/Berlin';
  const [starts_at, created_at] = [instant(visit, zone), instant(booking, zone)];
  expect((starts_at - created_at) / HOUR).toBe(elapsed);
  expect(isOver({ kind: 'reminder', hours_before: 24, starts_at, created_at }, zone)).toBe(expected);
  expect(isOver({ kind: 'booked', hours_before: 0, starts_at, created_at }, zone)).toBe(false);
});

test('Two hours behind its time it is late, and at once when the visit begins', () => {
  const starts_at = Date.parse('2026-06-15T10:00:00Z');
  const due = starts_at - 24 * HOUR;
  expect(isLate({ starts_at }, due, due + LATE)).toBe(false);
  expect(isLate({ starts_at }, due, due + LATE + 1)).toBe(true);
  expect(isLate({ starts_at }, starts_at - HOUR, starts_at - 1)).toBe(false);
  expect(isLate({ starts_at }, starts_at - HOUR, starts_at)).toBe(true);
});

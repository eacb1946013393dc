import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plannedCount, type Recurrence, startsOf, VISITS_MAX } from '../../src/rules/series';
import { CHANGES, minutesShown } from '../support/shown-time';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const weekly = (schedule: string, more: Partial<Recurrence> = {}): Recurrence => ({
  ...{ schedule, every_weeks: 1, count: 3, until: null },
  ...more,
});
const schedules = (recurrence: Recurrence, timeZone: string) =>
  startsOf(recurrence, timeZone).map(({ schedule }) => schedule);
const times = (recurrence: Recurrence, timeZone: string) =>
  startsOf(recurrence, timeZone).map(({ starts_at }) => new Date(starts_at).toISOString());

describe('startsOf()', () => {
  it('keeps the wall clock, and the form of the text, over a change of the clocks', () => {
    const recurrence = weekly('2027-03-22T09:40');
    expect(schedules(recurrence, 'Europe/Stockholm')).toEqual([
      '2027-03-22T09:40',
      '2027-03-29T09:40',
      '2027-04-05T09:40',
    ]);
    expect(times(recurrence, 'Europe/Stockholm')).toEqual([
      '2027-03-22T08:40:00.000Z',
      '2027-03-29T07:40:00.000Z',
      '2027-04-05T07:40:00.000Z',
    ]);
  });

  it.each([
    ['2027-03-22T08:40:00Z', ['2027-03-22T09:40:00', '2027-03-29T09:40:00']],
    ['2027-03-22T00:40:00-08', ['2027-03-22T09:40:00', '2027-03-29T09:40:00']],
    ['2027-03-21T23:30:00.5+0000', ['2027-03-22T00:30:00', '2027-03-29T00:30:00']],
    ['2027-03-22', ['2027-03-22', '2027-03-29']],
    ['2027-03-22 09:40:30,25', ['2027-03-22 09:40:30,25', '2027-03-29 09:40:30,25']],
    // The clocks show 02:30 twice: the second of the two, and then the only one.
    ['2027-10-31T01:30:00Z', ['2027-10-31T02:30:00+01:00', '2027-11-07T02:30:00']],
  ])('takes %s by the clocks of the hospital', (schedule, expected) =>
    expect(schedules(weekly(schedule, { count: 2 }), 'Europe/Stockholm')).toEqual(expected),
  );

  it('has the first of two times that the clocks show twice, and counts a skipped one by the clock before', () => {
    expect(times(weekly('2027-10-24T02:30', { count: 2 }), 'Europe/Stockholm')).toEqual([
      '2027-10-24T00:30:00.000Z',
      '2027-10-31T00:30:00.000Z',
    ]);
    expect(times(weekly('2027-03-21T02:30', { count: 2 }), 'Europe/Stockholm')).toEqual([
      '2027-03-21T01:30:00.000Z',
      '2027-03-28T01:30:00.000Z',
    ]);
  });

  it('begins each when a clock of the hospital shows the date of its week and the time of the first', () => {
    const zones = fc.constantFrom(
      ...CHANGES,
      ['Africa/Casablanca', '2027-02-07'] as const,
      ['Africa/Casablanca', '2027-03-14'] as const,
    );
    fc.assert(
      fc.property(
        zones,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 0, max: VISITS_MAX - 1 }),
        fc.integer({ min: -1, max: 1 }),
        fc.integer({ min: 0, max: 24 * 60 - 1 }),
        ([zone, changes], every_weeks, weeks, days, minute) => {
          // One of the visits is on the day of the change, or beside it.
          const day = Date.parse(`${changes}T00:00Z`) + days * DAY;
          const first = new Date(day - weeks * every_weeks * 7 * DAY + minute * MINUTE).toISOString().slice(0, 16);
          const starts = startsOf({ schedule: first, every_weeks, count: weeks + 1, until: null }, zone);
          expect(starts).toHaveLength(weeks + 1);
          const last = starts.at(-1);
          const wanted = new Date(day + minute * MINUTE).toISOString().slice(0, 19).replace('T', ' ');
          expect(last?.schedule).toBe(wanted.slice(0, 16).replace(' ', 'T'));
          const minutes = minutesShown(day - DAY, day + 3 * DAY, zone);
          const shown = minutes.find((one) => one.shown === wanted);
          // Skipped: so long after the last minute before it as the texts are apart.
          const before = minutes.findLast((one) => one.shown < wanted);
          const expected = shown
            ? shown.time
            : (before?.time ?? 0) + Date.parse(`${wanted}Z`) - Date.parse(`${before?.shown}Z`);
          expect(last?.starts_at, `${wanted} ${zone}`).toBe(expected);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('plannedCount()', () => {
  it.each([
    ['2027-03-22T09:40', 1, '2027-03-22', 1],
    ['2027-03-22T09:40', 1, '2027-03-28', 1],
    ['2027-03-22T09:40', 1, '2027-03-29', 2],
    ['2027-03-22T23:59', 2, '2027-04-05', 2],
    ['2027-03-22T09:40', 1, '2027-03-21', 0],
    ['2027-03-22T09:40', 1, '2028-03-13', 52],
    ['2027-03-22T09:40', 1, '2028-03-20', 53],
    // The 22nd by the clocks of the hospital.
    ['2027-03-21T23:30Z', 1, '2027-03-21', 0],
    ['2027-03-21T23:30Z', 1, '2027-03-22', 1],
  ])('of %s every %i weeks until %s is %i', (schedule, every_weeks, until, expected) =>
    expect(plannedCount({ schedule, every_weeks, count: null, until }, 'Europe/Stockholm')).toBe(expected),
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstTimeOf, localDatetime } from '../../src/rules/clock';
import { instant } from '../../src/rules/datetime';
import { CHANGES, minutesShown, shownAt } from '../support/shown-time';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('firstTimeOf()', () => {
  it.each([
    // Clocks go from 02:00 to 03:00.
    ['2027-03-28T01:59', 'Europe/Stockholm', '2027-03-28T00:59:00.000Z'],
    ['2027-03-28T02:00', 'Europe/Stockholm', '2027-03-28T01:00:00.000Z'],
    ['2027-03-28T02:30', 'Europe/Stockholm', '2027-03-28T01:00:00.000Z'],
    ['2027-03-28T03:00', 'Europe/Stockholm', '2027-03-28T01:00:00.000Z'],
    ['2027-03-28T03:01', 'Europe/Stockholm', '2027-03-28T01:01:00.000Z'],
    // From 03:00 back to 02:00.
    ['2027-10-31T02:30', 'Europe/Stockholm', '2027-10-31T00:30:00.000Z'],
    ['2027-10-31T03:00', 'Europe/Stockholm', '2027-10-31T02:00:00.000Z'],
    // Midnight itself is skipped, and a whole day.
    ['2026-09-06T00:00', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['2027-03-28T02:30', 'UTC', '2027-03-28T02:30:00.000Z'],
  ])('has %s in %s at %s', (shown, zone, iso) =>
    expect(new Date(firstTimeOf(Date.parse(`${shown}Z`), zone)).toISOString()).toBe(iso),
  );

  it.each(CHANGES)('is the first minute in which a clock in %s shows it or a later time, around %s', (zone, day) => {
    const midnight = Date.parse(`${day}T00:00Z`);
    const minutes = minutesShown(midnight - 40 * HOUR, midnight + 64 * HOUR, zone);
    for (let reading = midnight - 3 * HOUR; reading < midnight + 30 * HOUR; reading += 7 * MINUTE) {
      const text = new Date(reading).toISOString().slice(0, 19).replace('T', ' ');
      const first = minutes.find(({ shown }) => shown >= text);
      expect(firstTimeOf(reading, zone), `${text} ${zone}`).toBe(first?.time);
    }
  });
});

describe('localDatetime()', () => {
  it.each([
    ['2027-01-04T08:30:00Z', 'Europe/Stockholm', '2027-01-04T09:30:00'],
    ['2027-10-30T23:59:00Z', 'Europe/Stockholm', '2027-10-31T01:59:00'],
    ['2027-10-31T00:15:00Z', 'Europe/Stockholm', '2027-10-31T02:15:00+02:00'],
    ['2027-10-31T01:15:00Z', 'Europe/Stockholm', '2027-10-31T02:15:00+01:00'],
    ['2027-10-31T02:00:00Z', 'Europe/Stockholm', '2027-10-31T03:00:00'],
    ['2027-11-07T06:30:00Z', 'America/New_York', '2027-11-07T01:30:00-05:00'],
    ['2027-04-03T15:15:00Z', 'Australia/Lord_Howe', '2027-04-04T01:45:00+10:30'],
    ['2027-01-04T08:30:00Z', 'UTC', '2027-01-04T08:30:00'],
  ])('has %s in %s as %s', (iso, zone, text) => expect(localDatetime(Date.parse(iso), zone)).toBe(text));

  it('names one moment, and shows what a clock in the zone shows', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CHANGES), fc.integer({ min: -30 * 60, max: 54 * 60 }), ([zone, day], minutes) => {
        const time = Date.parse(`${day}T00:00Z`) + minutes * MINUTE;
        const text = localDatetime(time, zone);
        expect(instant(text, zone), text).toBe(time);
        expect(text.slice(0, 19).replace('T', ' ')).toBe(shownAt(time, zone));
        // An offset only where the clocks show the same again: the moment could otherwise be written without.
        if (text.length > 19) {
          const twin = [-60, -30, 30, 60].some((by) => shownAt(time + by * MINUTE, zone) === shownAt(time, zone));
          expect(twin, text).toBe(true);
        }
      }),
      { numRuns: 3000 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTimeZone } from '../../src/rules/clock';
import { DATE_PATTERN, DATETIME_PATTERN, instant, isDate, isDatetime, localDate } from '../../src/rules/datetime';

const pad = (n: number, width = 2): string => String(n).padStart(width, '0');
const moments = fc.date({
  min: new Date('0001-01-01T00:00:00.000Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});
// Date.UTC is wrong below the year 100, the ISO parser is not.
const realDay = (date: string): boolean => {
  const time = Date.parse(`${date}T00:00:00.000Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
};

describe('isDate()', () => {
  it.each(['2024-02-29', '2000-02-29', '2023-02-28', '0001-01-01', '0004-02-29', '9999-12-31', '1990-04-30'])(
    'accepts %s',
    (s) => expect(isDate(s)).toBe(true),
  );

  it.each([
    '2023-02-31',
    '2024-02-31',
    '2023-02-29',
    '1900-02-29',
    '2024-02-30',
    '2024-04-31',
    '2024-00-10',
    '2024-13-01',
    '2024-01-00',
    '2024-01-32',
    '0000-01-01',
    '24-01-01',
    '2024-1-1',
    '12024-01-01',
    '-2024-01-01',
    '2024/01/01',
    '20240101',
    '2024-01-01T00:00',
    '2024-01-01\n',
    ' 2024-01-01',
    '２０２４-01-01',
    '٢٠٢٤-٠١-٠١',
    '',
  ])('refuses %j', (s) => expect(isDate(s)).toBe(false));

  it('agrees with Date on every year, month and day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.nat({ max: 13 }), fc.nat({ max: 32 }), (y, m, d) => {
        const s = `${pad(y, 4)}-${pad(m)}-${pad(d)}`;
        expect(isDate(s)).toBe(realDay(s));
      }),
      { numRuns: 5000 },
    );
  });

  it('accepts every date of Date', () => {
    fc.assert(
      fc.property(moments, (date) => {
        expect(isDate(date.toISOString().slice(0, 10))).toBe(true);
      }),
    );
  });
});

describe('isDatetime()', () => {
  it.each([
    '2024-02-29',
    '2024-02-29T23:59',
    '2024-02-29T23:59:59',
    '2024-02-29t00:00:00z',
    '2024-02-29 10:30',
    '2024-02-29 10:30:00+02:00',
    '2024-02-29T10:30Z',
    '2024-02-29T10:30:00.1Z',
    '2024-02-29T10:30:00,123456789Z',
    '2024-02-29T10:30:00.123456',
    '2024-02-29T10:30:00+0530',
    '2024-02-29T10:30:00-08',
    '2024-02-29T10:30:00+23:59',
    '2024-02-29T10:30:00-00:00',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999999-23:59',
  ])('accepts %s', (s) => expect(isDatetime(s)).toBe(true));

  it.each([
    '2024-02-31T10:00:00Z',
    '2023-02-29T10:00:00Z',
    '0000-01-01T00:00:00Z',
    '2024-01-01T24:00',
    '2024-01-01T24:00:00Z',
    '2024-01-01T10:60',
    '2024-01-01T10:00:60Z',
    '2016-12-31T23:59:60Z',
    '2024-01-01T10',
    '2024-01-01T1:00',
    '2024-01-01T10:00.5',
    '2024-01-01T10:00:00.',
    '2024-01-01T10:00:00.1234567890',
    '2024-01-01T10:00:00+24:00',
    '2024-01-01T10:00:00+01:60',
    '2024-01-01T10:00:00+1',
    '2024-01-01T10:00:00+01:',
    '2024-01-01T10:00:00 Z',
    '2024-01-01T10:00:00ZZ',
    '2024-01-01T10:00:00 UTC',
    '2024-01-01  10:00',
    '2024-01-01T',
    '2024-01-01Z',
    '2024-01-01+01:00',
    '2024-02-30',
    '10:00:00',
    '20240101T100000Z',
    '2024-01-01T10:00:00Z\n',
    '1704103200',
    '',
  ])('refuses %j', (s) => expect(isDatetime(s)).toBe(false));
});

describe('The patterns', () => {
  it('are valid under the u flag that JSON Schema validators use', () => {
    expect(new RegExp(DATE_PATTERN, 'u').test('2024-01-01')).toBe(true);
    expect(new RegExp(DATETIME_PATTERN, 'u').test('2024-01-01T00:00:00.5+01:00')).toBe(true);
  });

  it('check the form, not the calendar', () => {
    expect(new RegExp(DATE_PATTERN, 'u').test('2024-02-31')).toBe(true);
    expect(new RegExp(DATETIME_PATTERN, 'u').test('2024-02-31T10:00')).toBe(true);
    expect(new RegExp(DATE_PATTERN, 'u').test('2024-2-1')).toBe(false);
    expect(new RegExp(DATETIME_PATTERN, 'u').test('2024-02-01')).toBe(true);
    expect(new RegExp(DATETIME_PATTERN, 'u').test('2024-02-01Z')).toBe(false);
  });
});

describe('instant()', () => {
  it.each([
    ['1970-01-01T00:00Z', 0],
    ['1970-01-01 00:00', 0],
    ['1970-01-01', 0],
    ['1970-01-01T00:00:01.5', 1500],
    ['1970-01-01T00:00:00,0019Z', 1],
    ['1970-01-01T00:00:00.999999999Z', 999],
    ['1970-01-01T01:00+01:00', 0],
    ['1970-01-01T05:30:00+0530', 0],
    ['1969-12-31T16:00:00-08', 0],
    ['1969-12-31T23:45:00-00:15', 0],
    ['2024-03-01T00:30:00+01:00', Date.UTC(2024, 1, 29, 23, 30)],
    ['0001-01-01T00:00:00Z', -62_135_596_800_000],
    ['0001-01-01T00:00:00+23:59', -62_135_596_800_000 - 1439 * 60_000],
    ['9999-12-31T23:59:59.999-23:59', 253_402_300_799_999 + 1439 * 60_000],
  ])('of %s is %i', (s, time) => expect(instant(s, 'UTC')).toBe(time));

  it.each(['', 'now', '2024-02-31', '2024-02-31T00:00Z', '2024-01-01T24:00Z'])('refuses %j', (s) =>
    expect(() => instant(s, 'UTC')).toThrow(RangeError),
  );

  it('is the time that Date has, in any zone', () => {
    const zones = fc.integer({ min: -1439, max: 1439 });
    fc.assert(
      fc.property(moments, zones, fc.constantFrom('T', 't', ' '), (date, offset, separator) => {
        const iso = date.toISOString();
        expect(instant(iso, 'UTC')).toBe(date.getTime());
        const local = iso.slice(0, -1).replace('T', separator);
        expect(instant(local, 'UTC')).toBe(date.getTime());
        const minutes = Math.abs(offset);
        const zone = `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
        expect(instant(local + zone, 'UTC')).toBe(date.getTime() - offset * 60_000);
        expect(instant(local + zone.replace(':', ''), 'UTC')).toBe(date.getTime() - offset * 60_000);
      }),
      { numRuns: 2000 },
    );
  });

  it('has the order of time', () => {
    fc.assert(
      fc.property(moments, moments, (a, b) => {
        expect(Math.sign(instant(a.toISOString(), 'UTC') - instant(b.toISOString(), 'UTC'))).toBe(Math.sign(+a - +b));
      }),
    );
  });
});

describe('instant() in the time zone of a hospital', () => {
  it.each([
    ['2027-01-04T09:30', 'Asia/Tokyo', '2027-01-04T00:30:00.000Z'],
    ['2027-01-04', 'Asia/Tokyo', '2027-01-03T15:00:00.000Z'],
    ['2027-01-04T09:30+09:00', 'Asia/Tokyo', '2027-01-04T00:30:00.000Z'],
    ['2027-01-04T09:30+09:00', 'America/New_York', '2027-01-04T00:30:00.000Z'],
    ['2027-01-04T09:30Z', 'Asia/Tokyo', '2027-01-04T09:30:00.000Z'],
    ['2027-07-01T12:00', 'Asia/Kathmandu', '2027-07-01T06:15:00.000Z'],
    ['2027-07-01T12:00', 'America/St_Johns', '2027-07-01T14:30:00.000Z'],
    ['2027-07-01T12:00', 'Pacific/Kiritimati', '2027-06-30T22:00:00.000Z'],
    ['2027-01-01T12:00', 'Europe/Stockholm', '2027-01-01T11:00:00.000Z'],
    ['2027-07-01T12:00', 'europe/stockholm', '2027-07-01T10:00:00.000Z'],
  ])('has %s in %s at %s', (s, zone, iso) => expect(new Date(instant(s, zone)).toISOString()).toBe(iso));

  it.each([
    // Clocks go from 02:00 to 03:00.
    ['2027-03-28T01:59', 'Europe/Stockholm', '2027-03-28T00:59:00.000Z'],
    ['2027-03-28T02:00', 'Europe/Stockholm', '2027-03-28T01:00:00.000Z'],
    ['2027-03-28T02:30', 'Europe/Stockholm', '2027-03-28T01:30:00.000Z'],
    ['2027-03-28T03:00', 'Europe/Stockholm', '2027-03-28T01:00:00.000Z'],
    ['2027-03-28T03:30', 'Europe/Stockholm', '2027-03-28T01:30:00.000Z'],
    ['2027-03-14T02:30', 'America/New_York', '2027-03-14T07:30:00.000Z'],
    // Half an hour, from 02:00 to 02:30.
    ['2027-10-03T02:15', 'Australia/Lord_Howe', '2027-10-02T15:45:00.000Z'],
    // Midnight itself is skipped.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    // A whole day was skipped.
    ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
  ])('counts %s, which the clocks of %s may skip, with the offset before the change', (s, zone, iso) =>
    expect(new Date(instant(s, zone)).toISOString()).toBe(iso),
  );

  it.each([
    // Clocks go from 03:00 back to 02:00.
    ['2027-10-31T01:59', 'Europe/Stockholm', '2027-10-30T23:59:00.000Z'],
    ['2027-10-31T02:30', 'Europe/Stockholm', '2027-10-31T00:30:00.000Z'],
    ['2027-10-31T02:30+01:00', 'Europe/Stockholm', '2027-10-31T01:30:00.000Z'],
    ['2027-10-31T03:00', 'Europe/Stockholm', '2027-10-31T02:00:00.000Z'],
    ['2027-11-07T01:30', 'America/New_York', '2027-11-07T05:30:00.000Z'],
    ['2027-04-04T01:45', 'Australia/Lord_Howe', '2027-04-03T14:45:00.000Z'],
  ])('takes %s, which comes twice in %s, for the first one', (s, zone, iso) =>
    expect(new Date(instant(s, zone)).toISOString()).toBe(iso),
  );

  it('is the time at which the clocks of the zone show it', () => {
    const zones = fc.constantFrom(
      ...['Europe/Stockholm', 'America/New_York', 'Asia/Tokyo', 'Asia/Kolkata', 'Africa/Casablanca', 'Africa/Nairobi'],
      ...['Australia/Lord_Howe', 'America/Sao_Paulo', 'Asia/Tehran', 'Pacific/Chatham', 'America/Santiago', 'UTC'],
    );
    const times = fc.date({ min: new Date('1975-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(zones, times, (timeZone, date) => {
        const clock = new Intl.DateTimeFormat('sv-SE', {
          timeZone,
          dateStyle: 'short',
          timeStyle: 'medium',
        });
        const shown = clock.format(date);
        const time = instant(shown, timeZone);
        expect(clock.format(time), `${shown} ${timeZone}`).toBe(shown);
        const seconds = Math.floor(date.getTime() / 1000) * 1000;
        // The first of two times with this reading, no more than a change of the clocks earlier.
        expect(seconds - time).toBeGreaterThanOrEqual(0);
        expect(seconds - time).toBeLessThanOrEqual(2 * 60 * 60 * 1000);
        expect(localDate(seconds, timeZone)).toBe(shown.slice(0, 10));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('isTimeZone()', () => {
  it.each(['UTC', 'Etc/UTC', 'Asia/Tokyo', 'asia/tokyo', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires', 'GMT'])(
    'knows %s',
    (name) => expect(isTimeZone(name)).toBe(true),
  );
  it.each(['', 'Tokyo', 'Asia/Nowhere', '+09:00', '-0500', 'UTC+9', 'Z', ' UTC', 'constructor'])('refuses %j', (name) =>
    expect(isTimeZone(name)).toBe(false),
  );
});

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DateOrder, dayText, instantIn, readDay, readMonthOrYear } from '../portal/src/day-text';

const LOCALES = [
  'en-GB',
  'en-US',
  'ar-EG',
  'ar',
  'ar-SY',
  'de-DE',
  'hi-IN',
  'es-MX',
  'ru-RU',
  'fa-IR',
  'fr-FR',
  'sv-SE',
];
const ORDERS: DateOrder[] = ['day-month', 'month-day'];
const day = fc
  .date({ min: new Date('1850-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('What the portal reads as a day', () => {
  test.each(LOCALES)('is every way in which it prints one in %s', (locale) => {
    fc.assert(
      fc.property(day, fc.constantFrom('long', 'medium'), fc.constantFrom(...ORDERS), (day, style, order) => {
        expect(readDay(dayText(day, style, locale), locale, order)).toBe(day);
      }),
    );
  });

  test.each(LOCALES)('is a date of ISO 8601 in %s, whatever stands between its numbers', (locale) => {
    fc.assert(
      fc.property(day, fc.constantFrom(...ORDERS), (day, order) => {
        expect(readDay(day, locale, order)).toBe(day);
        expect(readDay(day.replaceAll('-', '/'), locale, order)).toBe(day);
      }),
    );
  });

  test('has its numbers in the order of the hospital, unless only the other one makes a date', () => {
    expect(readDay('3/4/1984', 'en-GB', 'day-month')).toBe('1984-04-03');
    expect(readDay('3/4/1984', 'en-GB', 'month-day')).toBe('1984-03-04');
    expect(readDay('29/2/1984', 'en-US', 'month-day')).toBe('1984-02-29');
    expect(readDay('02-29-1984', 'hi-IN', 'day-month')).toBe('1984-02-29');
    expect(readDay('03041984', 'en-US', 'month-day')).toBe('1984-03-04');
    expect(readDay('19840229', 'en-US', 'day-month')).toBe('1984-02-29');
  });

  test('has them in the order of the language where that prints days in numbers', () => {
    expect(readDay('3.4.1984', 'de-DE', 'month-day')).toBe('1984-04-03');
    expect(readDay('٣/٤/١٩٨٤', 'ar-EG', 'month-day')).toBe('1984-04-03');
  });

  test('may be written with what people leave out or put between', () => {
    expect(readDay(' 29 february 1984 ', 'en-US', 'month-day')).toBe('1984-02-29');
    expect(readDay('SEPT 5 1984', 'en-GB', 'day-month')).toBe('1984-09-05');
    expect(readDay('5-sep-1984', 'en-GB', 'day-month')).toBe('1984-09-05');
    expect(readDay('29 Feb 1984', 'de-DE', 'day-month')).toBe('1984-02-29');
    expect(readDay('٢٩ فبراير ١٩٨٤', 'ar-EG', 'day-month')).toBe('1984-02-29');
    expect(readDay('२९ फ़रवरी १९८४', 'hi-IN', 'day-month')).toBe('1984-02-29');
  });

  test.each([
    ['', 'nothing'],
    ['30 Feb 1984', 'no day of the calendar'],
    ['1983-02-29', 'no day of a year that is not a leap year'],
    ['3/4/84', 'of one of two centuries'],
    ['Wed 29 Feb', 'of no year'],
    ['Ju 5 1984', 'of June or July'],
    ['29 Smith 1984', 'a name'],
    ['Smith 29 Feb 1984', 'a name and a date'],
    ['1984', 'a year'],
    ['+49 30 123 456', 'a phone number'],
  ])('is not %j, which is %s', (text) => {
    expect(readDay(text, 'en-GB', 'day-month')).toBeUndefined();
  });
});

describe('What the portal reads as an instant', () => {
  test.each([
    '2030-01-07T09:00:00Z',
    '2030-01-07t09:00z',
    '2030-01-07 11:00:00+02:00',
    '2030-01-07T11:00:00+0200',
    '2030-01-07T11:00+02',
    '2030-01-07T05:30:00,000-03:30',
    '2030-01-07T09:00:00.0Z',
  ])('is %s', (moment) => {
    expect(instantIn(moment)?.toISOString()).toBe('2030-01-07T09:00:00.000Z');
  });

  test.each(['2030-01-07', '2030-01-07T09:00', '2030-01-07 09:00:00', '2030-01-07T09:00:00,5'])(
    'is not %s, which has no zone',
    (moment) => {
      expect(instantIn(moment)).toBeUndefined();
    },
  );
});

describe('What the portal reads as a month or a year', () => {
  const STYLES = [
    [{ month: 'long', year: 'numeric' }, 7],
    [{ year: 'numeric' }, 4],
  ] as const;

  test.each(LOCALES)('is every way in which it prints one in %s', (locale) => {
    fc.assert(
      fc.property(day, fc.constantFrom(...STYLES), (day, [style, length]) => {
        const printed = new Date(day).toLocaleDateString(locale, { ...style, calendar: 'gregory', timeZone: 'UTC' });
        expect(readMonthOrYear(printed, locale), printed).toBe(day.slice(0, length));
      }),
    );
  });

  test.each([
    ['1984', '1984'],
    [' 1984 ', '1984'],
    ['5/1984', '1984-05'],
    ['05.1984', '1984-05'],
    ['1984-05', '1984-05'],
    ['may 1984', '1984-05'],
    ['٥/١٩٨٤', '1984-05'],
    ['84', undefined],
    ['13/1984', undefined],
    ['0/1984', undefined],
    ['1984/1985', undefined],
    ['17 may 1984', undefined],
    ['17.5.1984', undefined],
    ['somewhen 1984', undefined],
    ['19840517', undefined],
    ['', undefined],
  ])('is in %s what it is: %s', (text, read) => expect(readMonthOrYear(text, 'en-GB')).toBe(read));
});

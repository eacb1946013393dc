import { describe, expect, it } from 'vitest';
import { criteriaOf, type SearchRules } from '../../../src/rules/search/criteria';
import { DOCTORS, PATIENTS } from '../../support/search';

// Among the languages of the portal, its regions, which write dates and name months in different ways.
const LOCALES = [
  ...['en-US', 'en-GB', 'en-AU', 'en-AE', 'en-BZ', 'en-CA', 'en-IN', 'en-ZA', 'en-ZW'],
  ...['ar', 'ar-AE', 'ar-DZ', 'ar-EG', 'ar-IQ', 'ar-LB', 'ar-MA', 'ar-MR', 'ar-SA', 'ar-TN'],
];
const DAYS = Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(1984, 0, 1 + day)));
const AMERICAN: SearchRules = { ...PATIENTS, dateOfBirth: 'month-day' };

/** The dates by which a search finds. */
const datesIn = (search: string, rules: SearchRules) =>
  criteriaOf(search, rules).map(({ prefixes }) => prefixes.filter((prefix) => prefix.startsWith('*')));

describe('A date as the portal prints it', () => {
  it.each(LOCALES)('is read in %s, whatever order the deployment has', (locale) => {
    for (const dateStyle of ['medium', 'long'] as const) {
      const format = new Intl.DateTimeFormat(locale, { calendar: 'gregory', dateStyle, timeZone: 'UTC' });
      // 01/02/1984 has no language.
      const isNumeric = /^\d+\/\d+\/\d+$/.test(format.format(DAYS[0]));
      for (const rules of isNumeric ? [PATIENTS] : [PATIENTS, AMERICAN]) {
        for (const day of DAYS) {
          const expected = [[`*${day.toISOString().slice(0, 10).replaceAll('-', '')}`]];
          expect(datesIn(format.format(day), rules), format.format(day)).toEqual(expected);
        }
      }
    }
  });
});

describe('A date with a month in letters', () => {
  it.each([
    ['11 augus 1950', [['*19500811']]],
    ['11 Au 1950', [[], [], ['*1950']]],
    ['11 Augusta 1950', [[], [], ['*1950']]],
    ['11 Aug 50', [[], [], []]],
    ['11 Aug 4567', [[], [], []]],
    ['11 Aug', [[], []]],
    ['Aug 1950', [[], ['*1950']]],
    ['31 Jun 1950', [[]]],
    ['11 تشرين 1950', [[], [], ['*1950']]],
    ['11 تشرين الأول 1950', [['*19501011']]],
    // A name and a phone number, unless there is a comma
    ['Jan 08 1984 5678', [[], []]],
    ['Jan 08, 1984 5678', [['*19840108'], []]],
    ['08 Jan 1984 5678', [['*19840108'], []]],
    ['Jan Jan 8, 1984 Jan', [['*19840108'], []]],
  ])('reads %j', (search, expected) => {
    expect(datesIn(search, PATIENTS).toSorted()).toEqual(expected.toSorted());
  });

  it('is read only where people are searched by their birth date', () => {
    expect(criteriaOf('11 Aug 1950', DOCTORS)).toHaveLength(3);
  });
});

describe('The order of day and month', () => {
  it.each([
    ['03/04/1984', ['*19840304']],
    ['٠٣/٠٤/١٩٨٤', ['*19840403']],
    ['03\u200f/04\u200f/1984', ['*19840403']],
    ['۱۹۸۴/۰۴/۰۳', ['*19840403']],
  ])('of %j is that of the deployment, except in Arabic', (search, expected) => {
    expect(datesIn(search, AMERICAN)).toEqual([expected]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { criteriaOf } from '../../../src/rules/search/criteria';
import { fold } from '../../../src/rules/search/fold';
import { phoneTerms } from '../../../src/rules/search/phone';
import { termsOf } from '../../../src/rules/search/terms';
import { fastest } from '../../support/fastest';
import { finds, PATIENTS, THINGS } from '../../support/search';
import { WORLD_PATIENTS } from '../../support/search-world';
import { anyText, codePoints, compareBytes } from '../../support/texts';

const TERM = /^(?:#\d+|\*\d{8}|~[a-z]+|[\p{L}\p{M}\p{N}]+)$/u;
/** Letters of names as they occur, with the marks and joiners that make them difficult. */
const NAME_LETTERS = [...new Set(WORLD_PATIENTS.flatMap((patient) => [...patient.first_name, ...patient.last_name]))];
const name = fc.oneof(
  anyText,
  fc.string({ unit: fc.constantFrom(...NAME_LETTERS, ' ', '-', "'", '1', '\u0308'), maxLength: 30 }),
);
/** "Pat 7" is a registration number, even if somebody is called so. */
const isSearchable = (text: string) => criteriaOf(text, THINGS).length > 0 && !/pat\P{L}*\d/u.test(fold(text));

describe('A record', () => {
  it('is found by any of its names', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 3 }), (names) => {
        const terms = termsOf({ names });
        for (const one of names.filter(isSearchable)) expect(finds(one, PATIENTS, terms), one).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('is found by all of its names in any order', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 2, maxLength: 3 }), (names) => {
        const terms = termsOf({ names });
        for (const order of [names, names.toReversed()]) {
          const search = order.join(' | '); // no number goes on in the next name
          if (isSearchable(search)) expect(finds(search, PATIENTS, terms), search).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('is found by the start of any of its names', () => {
    fc.assert(
      fc.property(fc.constantFrom(...WORLD_PATIENTS), fc.nat(), (patient, length) => {
        const terms = termsOf({ names: [patient.first_name, patient.middle_name, patient.last_name] });
        for (const whole of [patient.first_name, patient.last_name]) {
          const letters = [...new Intl.Segmenter('und').segment(whole)].map(({ segment }) => segment);
          const start = letters.slice(0, 1 + (length % Math.max(1, letters.length))).join('');
          if (isSearchable(start)) expect(finds(start, PATIENTS, terms), start).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('is found by its code and by any of its texts', () => {
    fc.assert(
      fc.property(name, name, (code, text) => {
        const terms = termsOf({ codes: [code], texts: [text] });
        for (const one of [code, text].filter(isSearchable)) expect(finds(one, THINGS, terms), one).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('is found by its phone number, however it is written', () => {
    // But for a mark right behind a plus, which nobody writes: it is a country's code to a field, and a word's end to a search.
    const number = fc
      .string({ unit: fc.constantFrom(...'0123456789 -./()+٣७'), minLength: 1, maxLength: 20 })
      .filter((phone) => !/\+[-./()]/.test(phone));
    fc.assert(
      fc.property(number, (phone) => {
        if (phoneTerms(phone).length > 0)
          expect(finds(phone, PATIENTS, termsOf({ phones: [phone] })), phone).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('is found by its birth date', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1850-01-01'), max: new Date('2100-12-31'), noInvalidDate: true }),
        (date) => {
          const dob = date.toISOString().slice(0, 10);
          for (const search of [
            dob,
            dob.replaceAll('-', ''),
            dob.slice(0, 7),
            dob.slice(0, 4),
            dob.split('-').reverse().join('.'),
          ])
            expect(finds(search, PATIENTS, termsOf({ dob })), search).toBe(true);
        },
      ),
    );
  });
});

describe('Terms', () => {
  it('are letters, marks and digits, digits behind #, a date behind *, or a key behind ~, whatever the record', () => {
    fc.assert(
      fc.property(fc.array(name), fc.array(name), fc.array(name), (names, phones, texts) => {
        const terms = termsOf({ names, codes: texts, texts, phones });
        expect(terms).toEqual([...new Set(terms)].sort(compareBytes));
        for (const term of terms) {
          expect(term).toMatch(TERM);
          expect([...term].length).toBeLessThanOrEqual(40);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('are so for every code point', () => {
    const wrong = [...codePoints()].filter((char) => termsOf({ names: [char] }).some((term) => !TERM.test(term)));
    expect(wrong).toEqual([]);
  });
});

describe('Criteria', () => {
  it('are at most 8 with at most 8 alternatives each, for any search', () => {
    fc.assert(
      fc.property(name, fc.constantFrom(PATIENTS, THINGS), (search, rules) => {
        const criteria = criteriaOf(search, rules);
        expect(criteria.length).toBeLessThanOrEqual(8);
        for (const { prefixes, terms, numbers } of criteria) {
          expect(prefixes.length + terms.length).toBeLessThanOrEqual(8);
          expect(prefixes.length + terms.length + Object.keys(numbers).length).toBeGreaterThan(0);
          for (const term of [...prefixes, ...terms]) expect([...term].length).toBeLessThanOrEqual(40);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('do not exist for a code point that is neither letter nor digit', () => {
    const wrong = [...codePoints()].filter(
      (char) => criteriaOf(char, PATIENTS).length > 0 && !/[\p{L}\p{N}]/u.test(char.normalize('NFKD')),
    );
    expect(wrong).toEqual([]);
  });

  it('take no time to speak of for hostile texts', async () => {
    const texts = [
      '0 '.repeat(100),
      "a'".repeat(100),
      '1-'.repeat(100),
      'ab '.repeat(66),
      '+('.repeat(100),
      '1984 '.repeat(40),
    ];
    const took = await fastest(() => {
      for (const text of texts) criteriaOf(text, PATIENTS);
      for (const text of texts)
        termsOf({ names: [text.repeat(20)], texts: [text.repeat(20)], phones: [text.repeat(20)] });
    });
    expect(took).toBeLessThan(1000);
  });
});

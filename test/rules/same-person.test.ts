import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparableName, LIKENESS, likenessOfNames, slipBetween } from '../../src/rules/same-name';
import {
  comparablePerson,
  compare,
  likelySame,
  type Person,
  phonesOf,
  swappedBirthTerm,
} from '../../src/rules/same-person';
import { anyText } from '../support/texts';

/** `given names|family name`, or `first|middle|last`. */
function named(text: string) {
  const parts = text.split('|');
  const [first_name = '', middle_name, last_name = ''] = parts.length === 3 ? parts : [parts[0], '', parts[1]];
  return { first_name, middle_name: middle_name || null, last_name };
}

const likeness = (a: string, b: string) => likenessOfNames(comparableName(named(a)), comparableName(named(b)));

const anna: Person = {
  id: 'anna',
  ...named('Anna|Svensson'),
  phone_number: '+46 70 123 45 67',
  alt_phone_number: null,
  dob: '1984-03-02',
};
const unlike = { phone_number: '018 61 10 00', dob: '1991-11-30' };
const compared = (other: Partial<Person>) => compare(comparablePerson(anna), { ...anna, ...other });

describe('Two names are', () => {
  it.each([
    ['Anna|Svensson', 'ANNA|SVENSSON'],
    ['Anna|Svensson', 'Svensson|Anna'],
    ['Åsa|Ekström', 'Asa|Ekstrom'],
    ["Sean|O'Brien", 'Sean|OBrien'],
    ['Anne-Marie|Dupont', 'Annemarie|Dupont'],
    ['Anna Maria|Svensson', 'Anna|Maria|Svensson'],
    ['小明|王', '王小明|'],
    ['小明|王', '王|小明'],
    ['عبد الله|حسن', 'عبدالله|حسن'],
    ['Suharto|', 'Suharto|Suharto'],
  ])('the same: %s and %s', (a, b) => expect(likeness(a, b)).toBe(LIKENESS.same));

  it.each([
    ['Anna|Svensson', 'Anna|Svenssno'],
    ['Erik|Lind', 'Eirk|Lind'],
    ['Anna|Svensson17', 'Anna|Svensosn17'],
    ['Jörg|Müller', 'Joerg|Mueller'],
    ['Per|Ågård', 'Per|Aagaard'],
    ['Anna|Svensson', 'Anna|Maria|Svensson'],
    ['Anne-Marie|Dupont', 'Annemarie|Claire|Dupont'],
    ['Ana|García', 'Ana|García López'],
  ])('respelled: %s and %s', (a, b) => expect(likeness(a, b)).toBe(LIKENESS.respelled));

  it.each([
    ['Anna|Svensson', 'Anna|Svenson'],
    ['Anna|Svensson', 'Anna|Swensson'],
    ['Иван|Петров', 'Иван|Петрова'],
    ['Γιώργος|Παππάς', 'Γιώργης|Παππάς'],
    ['Anna|Svensson', 'A.|Svensson'],
    ['Anna|Maria|Svensson', 'Maria|Svensson'],
  ])('similar: %s and %s', (a, b) => expect(likeness(a, b)).toBe(LIKENESS.similar));

  it.each([
    ['Anna|Svensson', 'Erik|Svensson'],
    ['Anna|Svensson', 'Anne|Svensson'],
    ['Anna|Svensson', 'Svensson|'],
    ['Anna|Svensson', 'A.|S.'],
    ['Anna|Maria|Svensson', 'Anna|Karin|Svensson'],
    ['Maria|Lopez', 'Mario|Lopes'],
    ['小明|王', '小月|王'],
    ['محمد|حسن', 'محمود|حسن'],
    ['Anna|Svensson', 'Anna|Berg'],
    ['Anna|Svensson17', 'Anna|Svensson71'],
    ['Anna|Svensson17', 'Anna|Svensson18'],
    ['ء|', 'ء|'],
  ])('different: %s and %s', (a, b) => expect(likeness(a, b)).toBe(LIKENESS.different));

  it('as alike in one direction as in the other, and each is the same as itself', () => {
    const nearWord = fc.constantFrom(
      'anna',
      'anan',
      'maria',
      'mraia',
      'mariaa',
      'marria',
      'mueller',
      'muller',
      'm',
      '王',
    );
    const nearText = fc.array(nearWord, { maxLength: 3 }).map((list) => list.join(' '));
    fc.assert(
      fc.property(fc.array(fc.oneof(anyText, nearText), { minLength: 6, maxLength: 6 }), ([a, b, c, d, e, f]) => {
        const [one, other] = [`${a}|${b}|${c}`, `${d}|${e}|${f}`];
        expect(likeness(one, other)).toBe(likeness(other, one));
      }),
      { numRuns: 3_000 },
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(likeness(`X${text}|Y`, `X${text}|Y`)).toBe(LIKENESS.same);
      }),
    );
  });

  it('compared in bounded time, however long they are', () => {
    const long = Array.from({ length: 100 }, (_, i) => `w${i}`).join(' ');
    expect(comparableName(named(`${long}|${long} x|y`)).words).toHaveLength(12);
  });
});

describe('One slip', () => {
  const word = fc.stringMatching(/^[a-z]{5,12}$/);

  it('is found wherever it is in a word', () => {
    fc.assert(
      fc.property(word, fc.nat(), fc.stringMatching(/^[a-z]$/), (text, n, letter) => {
        const at = n % (text.length - 1);
        const [head, x, y, tail] = [text.slice(0, at), text[at], text[at + 1], text.slice(at + 2)];
        const slips = (other: string) => other === text || slipBetween(text, other) !== undefined;
        expect(slips(`${head}${y}${x}${tail}`)).toBe(true);
        expect(slips(`${head}${y}${tail}`)).toBe(true);
        expect(slips(`${head}${letter}${y}${tail}`)).toBe(true);
        expect(slips(`${head}${letter}${x}${y}${tail}`)).toBe(true);
      }),
    );
  });

  it('is not two', () => {
    for (const [a, b] of [
      ['svensson', 'svenson2'],
      ['abcdef', 'bacdfe'],
      ['abcdef', 'abcd'],
      ['abcdef', 'cbadef'],
      ['abcdef', 'abcdef'],
    ] as const)
      expect(slipBetween(a, b), `${a} ${b}`).toBe(undefined);
  });
});

describe('Two phone numbers', () => {
  const shares = (a: string | null, b: string | null) =>
    compare(comparablePerson({ ...anna, phone_number: a }), { ...anna, phone_number: b })?.reasons.includes(
      'phone_number',
    );

  it.each([
    ['+46 70 123 45 67', '070-1234567'],
    ['0046701234567', '0701234567'],
    ['070/123.45.67', '70 123 45 67'],
  ])('%s and %s are one', (a, b) => expect([shares(a, b), shares(b, a)]).toEqual([true, true]));

  it.each([
    ['+46 70 123 45 67', '+46 70 123 45 68'],
    ['+46 70 123 45 67', '+47 70 123 45 67'],
    ['12345', '12345'],
    ['000000000', '000000000'],
    ['99999999', '99999999'],
    [null, null],
    ['none', 'none'],
  ])('%s and %s are not', (a, b) => expect([shares(a, b), shares(b, a)]).toEqual([false, false]));

  it('are compared with the alternative numbers, too', () => {
    expect(compared({ ...unlike, alt_phone_number: '0701234567' })?.reasons).toContain('phone_number');
    expect(phonesOf({ ...anna, alt_phone_number: '0046701234567' })).toHaveLength(1);
  });
});

describe('Day and month', () => {
  it.each([
    ['1984-03-02', '*19840203'],
    ['1984-12-01', '*19840112'],
    ['1984-03-13', null],
    ['1984-04-04', null],
    [null, null],
  ])('of %s are swapped to %s', (dob, term) => expect(swappedBirthTerm(dob)).toBe(term));
});

/** The comparison by its plain definition: everything of both. */
function fullComparison(a: Person, b: Person) {
  const name = [-2, 3, 4, 5][likenessOfNames(comparableName(a), comparableName(b))] as number;
  const dob = dobPoints(a.dob, b.dob);
  const phone_number = phonesOf(a).some((one) => phonesOf(b).some((other) => beginsOther(one, other))) ? 4 : 0;
  const agreeing = Object.entries({ name, dob, phone_number }).filter(([, points]) => points > 0);
  return { reasons: agreeing.map(([reason]) => reason), score: name + dob + phone_number };
}
const beginsOther = (a: string, b: string) => a.startsWith(b) || b.startsWith(a);
const swapped = (dob: string) => dob.replace(/-(..)-(..)$/, '-$2-$1');
function dobPoints(a: string | null, b: string | null) {
  if (a === null || b === null) return 0;
  if (a === b) return 4;
  return a === swapped(b) ? 2 : -2;
}

const phone = fc.constantFrom(
  ...['+46 70 123 45 67', '0701234567', '070-123 45 68', '12345', '99999999', '018-61 10 00, 0701234567', null, null],
);
const person = fc.record({
  name: fc.constantFrom(
    ...['Anna|Svensson', 'Anna|Svenssno', 'Anna|Svenson', 'Anna|Maria|Svensson', 'Svensson|Anna', 'Erik|Svensson'],
    ...['A.|Svensson', 'Jörg|Müller', 'Joerg|Mueller', '小明|王', 'Bo|'],
  ),
  phone_number: phone,
  alt_phone_number: phone,
  dob: fc.constantFrom('1984-03-02', '1984-02-03', '1984-03-13', '1991-11-30', null),
  id: fc.nat({ max: 11 }).map((n) => `p${n}`),
});
/** People who are nearly alike, some of them the same record. */
const people = fc
  .array(person, { minLength: 2, maxLength: 12 })
  .map((all) => all.map(({ name, ...each }) => ({ ...named(name), ...each, seq: Number(each.id.slice(1)) })));

describe('Who is likely the same', () => {
  it.each<[string, Partial<Person>]>([
    ['name and birth date', { phone_number: null }],
    ['name and birth date, another phone', { phone_number: unlike.phone_number }],
    ['name and phone', { dob: null }],
    ['name and phone, another birth date', { dob: unlike.dob }],
    ['name with swapped letters and phone, another birth date', { ...named('Anna|Svenssno'), dob: unlike.dob }],
    ['name with another letter and phone', { ...named('Anna|Svenson'), dob: null }],
    ['name and birth date with swapped day and month', { dob: '1984-02-03', phone_number: null }],
    ['phone and birth date, as twins have them', named('Erik|Svensson')],
  ])('has the same %s', (_, other) => expect(compared(other)).toBeDefined());

  it.each<[string, Partial<Person>]>([
    ['name', { phone_number: null, dob: null }],
    ['name, but another birth date and phone', unlike],
    ['phone and family name, as a family has them', { ...named('Erik|Svensson'), dob: unlike.dob }],
    ['phone and family name, birth date unknown', { ...named('Erik|Svensson'), dob: null }],
    ['phone and nearly the name, as a brother may have them', { ...named('Anna|Svenson'), dob: unlike.dob }],
    ['birth date and family name', { ...named('Erik|Svensson'), phone_number: null }],
    ['birth date', { ...named('Bo|Ek'), phone_number: null }],
  ])('has more than the same %s', (_, other) => expect(compared(other)).toBeUndefined());

  it('is ranked by how much agrees, then newest first, without the person', () => {
    const others = [
      named('Erik|Svensson'),
      { dob: unlike.dob },
      { phone_number: null },
      { phone_number: null },
      { ...named('Anna|Svenson') },
      {},
      { id: 'self' },
    ].map((other, i) => ({ ...anna, id: `p${i}`, seq: i, ...other }));
    const self = comparablePerson({ ...anna, id: 'self' });
    const found = likelySame(self, [...others, ...others], 20);
    expect(found.map(({ patient, score }) => [patient.id, score])).toEqual([
      ['p5', 13],
      ['p4', 11],
      ['p3', 9],
      ['p2', 9],
      ['p1', 7],
      ['p0', 6],
    ]);
    expect(likelySame(self, others, 2)).toHaveLength(2);
  });

  it('is who a comparison of everything with everyone finds', () => {
    const scores = new Set<number>();
    fc.assert(
      fc.property(people, fc.integer({ min: 1, max: 6 }), (all, max) => {
        const [self, ...others] = all as [(typeof all)[number], ...typeof all];
        // A patient who was found twice is the same record both times.
        const distinct = [...new Map(others.map((other) => [other.id, other])).values()];
        const expected = distinct
          .filter(({ id }) => id !== self.id)
          .map((patient) => ({ patient, ...fullComparison(self, patient) }))
          .filter(({ score }) => score >= 6)
          .sort((a, b) => b.score - a.score || b.patient.seq - a.patient.seq)
          .slice(0, max);
        for (const { score } of expected) scores.add(score);
        expect(likelySame(comparablePerson(self), [...distinct, ...distinct], max)).toEqual(expected);
      }),
      { numRuns: 3_000 },
    );
    expect([...scores].sort((a, b) => a - b)).toEqual([6, 7, 8, 9, 10, 11, 12, 13]);
  });

  it('is told without a look at the name where birth date and phone leave no chance', () => {
    const unread = { ...anna, ...unlike };
    Object.defineProperty(unread, 'first_name', {
      get: () => {
        throw new Error('The name was read');
      },
    });
    expect(compare(comparablePerson(anna), unread)).toBeUndefined();
  });
});

describe('A birth date of which less is known', () => {
  const born = (dob: string, dob_precision: Person['dob_precision'] = null) => ({ dob, dob_precision });

  it.each([
    ['that year', born('1984-01-01', 'year'), 1],
    ['that month', born('1984-03-01', 'month'), 2],
    ['another year', born('1985-01-01', 'year'), -2],
    ['another month', born('1984-04-01', 'month'), -2],
    ['its day', born('1984-03-02'), 4],
    ['a first of January', born('1984-01-01'), -2],
  ])('counts less for a day of %s, as it does the other way round', (_of, other, points) => {
    const rest = { name: 5, phone: 4 };
    const known: Person = { ...anna, ...other };
    expect(compare(comparablePerson(anna), known)?.score).toBe(rest.name + rest.phone + points);
    expect(compare(comparablePerson(known), anna)?.score).toBe(rest.name + rest.phone + points);
  });

  it('is enough with the same name, and with no other', () => {
    const year = { ...unlike, ...born('1984-01-01', 'year') };
    expect(compared(year)).toEqual({ reasons: ['name', 'dob'], score: 6 });
    expect(compared({ ...year, ...named('Anna|Svenssno') })).toBeUndefined();
    const both = comparablePerson({ ...anna, ...born('1984-01-01', 'year') });
    expect(compare(both, { ...anna, ...year })?.score).toBe(6);
  });
});

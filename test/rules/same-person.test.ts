import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparableName, LIKENESS, likenessOfNames, slipBetween } from '../../src/rules/same-name';
import { comparedWith, LIKELY, likelySame, type Person, phonesOf, swappedBirthTerm } from '../../src/rules/same-person';
import { anyText } from '../support/texts';

/** `given names|family name`, or `first|middle|last`. */
function named(text: string) {
  const parts = text.split('|');
  const [first_name = '', middle_name, last_name = ''] = parts.length === 3 ? parts : [parts[0], '', parts[1]];
  return { first_name, middle_name: middle_name || null, last_name };
}

const likeness = (a: string, b: string) => likenessOfNames(comparableName(named(a)), comparableName(named(b)));

const anna: Person = {
  ...named('Anna|Svensson'),
  phone_number: '+46 70 123 45 67',
  alt_phone_number: null,
  dob: '1984-03-02',
};
const unlike = { phone_number: '018 61 10 00', dob: '1991-11-30' };
const scoreOf = (other: Partial<Person>) => comparedWith(anna)({ ...anna, ...other }).score;
const reasonsOf = (other: Partial<Person>) => comparedWith(anna)({ ...anna, ...other }).reasons;

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
    comparedWith({ ...anna, phone_number: a })({ ...anna, phone_number: b }).reasons.includes('phone_number');

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
    expect(reasonsOf({ ...unlike, alt_phone_number: '0701234567' })).toContain('phone_number');
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
  ])('has the same %s', (_, other) => expect(scoreOf(other)).toBeGreaterThanOrEqual(LIKELY));

  it.each<[string, Partial<Person>]>([
    ['name', { phone_number: null, dob: null }],
    ['name, but another birth date and phone', unlike],
    ['phone and family name, as a family has them', { ...named('Erik|Svensson'), dob: unlike.dob }],
    ['phone and family name, birth date unknown', { ...named('Erik|Svensson'), dob: null }],
    ['phone and nearly the name, as a brother may have them', { ...named('Anna|Svenson'), dob: unlike.dob }],
    ['birth date and family name', { ...named('Erik|Svensson'), phone_number: null }],
    ['birth date', { ...named('Bo|Ek'), phone_number: null }],
  ])('has more than the same %s', (_, other) => expect(scoreOf(other)).toBeLessThan(LIKELY));

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
    const found = likelySame({ ...anna, id: 'self' }, [...others, ...others], 20);
    expect(found.map(({ patient, score }) => [patient.id, score])).toEqual([
      ['p5', 13],
      ['p4', 11],
      ['p3', 9],
      ['p2', 9],
      ['p1', 7],
      ['p0', 6],
    ]);
    expect(likelySame({ ...anna, id: 'self' }, others, 2)).toHaveLength(2);
  });
});

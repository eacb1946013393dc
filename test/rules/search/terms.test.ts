import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Searched, termsOf } from '../../../src/rules/search/terms';
import { termsOfPerson } from '../../support/search';
import { WORLD_PATIENTS } from '../../support/search-world';

describe('termsOf() a person', () => {
  it.each([
    [['Anna', null, 'Berg'], 'anna berg ~prk'],
    [['Jürgen', '', 'Müller'], 'juergen jurgen mueller muller ~arkn ~mlr'],
    [['Mary', undefined, "O'Brien"], 'brien mary obrien ~aprn ~prn'],
    [['Anne-Marie'], 'annemarie marie ~anmr'],
    [['Jean-Claude-Marie'], 'claudemarie jeanclaudemarie marie ~ankltmr ~kltmr'],
    [['Anne Marie'], 'anne annemarie marie ~anmr'],
    [['Joost', '', 'van der Berg'], 'berg der derberg joost van vanderberg ~fntrprk ~prk ~trprk'],
    [['Mary O Brien'], 'brien mary maryobrien obrien ~aprn ~mrprn ~prn'],
    [['Ana de la Cruz Vega'], 'ana cruz de la vega ~krs'],
    [['J.R.R.'], 'jrr r rr'],
    [['小明', '', '王'], '小明 小明王 王 王小明'],
    [['王小明', '', ''], '小明 明 王小明'],
    [['Maria', '', '王'], 'maria 王'],
    [['عبد الله', '', 'علي'], 'الله عبد عبدالله علي'],
    [['محمد بن عبد الله علي'], 'الله بن عبد عبدالله علي محمد'],
    [['', null, undefined, '🙂', "'"], ''],
  ])('%j are %j', (names, terms) => expect(termsOfPerson({ names }).join(' ')).toBe(terms));

  it('has the phone numbers backwards and the birth date', () => {
    const person = { names: ['Bo'], phones: ['+46 70-123 45 67', '08-11 22 33', null], dob: '1984-02-29' };
    expect(termsOf(person)).toEqual(['#3322118', '#76543210764', '*19840229', 'bo']);
  });
});

describe('termsOf() a thing', () => {
  it('has codes as one word and by their parts', () => {
    expect(termsOf({ codes: ['DE 77/0815', 'LAB-12'] })).toEqual(['0815', '12', '770815', 'de', 'de770815', 'lab12']);
  });

  it('has the words of texts, joined where a hyphen or the punctuation of a number joins them', () => {
    expect(termsOf({ texts: ['X-ray, 400/600 mg'] })).toEqual(['400600', '600', 'mg', 'ray', 'xray']);
  });

  it('has short runs of letters without spaces from each letter on, longer ones from the first', () => {
    expect(termsOf({ texts: ['心脏内科'] })).toEqual(['内科', '心脏内科', '科', '脏内科']);
    expect(termsOf({ texts: ['MRI检查'] })).toEqual(['mri检查', '查', '检查']);
    expect(termsOf({ texts: ['心'.repeat(17)] })).toEqual(['心'.repeat(17)]);
  });
});

describe('termsOf()', () => {
  it('cuts words to 40 code points', () => {
    expect(termsOf({ names: ['e'.repeat(41)] })).toEqual(['e'.repeat(40)]);
    expect(termsOf({ names: ['𠮷𠮶'.repeat(21)] })).toEqual(['吉𠮶'.repeat(20)]);
  });

  it('returns at most 400 terms, names first', () => {
    const texts = [Array.from({ length: 1000 }, (_, i) => `a${i}`).join(' ')];
    const found = termsOf({ names: ['Zorn'], codes: ['B-7'], texts });
    expect(found).toHaveLength(400);
    expect(found).toEqual(expect.arrayContaining(['zorn', 'b7']));
  });

  it('leaves out keys of sound first', () => {
    const person = { names: ['Hedvig Gabler'], texts: [Array.from({ length: 396 }, (_, i) => `a${i}`).join(' ')] };
    expect(termsOfPerson(person).filter((term) => term.startsWith('~'))).toEqual(['~kplr']);
  });
});

/** Terms per record of a generated hospital. */
function average(people: readonly Searched[]): number {
  return people.reduce((sum, person) => sum + termsOfPerson(person).length, 0) / people.length;
}

const mobile = fc.nat({ max: 99_999_999 }).map((number) => `+46 7${String(number).padStart(8, '0')}`);
const dob = fc
  .date({ min: new Date('1930-01-01'), max: new Date('2025-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** People with these first and last names, one phone number, a third of them with a second one. */
function hospital(first: fc.Arbitrary<string>, last: fc.Arbitrary<string>): Searched[] {
  const person = fc.record({
    names: fc.tuple(first, last),
    phones: fc.oneof({ arbitrary: fc.tuple(mobile), weight: 2 }, { arbitrary: fc.tuple(mobile, mobile), weight: 1 }),
    dob,
  });
  return fc.sample(person, { numRuns: 2000, seed: 9 });
}

const from = (...values: string[]) => fc.constantFrom(...values);
const mixed = (usual: fc.Arbitrary<string>, special: fc.Arbitrary<string>, share: number) =>
  fc.oneof({ arbitrary: usual, weight: 100 - share }, { arbitrary: special, weight: share });

describe('A patient has few terms', () => {
  const plainFirst = from('Anna', 'Erik', 'Maria', 'Omar', 'Ivan', 'Priya', 'John', 'Aisha');
  const plainLast = from('Svensson', 'Smith', 'Kowalski', 'Rossi', 'Petrov', 'Khan', 'Brown', 'Silva');
  const specialFirst = from('Anne-Marie', 'Jürgen', 'Søren', 'Jean-Paul', '小明', '철수', '太郎', 'عبد الله');
  const specialLast = from('Müller', "O'Brien", 'Ågård', 'Smith-Jones', 'Östlund', '王', '김', 'van der Berg');

  it.each([
    [
      'of a mixed city, a fifth with special names',
      mixed(plainFirst, specialFirst, 20),
      mixed(plainLast, specialLast, 20),
      6,
    ],
    [
      'in Spain, two family names each',
      mixed(plainFirst, from('María José', 'Juan Carlos'), 40),
      from('García López', 'Ruiz Gómez'),
      11,
    ],
    [
      'in Brazil',
      mixed(plainFirst, from('Ana Paula'), 50),
      mixed(plainLast, from('da Silva', 'Souza Lima', 'da Costa Reis'), 70),
      9,
    ],
    [
      'in Germany',
      mixed(plainFirst, from('Jürgen', 'Hans-Peter'), 30),
      mixed(plainLast, from('Müller', 'Schröder'), 30),
      7,
    ],
    ['in China', from('小明', '伟', '秀英'), from('王', '李', '欧阳'), 8],
    ['in Thailand', from('สมชาย', 'มาลี'), from('ใจดี', 'ชัยชนะ'), 8],
    ['in Myanmar', from('အောင် ဆန်း', 'စု စု'), from('ကြည်', 'မြင့်'), 8],
    [
      'in Saudi Arabia',
      mixed(from('محمد', 'فاطمة'), from('عبد الله', 'عبد الرحمن'), 40),
      from('الأحمد', 'آل سعود', 'أبو بكر'),
      8,
    ],
    ['whose names are all special', specialFirst, specialLast, 9],
  ])('%s', (_hospital, first, last, most) => expect(average(hospital(first, last))).toBeLessThanOrEqual(most));

  it('in the world of the search list', () => {
    const people = WORLD_PATIENTS.map(({ first_name, middle_name, last_name, phone_number, dob: birth }) => ({
      names: [first_name, middle_name, last_name],
      phones: [phone_number],
      dob: birth,
    }));
    expect(average(people)).toBeLessThanOrEqual(6);
  });
});

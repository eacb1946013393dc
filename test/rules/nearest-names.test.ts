import { describe, expect, it } from 'vitest';
import { nearestNames } from '../../src/rules/nearest-names';

const person = (name: string) => {
  const [first_name = '', last_name = '', middle_name = null] = name.split('; ');
  return { first_name, middle_name, last_name };
};
const ordered = (typed: string, names: string[]) =>
  nearestNames(typed, names.map(person)).map(({ first_name, last_name }) => `${first_name}; ${last_name}`);

describe('nearestNames()', () => {
  // The nearest first, none as near as another one
  it.each([
    ['Muler', ['Bo; Müller', 'Di; Moller', 'Ed; Mohlher']],
    ['Muler', ['Bo; Mueller', 'Di; Miller', 'Ed; Mohlher']],
    ['Domenik', ['Dominik; Berg', 'Dominic; Berg', 'Domingo; Berg']],
    ['Jonson', ['Bo; Johnson', 'Cy; Jensen', 'Ed; Jahnsen']],
    ['Katarina', ['Katharina; Berg', 'Catharina; Berg', 'Catherine; Berg']],
    ['Smidt', ['Bo; Schmidt', 'Cy; Zamudio']],
    ['Brega', ['Bo; Berga', 'Di; Bregun']],
    // All words count, each by the nearest of the person's words, of which it may be the beginning
    ['Muler Katarina', ['Katharina; Muller', 'Catherine; Muller', 'Gudrun; Muller']],
    ['Muler Kat', ['Katharina; Mueller', 'Karl; Mueller']],
    ['Anamarie', ['Anne-Marie; Koch', 'Anmarsa; Koch']],
    ['Vanderburg', ['Jo; van der Berg', 'Jo; Fontaroberto']],
    ['Marya', ['Bo; Ek; Maria', 'Bo; Lind; Miriam']],
  ])('orders those found by %j', (typed, names) => {
    const expected = names.map((name) => name.split('; ').slice(0, 2).join('; '));
    expect(ordered(typed, names)).toEqual(expected);
    expect(ordered(typed, names.toReversed())).toEqual(expected);
  });

  it('keeps the order of those that are equally near', () => {
    const names = ['A; Muller', 'B; Mueller', 'C; Müller', 'D; Muller'];
    expect(ordered('Muler', names)).toEqual(names);
    expect(ordered('Muler', names.toReversed())).toEqual(names.toReversed());
  });

  it('asks nothing of numbers, dates and other scripts', () => {
    for (const [rest, name] of [
      ['4567', '4567'],
      ['11 Aug 1950', 'Aug'],
      ['山田', '山田'],
    ]) {
      const names = [`${name}; Moller`, 'Ann; Mueller'];
      expect(ordered(`Muler ${rest}`, names)).toEqual(names.toReversed());
      expect(ordered(`${rest}`, names)).toEqual(names);
    }
  });

  it('has at most 20', () => {
    const names = Array.from({ length: 200 }, (_, i) => `Ann; M${'o'.repeat(1 + (i % 4))}ller`);
    const found = ordered('Muler', names);
    expect(found).toEqual(new Array(20).fill('Ann; Moller'));
  });

  /** Whether the one that is named as it was typed comes first, and not in the order in which they were found. */
  const compares = (typed: string, other: string, same: string) => ordered(typed, [other, same])[0] === same;
  // Near to none of the names.
  const WORDS = ['kato', 'belu', 'nido', 'rafi', 'gopa', 'sume', 'tiva', 'deko'].map((word) => word.repeat(3));

  it('compares eight typed words, and no more', () => {
    const typed = (before: number) => [...WORDS.slice(0, before), 'Muler'].join(' ');
    expect([7, 8].map((before) => compares(typed(before), 'Ann; Mohlher', 'Ann; Muler'))).toEqual([true, false]);
  });

  it('compares eight words of a person, one of them all first names together, and no more', () => {
    const first = (count: number) => WORDS.slice(0, count).join(' ');
    const isCompared = (count: number) => compares('Muler', `${first(count)}; Mohlher`, `${first(count)}; Muler`);
    expect([6, 7].map(isCompared)).toEqual([true, false]);
  });

  it('compares twenty letters of a word, and no more', () => {
    const word = (letters: number, last: string) => 'kalobenimurapotesigo'.slice(0, letters) + last;
    const isCompared = (letters: number) =>
      compares(word(letters, 'v'), `Ann; ${word(letters, 'z')}`, `Ann; ${word(letters, 'v')}`);
    expect([19, 20].map(isCompared)).toEqual([true, false]);
  });
});

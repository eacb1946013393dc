import { describe, expect, it } from 'vitest';
import { approximately } from '../../../src/rules/search/approximate';
import { criteriaOf } from '../../../src/rules/search/criteria';
import type { Searched } from '../../../src/rules/search/terms';
import { meets, PATIENTS, termsOfPerson } from '../../support/search';

const bySound = (search: string) => approximately(criteriaOf(search, PATIENTS));
const finds = (search: string, person: Searched) =>
  bySound(search)?.every((criterion) => meets(termsOfPerson(person), { PAT: 148 }, criterion));

const DIETER = { names: ['Dieter', 'Müller'], phones: ['070-123 45 67'], dob: '1984-02-29' };

describe('approximately()', () => {
  it.each([
    ['Muler', ['muler|~mlr']],
    ['Muler 1984', ['#4891|*1984|1984|muler1984|=EX-1984|=EX-muler1984', 'muler|=EX-muler1984|~mlr']],
    // Each word as one with those before it, too
    ['Marta Smit', ['marta|~mrt', 'smit|martasmit|~smt|~mrtsmt']],
    ["Muler'Smit", ['muler|mulersmit|~mlrsmt|~mlr', 'smit|mulersmit|~mlrsmt|~smt']],
    ['Smit Al', ['al|smital|~smtl', 'smit|~smt']],
  ])('adds keys of sound to the words of %j', (search, expected) => {
    const found = bySound(search)?.map(({ prefixes, terms }) => [...prefixes, ...terms].join('|'));
    expect(found?.toSorted()).toEqual(expected);
  });

  it.each(['', 'Al', 'Anna Li', '4567', '29.02.1984', 'PAT-148', '29 Feb 1984', 'محمد', '山田', 'Смирнов', '!'])(
    'is undefined for %j',
    (search) => expect(bySound(search)).toBeUndefined(),
  );

  it.each([
    ['Muler', true],
    ['Muler Diter', true],
    ['Diter Müler', true],
    ['Muler Diet', true],
    ['Muler 1984', true],
    ['Muler 1985', false],
    ['Muler 29 Feb 1984', true],
    ['Muler 4567', true],
    ['Muler 4568', false],
    ['Muler pat-148', true],
    ['Muler pat-149', false],
    ['Muler Walter', false],
    ['Muler Al', false],
    ['Miler', true],
    ['Muelelr', false],
  ])('finds Dieter Müller by %j: %j', (search, found) => expect(finds(search, DIETER)).toBe(found));

  it.each([
    ['Mary', "O'Brien", "O'Brian"],
    ['Mary', "O'Brien", 'Obrian'],
    ['Anne-Marie', 'Koch', 'Anamarie Koch'],
    ['Joost', 'van der Berg', 'van der Burg'],
    ['Joost', 'van der Berg', 'Vanderburg'],
    ['Carlo', 'De Luca', 'Deluka'],
    ['Domenico', 'Rossi', 'Rossi Domenik'],
  ])('finds %s %s by %j', (first, last, search) => expect(finds(search, { names: [first, last] })).toBe(true));

  it('leaves the criteria it was given as they are', () => {
    const criteria = criteriaOf('Muler', PATIENTS);
    approximately(criteria);
    expect(criteria).toEqual(criteriaOf('Muler', PATIENTS));
  });
});

import { describe, expect, it } from 'vitest';
import { fold } from '../../../src/rules/search/fold';
import { soundTerm } from '../../../src/rules/search/sound';
import { termsOf } from '../../../src/rules/search/terms';
import { termsOfPerson } from '../../support/search';

const keyOf = (name: string) => soundTerm(fold(name));

describe('soundTerm()', () => {
  it.each([
    ['Muler', '~mlr', ['Muller', 'Müller', 'Mueller', 'Moller', 'Miller']],
    ['Domenik', '~tmnk', ['Dominik', 'Dominic', 'Domenico', 'Domingo']],
    ['Jonson', '~ansn', ['Johnson', 'Jonsson', 'Jansson', 'Jensen']],
    ['Mohamad', '~mhmt', ['Mohammed', 'Muhammad', 'Mohamed', 'Mohameth']],
    ['Katarina', '~ktrn', ['Katharina', 'Catherine', 'Kathryn', 'Katrine']],
    ['Smit', '~smt', ['Schmidt', 'Smith', 'Smyth', 'Schmitt']],
    ['Gonzales', '~knsls', ['Gonzalez', 'González']],
    ['Hansen', '~hnsn', ['Hanson', 'Hanssen']],
    ['Agard', '~akrt', ['Ågård', 'Aagaard']],
    ['Kristian', '~krstn', ['Christian', 'Cristian', 'Krystian']],
    ['Mikael', '~mkl', ['Michael', 'Micheal']],
    ['Sharlote', '~srlt', ['Charlotte', 'Scharlotte']],
    ['Schultz', '~sls', ['Schulz', 'Schulze', 'Shulz']],
    ['Stefen', '~stfn', ['Stephen', 'Steven', 'Stefan']],
    ['Laksmi', '~lksm', ['Lakshmi', 'Laxmi']],
    ['Ekaterina', '~aktrn', ['Yekaterina', 'Jekaterina']],
    ['Noack', null, ['Anna', 'Li', 'Jan', 'Ahmed', 'Yusuf', 'Maja', 'Noah']],
    ['Смирнов', null, ['Παπαδόπουλος', 'محمد', '山田太郎', 'Louis14', '12345', '#76543', '', "o'brien"]],
  ])('makes of %j %j, as of %j', (name, key, others) => {
    for (const one of [name, ...others]) expect(keyOf(one), one).toBe(key);
  });

  it('keeps apart what sounds different', () => {
    for (const [one, other] of [
      ['Muller', 'Mahler-Berg'],
      ['Hansen', 'Anson'],
      ['Mohamed', 'Mamoud'],
      ['Martin', 'Marin'],
    ] as const)
      expect(keyOf(one), one).not.toBe(keyOf(other));
  });

  it('is no longer than any term', () => {
    expect(soundTerm('x'.repeat(40))).toBe(`~${'ks'.repeat(20).slice(0, 39)}`);
  });
});

describe('The keys of a person', () => {
  it('are those of each name, each once', () => {
    const keys = termsOfPerson({ names: ['Jürgen-Peter', 'Peter', 'Müller'] }).filter((term) => term.startsWith('~'));
    expect(keys).toEqual(['~arknptr', '~mlr', '~ptr']);
  });

  it('are made of no code and no text', () => {
    expect(termsOf({ codes: ['Muller'], texts: ['Muller'] })).toEqual(['muller']);
  });
});

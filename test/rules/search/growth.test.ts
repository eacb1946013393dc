import { expect, it } from 'vitest';
import { criteriaOf } from '../../../src/rules/search/criteria';
import { termsOf } from '../../../src/rules/search/terms';
import { cpuTime, fastest } from '../../support/fastest';
import { PATIENTS } from '../../support/search';

/** Of a value of a FHIR search in a URL; a record's text has 4,000 at most. */
const LENGTH = 60_000;
const wordsOf = (length: number) => Array.from({ length: length / 5 }, (_, i) => `w${i.toString(36)}`).join(' ');

const timeOf = (text: string) =>
  fastest(() => {
    criteriaOf(text, PATIENTS);
    termsOf({ names: [text], codes: [text], texts: [text], phones: [text] });
  }, cpuTime);

it.each<[what: string, textOf: (length: number) => string]>([
  ['separators', (length) => ' '.repeat(length)],
  ['spaces before a number', (length) => `${' '.repeat(3 * length)}1234567`],
  ['different words', wordsOf],
  ['words that apostrophes join', (length) => wordsOf(length).replaceAll(' ', "'")],
  ['words that hyphens join', (length) => wordsOf(length).replaceAll(' ', '-')],
  ['different numbers', (length) => Array.from({ length: length / 5 }, (_, i) => 1000 + i).join(' ')],
  ['one number in many groups', (length) => '1 '.repeat(length / 2)],
  ['registration numbers', (length) => 'PAT 1 '.repeat(length / 6)],
  ['dates', (length) => '1 Jan 1984 '.repeat(length / 11)],
])('A text of %s takes no longer than it is long', async (_, textOf) => {
  // Four times the length takes four times as long, where it grows with the square 16 times. Less than 50 ms say nothing.
  const quarter = Math.max(await timeOf(textOf(LENGTH / 4)), 50);
  expect(await timeOf(textOf(LENGTH))).toBeLessThan(8 * quarter);
});

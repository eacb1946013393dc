import { expect, it } from 'vitest';
import { criteriaOf } from '../../../src/rules/search/criteria';
import { termsOf } from '../../../src/rules/search/terms';
import { fastest } from '../../support/fastest';
import { PATIENTS } from '../../support/search';

/** Of a value of a FHIR search in a URL; a record's text has 4,000 at most. */
const LENGTH = 60_000;
const words = Array.from({ length: LENGTH / 5 }, (_, i) => `w${i.toString(36)}`).join(' ');

it.each([
  ['separators', ' '.repeat(LENGTH)],
  ['spaces before a number', `${' '.repeat(3 * LENGTH)}1234567`],
  ['different words', words],
  ['words that apostrophes join', words.replaceAll(' ', "'")],
  ['words that hyphens join', words.replaceAll(' ', '-')],
  ['different numbers', Array.from({ length: LENGTH / 5 }, (_, i) => 1000 + i).join(' ')],
  ['one number in many groups', '1 '.repeat(LENGTH / 2)],
  ['registration numbers', 'PAT 1 '.repeat(LENGTH / 6)],
  ['dates', '1 Jan 1984 '.repeat(LENGTH / 11)],
])('A text of %s takes no longer than it is long', async (_, text) => {
  const took = await fastest(() => {
    criteriaOf(text, PATIENTS);
    termsOf({ names: [text], codes: [text], texts: [text], phones: [text] });
  });
  expect(took).toBeLessThan(1000);
});

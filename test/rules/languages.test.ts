import { expect, test } from 'vitest';
import { languageOf } from '../../src/rules/languages';

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['AR-eg', 'ar'],
  ['en-GB', 'en'],
  ['den', 'ar'],
  ['fr', 'ar'],
  ['', 'ar'],
  [null, 'ar'],
  [undefined, 'ar'],
] as const)('%s is written to in %s, where the hospital writes Arabic', (tag, language) => {
  expect(languageOf(tag, 'ar')).toBe(language);
});

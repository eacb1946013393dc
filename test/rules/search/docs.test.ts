import { describe, expect, it } from 'vitest';
import page from '../../../docs/search.md?raw';
import { termsOf } from '../../../src/rules/search/terms';
import { finds, PATIENTS } from '../../support/search';

/** The rows of the table of examples: record, search, yes or no. */
const examples = [...page.matchAll(/^\| ([^|`]+;[^|`]*) \| `(.+)` \| (yes|no) \|/gm)].map(
  ([, record = '', search = '', found = '']): [string, string, string] => [record, search, found],
);

describe('docs/search.md', () => {
  it('has examples of every kind', () => {
    const rows = page
      .split('## Examples')[1]
      ?.split('## ')[0]
      ?.match(/^\| .* \| (yes|no) \|/gm);
    expect(examples.length).toBeGreaterThan(50);
    expect(examples.length).toBe(rows?.length);
  });

  it.each(examples)('%j by %j: %s', (record, search, found) => {
    const [first, last, phone, dob] = record.split(';').map((part) => part.trim());
    const terms = termsOf({ names: [first, last], phones: [phone], dob });
    expect(finds(search, PATIENTS, terms, { PAT: 148 })).toBe(found === 'yes');
  });
});

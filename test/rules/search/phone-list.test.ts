import { describe, expect, it } from 'vitest';
import { dialable } from '../../../clients/typescript/src/dialable';
import { termsOf } from '../../../src/rules/search/terms';
import { PHONES } from '../../support/phones';
import { finds, PATIENTS } from '../../support/search';

const isFound = (field: string, search: string) => finds(search, PATIENTS, termsOf({ phones: [field] }));

describe.each(PHONES)('A field of telephone numbers: $field', ({ field, dials, by, notBy = [] }) => {
  it('has links that dial what is meant, or none', () => {
    expect(dialable(field).map(({ href }) => href)).toEqual(dials);
  });

  it('is found by whoever types one of its numbers, as by what its links dial', () => {
    const dialled = dials.map((href) => href.replace(/^tel:|;.*$/g, ''));
    for (const search of [...by, ...dialled]) expect(isFound(field, search), search).toBe(true);
    for (const search of notBy) expect(isFound(field, search), search).toBe(false);
  });
});

describe('dialable()', () => {
  it('says what is written of a number: all of the field where there is but one', () => {
    const texts = (field: string) => dialable(field).map(({ text }) => text);
    expect(texts(' mobile: ٠٥٠-١٢٣٤٥٥٥ (mother) ')).toEqual(['mobile: ٠٥٠-١٢٣٤٥٥٥ (mother)']);
    expect(texts('608-271-9000 x11 / (608) 271-9001')).toEqual(['608-271-9000 x11', '(608) 271-9001']);
    expect([dialable(null), dialable(undefined)]).toEqual([[], []]);
  });

  it('takes no time to speak of for hostile texts', () => {
    for (const part of ['1', '1 ', '1/', '+', '(1', '1x', '1-800-', 'a1', '1;ext=']) dialable(part.repeat(20_000));
  });
});

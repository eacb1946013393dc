import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prefixRange, queryWords, terms, words } from '../../src/rules/search';
import { anyText, codePoints, compareBytes } from '../support/texts';

const WORD = /^[\p{L}\p{N}]+$/u;

function inRange(term: string, word: string): boolean {
  const [lo, hi] = prefixRange(word);
  return compareBytes(term, lo) >= 0 && compareBytes(term, hi) < 0;
}

/** What the database does with a search: every word of it must be the start of a term. */
function finds(search: string, values: (string | null)[]): boolean {
  const indexed = terms(values);
  return queryWords(search).every((word) => indexed.some((term) => inRange(term, word)));
}

describe('terms()', () => {
  it('returns the distinct words in order, and texts with digits also as one word', () => {
    expect(terms(['PAT-00000001', 'Anna Müller', null, undefined, 'anna', ''])).toEqual([
      '00000001',
      'anna',
      'muller',
      'pat',
      'pat00000001',
    ]);
    expect(terms(['+46 70-123 45 67'])).toContain('46701234567');
    expect(terms(['Anna-Karin Berg'])).toEqual(['anna', 'berg', 'karin']);
    expect(terms(['007'])).toEqual(['007']);
    expect(terms([])).toEqual([]);
  });

  it('cuts words to 40 code points', () => {
    expect(terms(['x'.repeat(41)])).toEqual(['x'.repeat(40)]);
    expect(terms(['𠮷'.repeat(41)])).toEqual(['𠮷'.repeat(40)]);
    expect(terms(['𠮷'.repeat(40)])).toEqual(['𠮷'.repeat(40)]);
  });

  it('returns at most 400 terms, those of the first values', () => {
    const long = Array.from({ length: 1000 }, (_, i) => `a${i}`).join(' ');
    const found = terms(['Zorn', 'INV-00000007', long]);
    expect(found).toHaveLength(400);
    expect(found).toEqual(expect.arrayContaining(['zorn', 'inv', '00000007', 'inv00000007']));
  });

  it('returns only letters and digits, in order, whatever the values', () => {
    fc.assert(
      fc.property(fc.array(fc.option(anyText)), (values) => {
        const found = terms(values);
        expect(found).toEqual([...new Set(found)].sort());
        for (const term of found) {
          expect(term).toMatch(WORD);
          expect([...term].length).toBeLessThanOrEqual(40);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('returns only letters and digits for every code point', () => {
    const wrong = [...codePoints()].filter((char) => terms([char]).some((term) => !WORD.test(term)));
    expect(wrong).toEqual([]);
  });
});

describe('queryWords()', () => {
  it.each([
    ['PAT-00000001', ['00000001', 'pat']],
    ['anna ann An annika', ['annika', 'anna']],
    ['Anna ANNA ánna', ['anna']],
    ['😀 !', []],
    ['', []],
    ['x'.repeat(50), ['x'.repeat(40)]],
  ])('splits %j into %j', (search, expected) => expect(queryWords(search)).toEqual(expected));

  it('returns the 8 longest words', () => {
    const found = queryWords('a bb ccc dddd eeeee ffffff ggggggg hhhhhhhh iiiiiiiii jjjjjjjjjj');
    expect(found).toHaveLength(8);
    expect(found[0]).toBe('jjjjjjjjjj');
    expect(found[7]).toBe('ccc');
  });

  it('leaves out only prefixes of other words from a short search', () => {
    const short = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'é', '1', '漢', '𠮷'), maxLength: 4 }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(short, (parts) => {
        const found = queryWords(parts.join(' '));
        for (const word of words(parts.join(' '))) expect(found.filter((w) => w.startsWith(word))).not.toEqual([]);
        for (const word of found) expect(found.filter((w) => w.startsWith(word))).toEqual([word]);
        expect(found.map((w) => w.length)).toEqual(found.map((w) => w.length).sort((a, b) => b - a));
      }),
    );
  });
});

describe('A search', () => {
  const patient = ['PAT-00000001', 'Zoë', 'Østergård-Müller', '+46 70-123 45 67', null];

  it.each([
    'PAT-00000001',
    'pat00000001',
    '00000001',
    'pat-0000',
    '+46701234567',
    '4670123',
    '+46 70-123 45 67',
    'zoe OSTER mull',
    'østergård',
    '',
    '👍',
  ])('for %j finds the patient', (search) => expect(finds(search, patient)).toBe(true));

  it.each(['PAT-00000002', 'ller', 'zoe smith', '701234567', 'zoex'])('for %j does not find the patient', (search) =>
    expect(finds(search, patient)).toBe(false),
  );

  it('for any value of a record, or the start of one, finds the record', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 5 }), fc.nat(), (values, index) => {
        for (const value of values) {
          expect(finds(value, values)).toBe(true);
          const word = words(value)[0];
          if (word) expect(finds([...word].slice(0, 1 + (index % word.length)).join(''), values)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('prefixRange()', () => {
  const letters = fc.constantFrom('a', 'z', '0', '9', 'é', 'я', '漢', '가', '\uFFDC', '𐐷', '𠮷', '\u{323AF}');
  const word = fc.string({ unit: letters, minLength: 1, maxLength: 4 });

  it('contains exactly the terms that start with the word', () => {
    fc.assert(
      fc.property(word, word, fc.boolean(), (prefix, rest, extend) => {
        const term = extend ? prefix + rest : rest;
        expect(inRange(term, prefix)).toBe(term.startsWith(prefix));
      }),
      { numRuns: 2000 },
    );
  });

  it('contains the word and its continuations by any letter or digit, but no neighbors', () => {
    const missing = [...codePoints()].filter((char) => WORD.test(char) && !inRange(`ab${char}`, 'ab'));
    expect(missing).toEqual([]);
    expect(inRange('ab', 'ab')).toBe(true);
    for (const other of ['a', 'aa', 'aaz', 'ac', 'b', 'é', 'a\u{323AF}']) expect(inRange(other, 'ab')).toBe(false);
  });
});

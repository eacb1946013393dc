import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Asked, askedTag, askedWord, FORMS, searchFor } from '../../src/db/search/asked';
import { termsOf } from '../../src/rules/search/terms';
import { codePoints, compareBytes } from '../support/texts';

const word = (prefix: string) => askedWord({ prefixes: [prefix], terms: [], numbers: {}, word: prefix }, ['patient']);

const isIn = (ranges: Asked['ranges'], term: string, kind = 'patient') =>
  ranges.some(([of, from, to]) => of === kind && compareBytes(term, from) >= 0 && compareBytes(term, to) < 0);

/** As SQLite looks for a needle in the JSON of a row's terms. */
const hasNeedle = ({ needles }: Asked, terms: readonly string[]) =>
  needles.some((needle) => JSON.stringify(terms).includes(needle));

const letters = fc.constantFrom('a', 'z', '0', '9', 'é', 'я', 'ा', '漢', '가', '\uFFDC', '𐐷', '𠮷', '\u{323AF}');
const text = fc.string({ unit: letters, minLength: 1, maxLength: 4 });

describe('A word of a search', () => {
  it('has the range of exactly the terms that begin with it, and a needle that agrees', () => {
    fc.assert(
      fc.property(text, text, fc.boolean(), (prefix, rest, extend) => {
        const term = extend ? prefix + rest : rest;
        expect(isIn(word(prefix).ranges, term)).toBe(term.startsWith(prefix));
        expect(hasNeedle(word(prefix), ['other', term])).toBe(term.startsWith(prefix) || 'other'.startsWith(prefix));
      }),
      { numRuns: 2000 },
    );
  });

  it('has a range that holds its continuation by any letter, mark or digit', () => {
    const missing = [...codePoints()].filter(
      (char) => /[\p{L}\p{M}\p{N}]/u.test(char) && !isIn(word('ab').ranges, `ab${char}`),
    );
    expect(missing).toEqual([]);
  });

  it('separates the word itself from the others that begin with it', () => {
    const { ranges, others } = word('maria');
    expect([isIn(ranges, 'maria'), isIn(others, 'maria')]).toEqual([true, false]);
    for (const longer of ['maria0', 'mariana', 'mariaा', 'maria\u{323AF}']) expect(isIn(others, longer)).toBe(true);
  });

  it('counts the words of another kind among the others', () => {
    const asked = askedWord({ prefixes: ['maria'], terms: [], numbers: {}, word: 'maria' }, ['invoice', 'patient']);
    expect([isIn(asked.others, 'maria', 'invoice'), isIn(asked.others, 'maria', 'patient')]).toEqual([false, true]);
  });

  it('finds a whole term, and no longer one', () => {
    const asked = askedWord({ prefixes: [], terms: ['*19840229'], numbers: {}, word: '*19840229' }, ['patient']);
    expect(['*19840229', '*198402290', '*1984022'].map((term) => isIn(asked.ranges, term))).toEqual([
      true,
      false,
      false,
    ]);
    expect([['*19840229'], ['*198402290']].map((terms) => hasNeedle(asked, terms))).toEqual([true, false]);
    expect(asked.others).toEqual([]);
  });

  it('never has a needle in the terms of a record that does not begin with it', () => {
    const terms = termsOf({ names: ["O'Brien-Ågård", '王小明'], phones: ['+46 70 123 45 67'], dob: '1984-02-29' });
    for (const term of terms) expect(hasNeedle(word(term.slice(1)), [term])).toBe(term.startsWith(term.slice(1)));
  });
});

describe('A tag of a search', () => {
  it.each(['a', 'a"b', 'a,b', 'ü\\', '漢'])('has the range of exactly this tag: %j', (tag) => {
    const { ranges } = askedTag(tag, 'invoice:tag');
    expect(isIn(ranges, tag, 'invoice:tag')).toBe(true);
    for (const other of [`${tag}a`, `${tag} `, tag.slice(1), `a${tag}`]) {
      expect(isIn(ranges, other, 'invoice:tag'), other).toBe(other === tag);
    }
  });
});

describe('The form of a search', () => {
  it('is one of few, whatever is searched for', () => {
    expect(FORMS).toHaveLength(8);
    for (let n = 1; n <= 9; n++) {
      const { form, asked } = searchFor(Array.from({ length: n }, () => word('a')));
      expect(FORMS).toContainEqual(form);
      const { criteria, checks } = JSON.parse(asked);
      expect([criteria.length, checks.length]).toEqual([n, form.words]);
      for (const filled of checks.slice(n)) expect(hasNeedle(filled, [])).toBe(true);
    }
  });
});

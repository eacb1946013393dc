import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, prefixRange, queryWords, terms, words } from '../../src/search';

const anyText = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
const WORD = /^[\p{L}\p{N}]+$/u;

/** Every code point but surrogates and the planes that are unassigned or for private use. */
function* codePoints(): Generator<string> {
  for (let code = 0; code <= 0xeffff; code++) {
    const idle = code >= 0x40000 && code < 0xe0000;
    if (!idle && (code < 0xd800 || code > 0xdfff)) yield String.fromCodePoint(code);
  }
}

/** Order of the UTF-8 bytes, as SQLite's BINARY collation compares text. */
function compareBytes(a: string, b: string): number {
  const [x, y] = [new TextEncoder().encode(a), new TextEncoder().encode(b)];
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    const difference = (x[i] ?? 0) - (y[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return x.length - y.length;
}

function inRange(term: string, word: string): boolean {
  const [lo, hi] = prefixRange(word);
  return compareBytes(term, lo) >= 0 && compareBytes(term, hi) < 0;
}

/** What the database does with a query: every word a prefix of some term. */
function finds(search: string, values: (string | null)[]): boolean {
  const indexed = terms(values);
  return queryWords(search).every((word) => indexed.some((term) => inRange(term, word)));
}

describe('fold', () => {
  it.each([
    ['Müller', 'muller'],
    ['ÅNGSTRÖM', 'angstrom'],
    ['Mu\u0308ller', 'muller'],
    ['Straße STRAẞE', 'strasse strasse'],
    ['Ærø ŒUVRE', 'aero oeuvre'],
    ['Øystein Łukasz Đorđe', 'oystein lukasz dorde'],
    ['Ǿ', 'o'],
    ['Þór Guðrún', 'thor gudrun'],
    ['İstanbul ISPARTA ısparta', 'istanbul isparta isparta'],
    ['ΟΔΥΣΣΕΥΣ Οδυσσεύς', 'οδυσσευσ οδυσσευσ'],
    ['ＡＢＣ１２３', 'abc123'],
    ['ﬁ ™ ²', 'fi tm 2'],
    ['Nguyễn Văn Đức', 'nguyen van duc'],
    ['Ёлкин', 'елкин'],
    ['مُحَمَّد', 'محمد'],
    ['漢字', '漢字'],
    ['', ''],
  ])('of %j is %j', (text, folded) => expect(fold(text)).toBe(folded));

  it('is idempotent for every code point', () => {
    const unstable = [...codePoints()].filter((char) => fold(fold(char)) !== fold(char));
    expect(unstable).toEqual([]);
  });

  it('is idempotent for every text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('does not depend on the form in which accents are written', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fold(text.normalize('NFC'))).toBe(fold(text.normalize('NFD')));
      }),
    );
  });

  it('treats lower and upper case letters of European names alike', () => {
    const letters =
      'abcdefghijklmnopqrstuvwxyzàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿßāăąćčďđēęěğġģīįıķļłńňőœřśşšťţūůűźżžабвгдеёж';
    for (const letter of letters) expect(fold(letter.toUpperCase()), letter).toBe(fold(letter));
  });
});

describe('words', () => {
  it.each([
    ['PAT-00000001', ['pat', '00000001']],
    ['+46 70-123 45 67', ['46', '70', '123', '45', '67']],
    ["O'Brien, Séan", ['o', 'brien', 'sean']],
    ['  ', []],
    ['😀👩🏽‍⚕️ --- !', []],
    ['山田 太郎', ['山田', '太郎']],
    ['שרה כהן', ['שרה', 'כהן']],
    ['\u202Bمحمد علي\u202C', ['محمد', 'علي']],
    ['lone \uD800 surrogate', ['lone', 'surrogate']],
    ['a%_*\'"\\b', ['a', 'b']],
  ])('of %j are %j', (text, expected) => expect(words(text)).toEqual(expected));
});

describe('terms', () => {
  it('are the distinct sorted words, numbers also joined', () => {
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

  it('are cut to 40 code points', () => {
    expect(terms(['x'.repeat(41)])).toEqual(['x'.repeat(40)]);
    expect(terms(['𠮷'.repeat(41)])).toEqual(['𠮷'.repeat(40)]);
    expect(terms(['𠮷'.repeat(40)])).toEqual(['𠮷'.repeat(40)]);
  });

  it('are at most 400, of the first values', () => {
    const long = Array.from({ length: 1000 }, (_, i) => `a${i}`).join(' ');
    const found = terms(['Zorn', 'INV-00000007', long]);
    expect(found).toHaveLength(400);
    expect(found).toEqual(expect.arrayContaining(['zorn', 'inv', '00000007', 'inv00000007']));
  });

  it('hold only letters and digits, sorted, whatever the values', () => {
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

  it('hold only letters and digits for every code point', () => {
    const wrong = [...codePoints()].filter((char) => terms([char]).some((term) => !WORD.test(term)));
    expect(wrong).toEqual([]);
  });
});

describe('queryWords', () => {
  it.each([
    ['PAT-00000001', ['00000001', 'pat']],
    ['anna ann An annika', ['annika', 'anna']],
    ['Anna ANNA ánna', ['anna']],
    ['😀 !', []],
    ['', []],
    ['x'.repeat(50), ['x'.repeat(40)]],
  ])('of %j are %j', (search, expected) => expect(queryWords(search)).toEqual(expected));

  it('are the 8 longest', () => {
    const found = queryWords('a bb ccc dddd eeeee ffffff ggggggg hhhhhhhh iiiiiiiii jjjjjjjjjj');
    expect(found).toHaveLength(8);
    expect(found[0]).toBe('jjjjjjjjjj');
    expect(found[7]).toBe('ccc');
  });

  it('are prefixes of none of each other, and imply every word of a short query', () => {
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

describe('a search', () => {
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

  it.each(['PAT-00000002', 'ller', 'zoe smith', '701234567', 'zoex'])('for %j does not', (search) =>
    expect(finds(search, patient)).toBe(false),
  );

  it('for any of its own values, or the start of one, finds a record', () => {
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

describe('prefixRange', () => {
  const letters = fc.constantFrom('a', 'z', '0', '9', 'é', 'я', '漢', '가', '\uFFDC', '𐐷', '𠮷', '\u{323AF}');
  const word = fc.string({ unit: letters, minLength: 1, maxLength: 4 });

  it('holds exactly the terms that start with the word', () => {
    fc.assert(
      fc.property(word, word, fc.boolean(), (prefix, rest, extend) => {
        const term = extend ? prefix + rest : rest;
        expect(inRange(term, prefix)).toBe(term.startsWith(prefix));
      }),
      { numRuns: 2000 },
    );
  });

  it('holds the word itself and every letter or digit after it, and nothing that only sorts near', () => {
    const missing = [...codePoints()].filter((char) => WORD.test(char) && !inRange(`ab${char}`, 'ab'));
    expect(missing).toEqual([]);
    expect(inRange('ab', 'ab')).toBe(true);
    for (const other of ['a', 'aa', 'aaz', 'ac', 'b', 'é', 'a\u{323AF}']) expect(inRange(other, 'ab')).toBe(false);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, words } from '../../src/rules/search';
import { anyText, codePoints } from '../support/texts';

describe('fold()', () => {
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
  ])('turns %j into %j', (text, folded) => expect(fold(text)).toBe(folded));

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

  it('does not depend on the normal form of accents', () => {
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

describe('words()', () => {
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
  ])('splits %j into %j', (text, expected) => expect(words(text)).toEqual(expected));
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../../src/rules/search/fold';
import { anyText, codePoints } from '../../support/texts';

describe('fold()', () => {
  it.each([
    ['Müller ÅNGSTRÖM', 'muller angstrom'],
    ['Mu\u0308ller', 'muller'],
    ['Straße STRAẞE', 'strasse strasse'],
    ['Ærø ŒUVRE Ǿ', 'aero oeuvre o'],
    ['Øystein Łukasz Đorđe Ħ Ŧ Ǥ Ɨ Ʉ', 'oystein lukasz dorde h t g i u'],
    ['Þór Guðrún', 'thor gudrun'],
    ['Ɓ Ɗ Ƙ Ɲ Ŋ Ə Ɛ Ɔ Ɖ Ƒ Ɣ Ʋ Ƴ Ɩ Ʊ', 'b d k n n e e o d f g v y i u'],
    ['İstanbul ISPARTA ısparta', 'istanbul isparta isparta'],
    ['ΟΔΥΣΣΕΥΣ Οδυσσεύς', 'οδυσσευσ οδυσσευσ'],
    ['Nguyễn Văn Đức Ơ Ư', 'nguyen van duc o u'],
    ['Ёлкин Йод Қазақ', 'елкин иод казак'],
    ['ＡＢＣ１２３ ﬁ ™ ²', 'abc123 fi tm 2'],
    ['ﾊﾅｺ ハナコ ｶﾞ ガ か\u3099', 'はなこ はなこ が が が'],
    ['キャット ラーメン ヴ', 'きやつと らーめん ゔ'],
    ['강 \u1100\u1161\u11bc', '강 강'],
    ['مُحَمَّد أإآٱا ؤئ', 'محمد ااااا وي'],
    ['فاطمة مصطفى کریمی ہھۃ', 'فاطمه مصطفي كريمي ههه'],
    ['שָׁלוֹם ךםןףץ', 'שלומ כמנפצ'],
    ['राम रीमा क्षत्रिय', 'राम रीमा क्षत्रिय'],
    ['फ़ क़ ड़ चाँद', 'फ क ड\u093c चांद'],
    ['แก้ว ນ້ຳ ខ្ញុំ ကြည်', 'แก้ว ນ້ໍາ ខ្ញុំ ကြည်'],
    ['髙橋 漢字', '高橋 漢字'],
    ['kon\u00adstan\u200dtin\ufeff', 'konstantin'],
    ['', ''],
  ])('turns %j into %j', (text, folded) => expect(fold(text)).toBe(folded.normalize('NFC')));

  it.each([
    ['か', 'が'],
    ['は', 'ぱ'],
    ['राम', 'रीमा'],
    ['রহিম', 'রাহিম'],
    ['กา', 'กี'],
    ['ड', 'ड़'],
    ['গ', 'ঘ'],
    ['і', 'и'],
    ['가', '강'],
    ['ي', 'ب'],
    ['u', 'ue'],
  ])('keeps %j and %j apart', (one, other) => expect(fold(one)).not.toBe(fold(other)));

  it('turns the digits of every script into ASCII digits', () => {
    const digits = [...codePoints()].filter((char) => /\p{Nd}/u.test(char));
    expect(digits.length).toBeGreaterThan(600);
    // Unicode encodes digits in runs of ten.
    const values = digits.map((char) => fold(char)).join('');
    expect(values).toBe('0123456789'.repeat(digits.length / 10));
  });

  it('leaves no stroke or hook on a Latin letter of an alphabet', () => {
    const letters = 'ÀÉÎÕÜÇÑŠŽĄĘŁŃŚŹŻĐĦŁØŦƁƇƊƑƓƘƝƤƬƲƳǤȺȻɃɆɈɌɎⱣⱤⱧⱩⱫꞪ';
    for (const letter of letters) expect(fold(letter), letter).toMatch(/^[a-z]$/);
  });

  it('is idempotent for every code point', () => {
    expect([...codePoints()].filter((char) => fold(fold(char)) !== fold(char))).toEqual([]);
  });

  it('is idempotent for every text and the same for each of its normal forms', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fold(fold(text))).toBe(fold(text));
        expect(fold(text.normalize('NFC'))).toBe(fold(text.normalize('NFD')));
      }),
      { numRuns: 2000 },
    );
  });

  it('is the same for ASCII alone, which takes a shorter way, and beside another letter', () => {
    const ascii = fc.string({
      unit: fc.constantFrom(...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))),
    });
    fc.assert(
      fc.property(ascii, (text) => {
        expect(`${fold(text)}a`).toBe(fold(`${text}\u00e5`));
      }),
    );
  });

  it('treats upper and lower case alike in every script', () => {
    const different = [...codePoints()].filter(
      (char) =>
        fold(char.toUpperCase()) !== fold(char) && /\p{L}/u.test(char) && char.toUpperCase().toLowerCase() === char,
    );
    expect(different).toEqual([]);
  });
});

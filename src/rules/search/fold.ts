// One form for the spellings that searches treat as equal; records and searches are folded alike: docs/search.md, "Letters".
import { ACCENTS, APOSTROPHES, DROPPED, PLAIN_LETTERS, SECOND_SPELLINGS } from './letters';

const MAPPED = new RegExp(`[${[...PLAIN_LETTERS.keys()].join('')}]`, 'gu');
const TWO_SPELLINGS = new RegExp([...SECOND_SPELLINGS.keys()].join('|'), 'gu');

/** Katakana lie 0x60 above the hiragana of the same sound. */
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g;

/** These five occur in loan words only, where many leave the dot out; it stays in ड़ and ढ़, which are other sounds. */
const LOAN_NUKTA = /([कखगजफ])\u093c/g;

/** Most texts and words have only these characters, and need no look-up. */
const PRINTABLE_ASCII = /^[ -~]*$/;
const ASCII_WORD = /^[a-z0-9]*$/;
const DIGIT = /\p{Nd}/u;
const FOREIGN_DIGIT = /[^\P{Nd}0-9]/gu;

/** Unicode encodes digits in runs of ten, from zero to nine. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(point - before - 1))) before++;
  return String(before % 10);
}

/** Lower case, without width variants, invisible characters and kinds of apostrophes; accents are characters of their own. */
export function normalized(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text.toLowerCase().replace(APOSTROPHES, "'");
  return text
    .normalize('NFD')
    .replace(APOSTROPHES, "'") // before NFKD, which turns some of them into a space and an accent
    .replace(/[゛゜]/g, (mark) => (mark === '゛' ? '\u3099' : '\u309a')) // likewise
    .normalize('NFKD')
    .replace(DROPPED, '')
    .toLowerCase()
    .replace(APOSTROPHES, "'")
    .replace(FOREIGN_DIGIT, asciiDigit);
}

/** Without accents, strokes and the like. Composed again, so that 가 is not the beginning of 강. */
export function plain(text: string): string {
  if (ASCII_WORD.test(text)) return text;
  return text
    .replace(ACCENTS, '')
    .replace(KATAKANA, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))
    .replace(LOAN_NUKTA, '$1')
    .replace(MAPPED, (letter) => PLAIN_LETTERS.get(letter) ?? letter)
    .normalize('NFC');
}

/** The same in the other habit of spelling: mueller for müller. */
export function plainInOtherHabit(text: string): string {
  if (ASCII_WORD.test(text)) return text;
  return plain(text.replace(TWO_SPELLINGS, (letters) => SECOND_SPELLINGS.get(letters) ?? letters));
}

/** The form that searches compare; idempotent. */
export function fold(text: string): string {
  return plain(normalized(text));
}

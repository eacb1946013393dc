// How a text is cut into words, and which of them are joined.
import { normalized, plain, plainInOtherHabit } from './fold';
import { HYPHENS } from './letters';

/** In code points. Records and searches are cut alike, so a longer word is still found. */
const MAX_WORD = 40;

type Gap = 'apostrophe' | 'hyphen' | 'number' | 'other';

export interface Word {
  /** Folded */
  text: string;
  /** In the other habit of spelling: mueller for müller. Mostly the same as `text` */
  second: string;
  /** What separates it from the word before. All but `other` join as well; `number` stands between two numbers */
  gap: Gap;
  between: string;
}

/** Whatever is no letter, mark or digit separates words. A vowel sign is a mark, so it splits nothing. */
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const DIGITS = /^\d+$/;
/** What people write between the digits of a phone number or a date. */
const NUMBER_PUNCTUATION = /^[\s\p{Pd}.,/()+]+$/u;

export function isNumber(word: Word): boolean {
  return DIGITS.test(word.text);
}

function gapOf(previous: Word, word: Word): Gap {
  if (isNumber(previous) && isNumber(word) && NUMBER_PUNCTUATION.test(word.between)) return 'number';
  if (/^'+$/.test(word.between)) return 'apostrophe';
  return HYPHENS.test(word.between) ? 'hyphen' : 'other';
}

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  const whole = normalized(text);
  let between = '';
  let end = 0;
  for (const { 0: letters, index } of whole.matchAll(WORD)) {
    between += whole.slice(end, index);
    end = index + letters.length;
    const text = plain(letters);
    if (!LETTER_OR_DIGIT.test(text)) continue; // lone accents or vowel signs
    const word: Word = { text, second: plainInOtherHabit(letters), gap: 'other', between };
    const previous = words.at(-1);
    if (previous) word.gap = gapOf(previous, word);
    words.push(word);
    between = '';
  }
  return words;
}

export function cut(word: string): string {
  // Fewer UTF-16 units are fewer code points: this spares splitting nearly every word.
  return word.length <= MAX_WORD ? word : [...word].slice(0, MAX_WORD).join('');
}

export function textsOf(words: readonly Word[]): string[] {
  return words.map(({ text }) => text);
}

/** In each spelling that one of the words has; no longer than MAX_WORD. */
export function joined(words: readonly Word[], start = 0): string[] {
  let first = '';
  let second = '';
  // Code points have at most two units.
  for (let i = start; i < words.length && first.length < 2 * MAX_WORD; i++) {
    first += words[i]?.text;
    second += words[i]?.second;
  }
  return [...new Set([cut(first), cut(second)])];
}

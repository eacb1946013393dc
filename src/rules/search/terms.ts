import { birthTerm } from './birth-date';
import { phoneTerms } from './phone';
import { soundTerm } from './sound';
import { cut, joined, type Word, wordsOf } from './words';

type Values = readonly (string | null | undefined)[];

export interface Searched {
  /** Of a person, in order: first, middle, last */
  names?: Values;
  /** Codes and license numbers: found as one word without separators as well */
  codes?: Values;
  texts?: Values;
  phones?: Values;
  /** Terms of names, which are found by their sound as well */
  sounds?: readonly string[];
  /** YYYY-MM-DD, or what is known of it: YYYY-MM or YYYY */
  dob?: string | null | undefined;
}

const MAX_TERMS = 400;
/** A name field of more words is not found as one word: nobody types it so. */
const MAX_JOINED = 3;
/** Names of scripts without spaces that are joined in any order: family name, given names. */
const MAX_PARTS = 4;
/** Letters of "de", "la", "al". */
const MAX_PARTICLE = 2;
/** In a longer run of letters without spaces only the beginning is found: a term for each letter costs too much. */
const MAX_RUN = 16;
/** A whole name in one field: a family name has at most three letters, the rest is found by itself. */
const MAX_WHOLE_NAME = 6;

/** Scripts whose words are written without spaces, or whose family and given name are. */
const UNSPACED =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+$/u;
const EAST_ASIAN = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Hangul}]+$/u;
const UNSPACED_LETTER = new RegExp(`(?!\\p{M})${UNSPACED.source.slice(1, -2)}`, 'u');

/** Folded words that begin a name and are written apart from the rest or together with it: عبد الله, أبو بكر. */
const ARABIC_BEGINNINGS = new Set(['عبد', 'ابو']);

/** Words with what apostrophes, hyphens and number punctuation join to them: each is found from each of its parts on. */
function compounds(value: string | null | undefined): Word[][] {
  const groups: Word[][] = [];
  for (const word of wordsOf(value ?? '')) {
    if (word.gap === 'other') groups.push([word]);
    else groups.at(-1)?.push(word);
  }
  return groups;
}

function suffixes(words: readonly Word[]): string[] {
  return words.flatMap((_, start) => joined(words, start));
}

/** Leaves out terms that begin another one. */
function longest(terms: readonly string[]): string[] {
  const sorted = [...new Set(terms)].sort();
  return sorted.filter((term, index) => !sorted[index + 1]?.startsWith(term));
}

function nameTerms(names: Values): string[] {
  const fields = names.map(compounds);
  const all = fields.flat();
  const unspaced = all.filter((name) => name.every(({ text }) => UNSPACED.test(text)));
  const together = fields
    .filter((field) => field.length > 1 && field.length <= MAX_JOINED)
    .flatMap((field) => suffixes(field.flat()));
  all.flat().forEach((word, index, words) => {
    if (ARABIC_BEGINNINGS.has(word.text)) together.push(...joined(words.slice(index, index + 2)));
  });
  together.push(...unspacedNames(unspaced));
  const compound = longest(together);
  // Whole words are found faster than beginnings, which does not matter for "de" or for each syllable of a name.
  const dispensable = (word: string) => (UNSPACED.test(word) ? unspaced.length > 2 : [...word].length <= MAX_PARTICLE);
  const words = all
    .flatMap(suffixes)
    .filter((word) => !dispensable(word) || !compound.some((term) => term.startsWith(word)));
  return [...words, ...compound];
}

/** As one word in either order; and the given name, where both stand in one field. */
function unspacedNames(names: readonly Word[][]): string[] {
  const parts = new Map(names.map((name) => [joined(name)[0] ?? '', name]));
  const order = [...parts.values()];
  if (order.length > 1 && order.length <= MAX_PARTS) {
    return order.flatMap((_, start) => joined([...order.slice(start), ...order.slice(0, start)].flat()));
  }
  const letters = [...([...parts.keys()][0] ?? '')];
  if (order.length !== 1 || letters.length > MAX_WHOLE_NAME || !EAST_ASIAN.test(letters.join(''))) return [];
  const longestFamilyName = letters.length > 4 ? 3 : 2;
  return letters.slice(1, 1 + longestFamilyName).map((_, index) => letters.slice(index + 1).join(''));
}

function codeTerms(code: string | null | undefined): string[] {
  const groups = compounds(code);
  return [...suffixes(groups.flat()), ...groups.flatMap(suffixes)];
}

function textTerms(text: string | null | undefined): string[] {
  return compounds(text).flatMap((words) => [...suffixes(words), ...words.flatMap(runTerms)]);
}

/** From each letter on: 心脏内科 is found by 内科. */
function runTerms({ text }: Word): string[] {
  const letters = [...text];
  if (letters.length > MAX_RUN) return [];
  return letters.flatMap((letter, index) => (UNSPACED_LETTER.test(letter) ? [letters.slice(index).join('')] : []));
}

/** In the order of code points. Beyond 400 those of later values are left out. */
export function termsOf(record: Searched): string[] {
  const { names = [], codes = [], texts = [], phones = [], sounds = [], dob } = record;
  const distinct = new Set<string>();
  const birth = birthTerm(dob);
  const terms = [
    nameTerms(names),
    ...codes.map(codeTerms),
    ...phones.map(phoneTerms),
    birth ? [birth] : [],
    ...texts.map(textTerms),
    sounds.map(soundTerm).filter((key) => key !== null),
  ].flat();
  for (const term of terms) if (distinct.size < MAX_TERMS) distinct.add(cut(term));
  return [...distinct].sort(byCodePoint);
}

function byCodePoint(a: string, b: string): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    if (a[i] !== b[i]) return (a.codePointAt(i) ?? 0) - (b.codePointAt(i) ?? 0);
  }
  return a.length - b.length;
}

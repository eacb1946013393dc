/**
 * Search words. Records and queries are folded by the same function, so letter case and accents do not matter. Rules:
 * docs/decisions.md, "Invoice and catalog lists".
 */

/** Longest word kept, in code points. Records and queries are cut alike, so a longer word is still found. */
const MAX_WORD = 40;
const MAX_TERMS = 400;
/** Words of a search text that count; further ones are ignored. */
export const MAX_QUERY_WORDS = 8;

/** Lower-case letters that people type without stroke or ligature, and that Unicode does not decompose. */
const SPECIAL: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ς: 'σ',
};

/**
 * Text without letter case and accents; idempotent. Vowel signs of Thai, Hindi or Arabic go, too, which only makes the
 * search a little wider. Special letters come last: ẞ, Ø, Ł are lower-case by then.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøðþłđıς]/g, (letter) => SPECIAL[letter] ?? letter);
}

/** The folded words of a text: runs of letters and digits. */
export function words(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function cut(word: string): string {
  // Fewer UTF-16 units than the limit are fewer code points: spares splitting nearly every word.
  return word.length <= MAX_WORD ? word : [...word].slice(0, MAX_WORD).join('');
}

/**
 * The terms under which a record with these values is found, distinct and sorted. A value with a digit (code, phone,
 * registration number) also counts as one word without its separators: PAT-00000001 is found by "pat00000001".
 * Beyond 400 terms the later values lose theirs, so put names and codes first and long texts last.
 */
export function terms(values: (string | null | undefined)[]): string[] {
  const found = new Set<string>();
  for (const value of values) {
    const parts = words(value ?? '');
    const joined = parts.join('');
    if (/\p{N}/u.test(joined)) parts.unshift(joined);
    for (const part of parts) {
      if (found.size === MAX_TERMS) break;
      found.add(cut(part));
    }
  }
  return [...found].sort();
}

/**
 * The words of a search text that all must be prefixes of some term: longest (most selective) first, at most `MAX_QUERY_WORDS`. A word
 * that begins another word of the query is implied by it and dropped.
 */
export function queryWords(search: string): string[] {
  const sorted = [...new Set(words(search).map(cut))].sort();
  return sorted
    .filter((word, index) => !sorted[index + 1]?.startsWith(word)) // what begins with a word is sorted right behind it
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_QUERY_WORDS);
}

/**
 * Bounds `[lo, hi)` that hold exactly the terms starting with `word`, compared as UTF-8 bytes (SQLite BINARY): terms
 * consist of letters and digits, all of which sort below U+10FFFF.
 */
export function prefixRange(word: string): [string, string] {
  return [word, `${word}\u{10FFFF}`];
}

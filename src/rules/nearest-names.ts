/** The order of people who were found by the sound of a name. */
import { LETTERS_WITH_CASE, type Names, withoutDigraphs } from './same-name';
import { textsOf, wordsOf } from './search/words';
import { withDatesInDigits } from './search/written-dates';

const NEAREST_MAX = 20;

/** Words that differ in more letters are not alike, whatever their length. */
const FAR = 5;
/** Bound what is compared; real names have fewer letters and words. */
const MAX_LETTERS = 20;
const MAX_WORDS = 8;

const at = (row: Uint8Array, index: number) => row[index] ?? FAR;
const comparable = (word: string) => withoutDigraphs(word).slice(0, MAX_LETTERS);

/** Letters to change, leave out, add or swap with the next one, to make one word the other. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) >= FAR) return FAR;
  // Row i has the distances of the first i letters of `a` from the first 0, 1, 2 … letters of `b`.
  let beforeLast = new Uint8Array();
  let last = Uint8Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = new Uint8Array(b.length + 1);
    row[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const least = Math.min(at(last, j - 1) + (isSame ? 0 : 1), at(last, j) + 1, at(row, j - 1) + 1);
      row[j] = isSwap ? Math.min(least, at(beforeLast, j - 2) + 1) : least;
    }
    if (row.every((letters) => letters >= FAR)) return FAR;
    beforeLast = last;
    last = row;
  }
  return Math.min(at(last, b.length), FAR);
}

/** The words of each name, and each name as one word. */
function wordsIn({ first_name, middle_name, last_name }: Names): string[] {
  const names = [first_name, last_name, middle_name ?? ''].map((name) => textsOf(wordsOf(name)));
  const words = new Set(names.flatMap((parts) => [parts.join(''), ...parts]));
  return [...words].slice(0, MAX_WORDS).map(comparable);
}

/** Beginnings of words are typed, too. */
function farness(typed: readonly string[], person: Names): number {
  const words = wordsIn(person);
  const from = (word: string) => (other: string) => (other.startsWith(word) ? 0 : distance(word, other));
  return typed.reduce((sum, word) => sum + Math.min(FAR, ...words.map(from(word))), 0);
}

/** At most 20, the nearest first, else in their order. Numbers and dates say nothing about names. */
export function nearestNames<P extends Names>(typed: string, people: readonly P[]): P[] {
  const words = textsOf(withDatesInDigits(wordsOf(typed)))
    .filter((word) => LETTERS_WITH_CASE.test(word))
    .slice(0, MAX_WORDS)
    .map(comparable);
  return people
    .map((person) => ({ person, away: farness(words, person) }))
    .sort((a, b) => a.away - b.away)
    .slice(0, NEAREST_MAX)
    .map(({ person }) => person);
}

import { textsOf, wordsOf } from './search/words';

const words = (text: string) => textsOf(wordsOf(text));

export interface Names {
  first_name: string;
  middle_name: string | null;
  last_name: string;
}

/** A greater number means more alike. */
export const LIKENESS = { different: 0, similar: 1, respelled: 2, same: 3 } as const;
export type Likeness = (typeof LIKENESS)[keyof typeof LIKENESS];

/** All that is compared is folded words, which `words` makes. */
export interface ComparableName {
  /** each once */
  words: string[];
  /** first word of the first name, usually what the person is called */
  calledBy: string | undefined;
  hasMiddle: boolean;
  /** without the gaps between words, family name last and first */
  joined: string[];
  /** the same without the middle name */
  joinedShort: string[];
}

/** Bounds what a comparison costs. Real names have fewer words. */
const MAX_WORDS = 12;

/** Shorter words with another letter are other names: Anna and Anne, Jan and Jon. */
const MIN_FOR_ANOTHER_LETTER = 5;
const MIN_FOR_SWAPPED_LETTERS = 4;

export function comparableName(names: Names): ComparableName {
  const [first = [], middle = [], last = []] = [names.first_name, names.middle_name ?? '', names.last_name].map(words);
  const [given, further, family] = [first.join(''), middle.join(''), last.join('')];
  return {
    words: [...new Set([...first, ...middle, ...last])].slice(0, MAX_WORDS),
    calledBy: first[0],
    hasMiddle: middle.length > 0,
    joined: [given + further + family, family + given + further],
    joinedShort: [given + family, family + given],
  };
}

/** Latin, Greek, Cyrillic and the like. In other scripts, another letter is usually another name; so is another digit. */
export const LETTERS_WITH_CASE = /^\p{Ll}+$/u;

/** The two ways of writing the umlauts and the Nordic vowels become one: Mueller and Muller, Aagaard and Agard. */
export const withoutDigraphs = (word: string) => word.replace(/([aou])e|aa/g, (pair) => pair.charAt(0));

/** Undefined unless one slip of the keyboard makes one word the other. */
export function slipBetween(a: string, b: string): 'swapped letters' | 'another letter' | undefined {
  if (Math.abs(a.length - b.length) > 1) return undefined;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const isSwap = restA.length === 2 && restB === `${restA[1]}${restA[0]}`;
  const isAnother = restA.length <= 1 && restB.length <= 1;
  if (!(isSwap || isAnother) || !LETTERS_WITH_CASE.test(restA + restB)) return undefined;
  return isSwap ? 'swapped letters' : 'another letter';
}

function likenessOfWords(a: string, b: string): Likeness {
  if (a === b) return LIKENESS.same;
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  const isInitial = shorter.length === 1 && LETTERS_WITH_CASE.test(shorter);
  if (isInitial) return longer.startsWith(shorter) ? LIKENESS.similar : LIKENESS.different;
  if (withoutDigraphs(a) === withoutDigraphs(b)) return LIKENESS.respelled;
  const slip = slipBetween(a, b);
  if (slip === 'swapped letters' && longer.length >= MIN_FOR_SWAPPED_LETTERS) return LIKENESS.respelled;
  if (slip === 'another letter' && longer.length >= MIN_FOR_ANOTHER_LETTER) return LIKENESS.similar;
  return LIKENESS.different;
}

const isAlone = (word: string, others: readonly string[]) =>
  others.every((other) => likenessOfWords(word, other) === LIKENESS.different);

/** Each word is paired with at most one other; those without are `left`. */
function pairWords(a: readonly string[], b: readonly string[]): { pairs: Likeness[]; left: string[] } {
  const [restA, restB] = [a.filter((word) => !b.includes(word)), b.filter((word) => !a.includes(word))];
  const pairs: Likeness[] = new Array(a.length - restA.length).fill(LIKENESS.same);
  const alike = restA
    .flatMap((one) => restB.map((other) => ({ one, other, likeness: likenessOfWords(one, other) })))
    .filter(({ likeness }) => likeness > LIKENESS.different)
    .sort((x, y) => y.likeness - x.likeness);
  const left = new Set([...restA, ...restB]);
  for (const { one, other, likeness } of alike) {
    if (!left.has(one) || !left.has(other)) continue;
    left.delete(one);
    left.delete(other);
    pairs.push(likeness);
  }
  return { pairs, left: [...left] };
}

const intersects = (a: readonly string[], b: readonly string[]) => a.some((text) => text !== '' && b.includes(text));

/** Words in any order; one name may have further words, but not both. A family name alone says nothing: a family shares it. */
export function likenessOfNames(a: ComparableName, b: ComparableName): Likeness {
  if (intersects(a.joined, b.joined)) return LIKENESS.same;
  const middleIsMissing = a.hasMiddle !== b.hasMiddle;
  if (middleIsMissing && intersects(a.joinedShort, b.joinedShort)) return LIKENESS.respelled;

  const [fewer, more] = a.words.length < b.words.length ? [a.words, b.words] : [b.words, a.words];
  // Most names differ in a word: nothing is paired then. A name of letters that are never compared has no words.
  if (fewer.length === 0 || fewer.some((word) => isAlone(word, more))) return LIKENESS.different;
  const { pairs, left } = pairWords(a.words, b.words);
  const isWhole = pairs.length === fewer.length && (fewer.length > 1 || left.length === 0);
  if (!isWhole) return LIKENESS.different;
  // Two guesses are one too many.
  if (pairs.filter((likeness) => likeness === LIKENESS.similar).length > 1) return LIKENESS.different;
  if (left.length > 0) {
    // Ali Hassan may be the father of Muhammad Ali Hassan, or the same person called by the second name.
    const isCalledOtherwise = left.some((word) => word === a.calledBy || word === b.calledBy);
    pairs.push(isCalledOtherwise ? LIKENESS.similar : LIKENESS.respelled);
  }
  const [least = LIKENESS.different] = pairs.toSorted((one, other) => one - other);
  return least;
}

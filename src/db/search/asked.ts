import type { Code, Criterion } from '../../rules/search/criterion';

/** The terms of one kind from `from` up to, and without, `to`. */
type Range = readonly [kind: string, from: string, to: string];

/** What a row must have to be found, as the SQL of a search reads it from JSON. */
export interface Asked {
  /** the terms that meet it */
  ranges: Range[];
  /** a word that is looked up as a whole where too many terms begin with it; null where there is none */
  word: string | null;
  /** `ranges` without the word itself */
  others: Range[];
  /** the row meets it if its JSON array of terms contains one of these texts */
  needles: string[];
  /** or if its registration number is this one */
  numbers: Partial<Record<Code, number>>;
}

/** Sizes of searches. A smaller search is filled up, so that there are few forms and few statements to keep. */
const WORDS = [0, 1, 2, 4, 9] as const;
/** Alternatives of a word: most have few, numbers many. */
const NEEDLES = [2, 8] as const;

/** The form of a search, which decides its SQL; everything else is bound. */
export interface Form {
  /** criteria that rows are checked by */
  words: (typeof WORDS)[number];
  /** needles of each */
  needles: (typeof NEEDLES)[number];
}

/** Every form of a search for words. */
export const FORMS: readonly Form[] = WORDS.filter(Boolean).flatMap((words) =>
  NEEDLES.map((needles) => ({ words, needles })),
);

/** Meets every row: terms are a JSON array. */
const ANY = { needles: ['['], numbers: {} };

/** A search as its statement takes it: rows are found by the criteria, and checked by those of them that are words. */
export function searchFor(words: readonly Asked[], tags: readonly Asked[] = []): { form: Form; asked: string } {
  const size = WORDS.find((size) => size >= words.length) ?? 9;
  const longest = Math.max(0, ...words.map(({ needles }) => needles.length));
  const filling = new Array(size - words.length).fill(ANY);
  return {
    form: { words: size, needles: longest > 2 ? 8 : 2 },
    asked: JSON.stringify({ criteria: [...words, ...tags], checks: [...words, ...filling] }),
  };
}

/** Behind every term that begins with a word: terms consist of assigned characters. */
const LAST = '\u{10FFFF}';
/** Terms consist of characters above this one. */
const FIRST = '\u0001';

/** A word of the search. @param kinds the kinds of terms that it may be found among; the first is that of the list's own */
export function askedWord({ prefixes, terms, numbers, word }: Criterion, kinds: readonly string[]): Asked {
  const range = (from: string, to: string) => kinds.map((kind): Range => [kind, from, to]);
  const exact = (of: string[]) => of.flatMap((term) => range(term, term + FIRST));
  const starts = (from: (prefix: string) => string) => prefixes.flatMap((prefix) => range(from(prefix), prefix + LAST));
  const [own, ...ofOthers] = kinds.map((kind): Range => [kind, word ?? '', `${word}${FIRST}`]);
  return {
    word,
    ranges: [...starts((prefix) => prefix), ...exact(terms)],
    others: [
      ...starts((prefix) => (prefix === word ? prefix + FIRST : prefix)),
      ...exact(terms.filter((term) => term !== word)),
      ...(word !== null && own ? ofOthers : []),
    ],
    needles: [...prefixes.map((prefix) => `"${prefix}`), ...terms.map((term) => `"${term}"`)],
    numbers,
  };
}

/** A tag that rows must have; `kind` is that of the table's tags. */
export const askedTag = (tag: string, kind: string): Asked => ({
  word: tag,
  ranges: [[kind, tag, tag + FIRST]],
  others: [],
  needles: [JSON.stringify(tag)],
  numbers: {},
});

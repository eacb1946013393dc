import type { DateOrder } from './birth-date';

const CODES = ['PAT', 'DOC', 'INV'] as const;
export type Code = (typeof CODES)[number];

/** A record is found if it meets every criterion of the search. It meets one by any of these. */
export interface Criterion {
  /** The record has a term that begins with one of these */
  prefixes: string[];
  /** The record has one of these terms */
  terms: string[];
  /** Registration number by its code: the record of that kind whose `seq` this is */
  numbers: Partial<Record<Code, number>>;
}

export interface SearchRules {
  codes: readonly Code[];
  phones: boolean;
  /** numbers by which other systems know the record, which are found whole */
  formerNumbers?: true;
  dateOfBirth: DateOrder | null;
}

/** The longest beginning of a name, in letters, with an index of its own: for a longer one, all that have it are read. */
export const LONGEST_BEGINNING = 6;

const MAX_ALTERNATIVES = 8;

/** One reading of what is meant: a criterion, or part of one. */
export function reading(
  prefixes: readonly string[],
  terms: readonly string[] = [],
  numbers: Criterion['numbers'] = {},
): Criterion {
  return { prefixes: [...prefixes], terms: [...terms], numbers };
}

export function either(...readings: readonly Criterion[]): Criterion {
  return reading(
    readings.flatMap(({ prefixes }) => prefixes),
    readings.flatMap(({ terms }) => terms),
    Object.assign({}, ...readings.map(({ numbers }) => numbers)),
  );
}

const first = (mark: RegExp, terms: readonly string[]): string[] => [
  ...terms.filter((term) => mark.test(term)),
  ...terms.filter((term) => !mark.test(term)),
];

/** Drops alternatives that others imply, and those beyond `most`. */
function needed({ prefixes, terms, numbers }: Criterion, most: number): Criterion {
  const wide = [...new Set(prefixes)].filter(
    (prefix) => !prefixes.some((other) => other !== prefix && prefix.startsWith(other)),
  );
  // Phone numbers and dates before words, which numbers seldom are; months and years of dates come last, behind numbers.
  const beginnings = first(/^[#*]/, wide).slice(0, most);
  const exact = [...new Set(terms)].filter((term) => !beginnings.some((prefix) => term.startsWith(prefix)));
  return { prefixes: beginnings, terms: first(/^[#=]/, exact).slice(0, most - beginnings.length), numbers };
}

export const criterion = (given: Criterion): Criterion => needed(given, MAX_ALTERNATIVES);

/** Met by what meets one of them, however many they are. */
export const anyOf = (criteria: readonly Criterion[]): Criterion =>
  needed(either(...criteria), Number.POSITIVE_INFINITY);

export function implies(narrow: Criterion, wide: Criterion): boolean {
  const covered = (term: string) => wide.prefixes.some((prefix) => term.startsWith(prefix));
  return (
    narrow.prefixes.every(covered) &&
    narrow.terms.every((term) => covered(term) || wide.terms.includes(term)) &&
    CODES.every((code) => narrow.numbers[code] === undefined || wide.numbers[code] === narrow.numbers[code])
  );
}

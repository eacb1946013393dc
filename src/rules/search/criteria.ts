/** What a search asks for. The rules for users: docs/search.md. */

import { fullDates, isYear, lessKnown, partialDates } from './birth-date';
import { type Criterion, criterion, either, implies, reading, type SearchRules } from './criterion';
import { elementAt } from './element-at';
import { normalized } from './fold';
import { formerNumber } from './former-number';
import { numberReadings, registrationNumber, typed } from './numbers';
import { phoneReading } from './phone';
import { apart, withKeys, withoutExtensions } from './phone-text';
import { isNumber, joined, textsOf, type Word, wordsOf } from './words';
import { orderIn, withDatesInDigits } from './written-dates';

export type { Criterion, SearchRules } from './criterion';

const MAX_CRITERIA = 8;
/** A word may be the end of this many typed words that are stored as one: van der berg. */
const MAX_JOINED = 3;
const EAST_ASIAN_DATE = /^(\d{4})[年년](?:(\d{1,2})[月월](?:(\d{1,2})[日号號일])?)?$/;
/** A number with letters has at most this many words: +1 608 GET-WELL. */
const MAX_LETTERED = 5;

/** How many words are taken at once, and what they ask for. */
interface Step {
  length: number;
  criteria: Criterion[];
}

/**
 * At most 8, of at most 8 alternatives. Empty, which finds nothing, without letter or digit; undefined without a search. All of a
 * search may be a former number: (A or all) and (B or all) is (A and B) or all.
 */
export function criteriaOf(search: string, rules: SearchRules): Criterion[];
export function criteriaOf(search: string | undefined, rules: SearchRules): Criterion[] | undefined;
export function criteriaOf(search: string | undefined, given: SearchRules): Criterion[] | undefined {
  if (search === undefined) return undefined;
  const rules = { ...given, dateOfBirth: orderIn(search, given.dateOfBirth) };
  const cut = wordsOf(rules.phones ? apart(withoutExtensions(normalized(search))) : search);
  const words = rules.dateOfBirth ? withDatesInDigits(cut) : cut;
  const criteria: Criterion[] = [];
  const starts: number[] = []; // of the steps, which may be meant joined
  for (let at = 0; at < words.length; ) {
    const step =
      registration(words, at, rules) ??
      eastAsianDate(words, at, rules) ??
      lettered(words, at, rules) ??
      number(words, at, starts, rules) ??
      word(words, at, starts);
    criteria.push(...step.criteria);
    starts.push(at);
    at += step.length;
  }
  const whole = rules.formerNumbers ? formerNumber(search) : [];
  return mostSelective(criteria).map((one) => ({ ...one, terms: [...new Set([...one.terms, ...whole])] }));
}

/** PAT-00000148, pat148, PAT 148: this number and nothing else. */
function registration(words: readonly Word[], at: number, rules: SearchRules): Step | null {
  const { text: first = '' } = words[at] ?? {};
  const code = rules.codes.find((known) => first.startsWith(known.toLowerCase()));
  if (!code) return null;
  const glued = first.length > code.length;
  const next = words[at + 1];
  const digits = glued ? first.slice(code.length) : (next?.text ?? '');
  const number = /^\d+$/.test(digits) ? registrationNumber(digits) : null;
  if (number === null) return null;
  const length = glued ? 1 : 2;
  const behind = words[at + length];
  if (behind?.gap === 'number') {
    // "Pat 070 123" is a name and a phone number, "PAT 148 1984" a registration number and a year.
    const order = rules.dateOfBirth ?? 'day-month';
    const dated = isYear(behind.text) || fullDates(textsOf(words.slice(at + 2, at + 5)), order).length > 0;
    if (/\s/.test(next?.between ?? '') && !dated) return null;
    behind.gap = 'other'; // it is a number of its own
  }
  return { length, criteria: [criterion(reading([], [], { [code]: number }))] };
}

/** 1984年2月29日, 1984년 2월 29일, or the beginning of one. Texts may contain them, too. */
function eastAsianDate(words: readonly Word[], at: number, rules: SearchRules): Step | null {
  if (!rules.dateOfBirth) return null;
  for (let length = Math.min(3, words.length - at); length > 0; length--) {
    const taken = words.slice(at, at + length);
    const [, ...parts] = EAST_ASIAN_DATE.exec(textsOf(taken).join('')) ?? [];
    const groups = parts.filter((part) => part !== undefined);
    const dates = groups.length === 3 ? fullDates(groups, rules.dateOfBirth) : partialDates(groups);
    if (dates.length > 0)
      return { length, criteria: [criterion(reading([...dates, ...joined(taken)], dates.flatMap(lessKnown)))] };
  }
  return null;
}

/** 1-800-FLOWERS: the number that these keys dial, or the words themselves. */
function lettered(words: readonly Word[], at: number, rules: SearchRules): Step | null {
  if (!rules.phones || !isNumber(elementAt(words, at))) return null;
  for (let length = Math.min(MAX_LETTERED, words.length - at); length > 1; length--) {
    const taken = words.slice(at, at + length);
    const text = typed(taken);
    const keys = withKeys(text);
    if (keys === text || /\p{L}/u.test(keys)) continue;
    const { prefixes, terms } = phoneReading(keys);
    const readings = taken.map((one) => either(reading(prefixes, terms), reading(joined([one]))));
    return { length, criteria: readings.map(criterion) };
  }
  return null;
}

function number(words: readonly Word[], at: number, starts: readonly number[], rules: SearchRules): Step | null {
  let end = at;
  while (end < words.length && isNumber(elementAt(words, end)) && (end === at || words[end]?.gap === 'number')) end++;
  // 12 in LAB-12 and 4 in 4-B belong to the letters.
  const attached = words[at]?.gap !== 'other' || (words[end]?.gap ?? 'other') !== 'other';
  if (end === at || attached) return null;
  const groups = words.slice(at, end);
  const readings = numberReadings(groups, rules);
  readings[0]?.prefixes.push(...withPrevious(words, starts, end));
  return { length: end - at, criteria: readings.map(criterion) };
}

/**
 * With what an apostrophe joins to it. A record may have the parts alone, as Neil O has those of o'neil: so each part may stand
 * for the whole, and all but the last are whole words.
 */
function word(words: readonly Word[], at: number, starts: readonly number[]): Step {
  let end = at + 1;
  while (words[end]?.gap === 'apostrophe') end++;
  const parts = words.slice(at, end);
  const whole = [...joined(parts), ...withPrevious(words, starts, end)];
  const criteria = parts.map((part, n) => {
    const ofPart = parts.length > 1 ? joined([part]) : [];
    const isLast = n === parts.length - 1;
    return criterion(isLast ? reading([...whole, ...ofPart]) : reading(whole, ofPart));
  });
  return { length: end - at, criteria };
}

/** Joined with the one or two words before: "anne marie" may be stored as Annemarie. */
function withPrevious(words: readonly Word[], starts: readonly number[], end: number): string[] {
  return starts
    .slice(1 - MAX_JOINED)
    .reverse()
    .flatMap((start) => joined(words.slice(start, end)));
}

/** Longer words are rarer; a registration number given with its code finds one record. */
function selectivity({ prefixes }: Criterion): number {
  return prefixes[0]?.length ?? Number.POSITIVE_INFINITY;
}

/** At most 8, none of which another one implies: the first is the most selective. */
export function mostSelective(criteria: readonly Criterion[]): Criterion[] {
  const needed: Criterion[] = [];
  for (const one of [...criteria].sort((a, b) => selectivity(b) - selectivity(a))) {
    if (needed.length === MAX_CRITERIA) break;
    if (!needed.some((other) => implies(other, one))) needed.push(one);
  }
  return needed;
}

/**
 * What a number may mean: the end of a phone number, a registration number, a birth date or a word, as alternatives of one
 * criterion. Groups of digits with only number punctuation between them are one number. But a date or year at either end, or
 * the parts of what is too long for a phone, may be meant alone: (A or all) and (B or all) is (A and B) or all.
 */

import { type DateOrder, fullDates, isYear, lessKnown, partialDates } from './birth-date';
import { type Criterion, either, reading, type SearchRules } from './criterion';
import { elementAt } from './element-at';
import { formerNumber } from './former-number';
import { phoneReading } from './phone';
import { cut, textsOf, type Word } from './words';

/** E.164 allows no more digits, and a registration number of more is no safe integer. */
const MAX_DIGITS = 15;
const MIN_PHONE = 4;
/** Registration numbers are written with zeros up to this length. */
const PADDED = 8;

/** The registration number in a group of digits, if it can be one: 148 or 00000148, but not 0701234567. */
export function registrationNumber(digits: string): number | null {
  const plausible = digits.length <= PADDED || (digits.length <= MAX_DIGITS && !digits.startsWith('0'));
  return plausible ? Number(digits) || null : null;
}

/** Groups of digits as they were typed, with a plus before them. */
export function typed(groups: readonly Word[]): string {
  const [plus = ''] = /[(+\s]*$/.exec(groups[0]?.between ?? '') ?? [];
  return plus + groups.map((group, index) => (index > 0 ? group.between : '') + group.text).join('');
}

function whole(groups: readonly Word[], rules: SearchRules): Criterion {
  const digits = textsOf(groups);
  const all = digits.join('');
  const phone = rules.phones ? phoneReading(typed(groups)) : reading([]);
  const number = digits.length === 1 ? registrationNumber(all) : null;
  const born = rules.dateOfBirth ? dates(groups, rules.dateOfBirth) : [];
  return either(
    reading(phone.prefixes, phone.terms),
    reading(born, born.flatMap(lessKnown)),
    reading(
      [cut(all)],
      rules.formerNumbers ? formerNumber(all) : [],
      number ? Object.fromEntries(rules.codes.map((code) => [code, number])) : {},
    ),
  );
}

function dates(groups: readonly Word[], order: DateOrder): string[] {
  const full = fullDates(textsOf(groups), order);
  const spaced = groups.length === 2 && /\s/.test(groups[1]?.between ?? '');
  return full.length > 0 || spaced ? full : partialDates(textsOf(groups));
}

function chunksOf(groups: readonly Word[]): Word[][] {
  const chunks: Word[][] = [];
  groups.forEach((group, index) => {
    if (index === 0 || /[\s,]/.test(group.between)) chunks.push([group]);
    else chunks.at(-1)?.push(group);
  });
  return chunks;
}

/** A date or a year at either end, and the rest. */
function withoutDate(chunks: readonly Word[][], order: DateOrder): [Word[], Word[][]] | null {
  for (const size of [3, 1]) {
    if (chunks.length <= size) continue;
    for (const at of [0, chunks.length - size]) {
      const groups = chunks.slice(at, at + size).flat();
      const digits = textsOf(groups);
      if (fullDates(digits, order).length === 0 && !(digits.length === 1 && isYear(elementAt(digits, 0)))) continue;
      return [groups, [...chunks.slice(0, at), ...chunks.slice(at + size)]];
    }
  }
  return null;
}

function lengthOf(groups: readonly Word[]): number {
  return groups.reduce((sum, { text }) => sum + text.length, 0);
}

/** A record must meet each of them; usually it is one. */
export function numberReadings(groups: readonly Word[], rules: SearchRules): Criterion[] {
  if (groups.length === 1 || !rules.phones) return groups.map((group) => whole([group], rules));
  const together = whole(groups, rules);
  const parts = partsOf(groups, rules.dateOfBirth);
  return parts.length === 1 ? [together] : parts.map((part) => either(whole(part, rules), together));
}

function partsOf(groups: readonly Word[], order: DateOrder | null): Word[][] {
  const chunks = chunksOf(groups);
  const digits = textsOf(groups);
  if (lengthOf(groups) < MIN_PHONE) return groups.map((group) => [group]);
  if (chunks.length === 1 || (order && fullDates(digits, order).length > 0)) return [[...groups]];
  const [date, rest] = (order && withoutDate(chunks, order)) ?? [null, chunks];
  const length = lengthOf(rest.flat());
  const others = length > MAX_DIGITS ? rest : length < MIN_PHONE ? rest.flat().map((group) => [group]) : [rest.flat()];
  return date ? [date, ...others] : others;
}

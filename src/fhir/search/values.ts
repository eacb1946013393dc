/** How values of search parameters are written (hl7.org/fhir/R4/search.html). Pure. */
import { DAY, DEFAULT_TIME_ZONE } from '../../rules/clock';
import { instant, isDatetime } from '../../rules/datetime';
import { canonicalUuid } from '../../rules/uuid';
import { ALTERNATIVES_MAX, DATES_MAX } from './bounds';
import type { Asked } from './condition';

/** Of a value; whoever reads the search says of which parameter. */
export class MalformedValue extends Error {
  override readonly name: string = 'MalformedValue';
}

export class TooMany extends MalformedValue {
  override readonly name = 'TooMany';

  constructor(most: number, of = 'alternatives') {
    super(`at most ${most} ${of}`);
  }
}

/** @throws TooMany */
export function few<T>(alternatives: readonly T[], most = ALTERNATIVES_MAX, of?: string): readonly T[] {
  if (alternatives.length > most) throw new TooMany(most, of);
  return alternatives;
}

/** Alternatives of one value: a comma is OR, unless `\` stands before it. */
export const alternativesOf = (value: string): string[] => value.match(/(?:\\.|[^,\\]|\\$)+/gs) ?? [''];

const unescaped = (text: string): string => text.replace(/\\([,|$\\])/g, '$1');

export const plainValue = (value: string): string => unescaped(value);

/** `system|code`, `|code`, `system|` or `code`: a system is undefined where any is meant, and empty where there is none. */
export function tokenOf(value: string): { system: string | undefined; code: string } {
  const at = value.search(/(?<!\\)\|/);
  if (at < 0) return { system: undefined, code: unescaped(value) };
  return { system: unescaped(value.slice(0, at)), code: unescaped(value.slice(at + 1)) };
}

/** From a time on, and before another one. */
export type Range = readonly [from: number, until: number];

/** In order, and one where they touch. @throws TooMany */
function joined<T extends string | number>(ranges: readonly (readonly [T, T])[]): readonly (readonly [T, T])[] {
  const apart: [from: T, until: T][] = [];
  for (const [from, until] of ranges.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
    const last = apart.at(-1);
    if (last === undefined || from > last[1]) apart.push([from, until]);
    else if (until > last[1]) last[1] = until;
  }
  return few(apart, ALTERNATIVES_MAX, 'ranges of time');
}

/** Before and after every time. */
export const FIRST = -8.64e15;
export const LAST = 8.64e15;

const DATE_VALUE =
  /^(eq|ne|gt|ge|lt|le|sa|eb)?(\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?)?)?)$/;

/** A year, a month, a day, a minute, a second or a millisecond. */
function spanOf(text: string, timeZone: string): Range | undefined {
  const timeAt = (full: string) => (isDatetime(full) ? instant(full, timeZone) : undefined);
  const [, year = '', month, day] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(text) ?? [];
  if (text.includes('T')) {
    const start = timeAt(text);
    const length = /T\d\d:\d\d(?!:)/.test(text) ? 60_000 : /T\d\d:\d\d:\d\d\./.test(text) ? 1 : 1_000;
    return start === undefined ? undefined : [start, start + length];
  }
  const start = timeAt(`${year}-${month ?? '01'}-${day ?? '01'}`);
  if (start === undefined) return undefined;
  // The next day, month or year, by the calendar and not by hours: days may have 23 or 25 of them.
  const next = new Date(Date.UTC(Number(year), Number(month ?? 1) - 1, Number(day ?? 1)));
  next.setUTCFullYear(Number(year), Number(month ?? 1) - 1, Number(day ?? 1));
  if (day) next.setTime(next.getTime() + DAY);
  else if (month) next.setUTCMonth(next.getUTCMonth() + 1);
  else next.setUTCFullYear(next.getUTCFullYear() + 1);
  return [start, timeAt(next.toISOString().slice(0, 10)) ?? LAST];
}

/** What a value of a date parameter allows. @throws MalformedValue */
export function rangesOf(value: string, timeZone: string): Range[] {
  const [, prefix = 'eq', text = ''] = DATE_VALUE.exec(value) ?? [];
  const span = text === '' ? undefined : spanOf(text, timeZone);
  if (!span)
    throw new MalformedValue('a date should be YYYY, YYYY-MM, YYYY-MM-DD or a time, with a prefix as ge before it');
  const [from, until] = span;
  switch (prefix) {
    case 'ne':
      return [
        [FIRST, from],
        [until, LAST],
      ];
    case 'gt':
    case 'sa':
      return [[until, LAST]];
    case 'ge':
      return [[from, LAST]];
    case 'lt':
    case 'eb':
      return [[FIRST, from]];
    case 'le':
      return [[FIRST, until]];
    default:
      return [span];
  }
}

export const BEFORE_ALL_DAYS = '';
export const AFTER_ALL_DAYS = '~';
export type DayRange = readonly [from: string, until: string];

/** Of a column of dates without a time. @returns texts, so that they can be compared with it */
export const dayRangesOf = (value: string): DayRange[] => {
  const dayOf = (time: number) =>
    time === FIRST ? BEFORE_ALL_DAYS : time === LAST ? AFTER_ALL_DAYS : new Date(time).toISOString().slice(0, 10);
  return rangesOf(value, DEFAULT_TIME_ZONE).map(([from, until]) => [dayOf(from), dayOf(until)]);
};

/** Of all alternatives. @throws MalformedValue, TooMany */
export const joinedRanges = (or: readonly string[], timeZone: string) =>
  joined(few(or, DATES_MAX).flatMap((value) => rangesOf(value, timeZone)));
export const joinedDays = (or: readonly string[]) => joined(few(or, DATES_MAX).flatMap(dayRangesOf));

/** Types whose records are a patient's. */
const OF_PATIENTS = ['Patient', 'Appointment', 'Invoice'];

/** For the access log. @param types that an id without one may be of */
export function askedOf(referred: readonly { type?: string; id: string }[], types: readonly string[]): Asked[] {
  const [only] = types.length === 1 ? types : [];
  return referred.flatMap(({ type = only, id: sent }) => {
    const id = canonicalUuid(sent);
    return id && (type === undefined || OF_PATIENTS.includes(type)) ? [{ type, id }] : [];
  });
}

const URI = /^[a-z][a-z\d+.-]*:\S+$/i;

/**
 * The id in `id`, `Type/id` or an address of this server; undefined where it is another type's or another server's.
 * @throws MalformedValue
 */
export function referredId(
  value: string,
  types: readonly string[],
  url: string,
): { type?: string; id: string } | undefined {
  const text = unescaped(value);
  const local = text.startsWith(`${url}/`) ? text.slice(url.length + 1) : text;
  const [, type, id] = /^(?:([A-Za-z]+)\/)?([A-Za-z0-9\-.]{1,64})(?:\/_history\/[^/]+)?$/.exec(local) ?? [];
  if (!id && !URI.test(text)) throw new MalformedValue('an id, Type/id or an address is expected');
  if (!id || (type && !types.includes(type))) return undefined;
  return type ? { type, id } : { id };
}

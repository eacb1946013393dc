// What a list must answer, computed from all its records without any code of the service.
import { expect } from 'vitest';
import { type Body, call } from './client';
import { compareBytes } from './texts';

/** A list as the reference sees it. */
export interface Reference<T> {
  path: string;
  /** in order of creation */
  records: () => T[];
  /** the value that a field of `order_by` sorts by; null sorts first */
  key: (record: T, order: string) => string | number | null;
  /** the texts that are searched; registration numbers are found only whole */
  texts: (record: T) => (string | null)[];
}

export interface ListQuery {
  limit?: number;
  offset?: number;
  order_by?: string;
  search?: string;
  tags?: string[];
  /** field = value */
  equal?: Record<string, string | undefined>;
  /** other filters: as they are sent, and what they mean */
  others?: { sent: Record<string, string | undefined>; isMet: (record: Body) => boolean };
}

/** Element `i` of a list that repeats without end. */
export const pick = <T>(from: readonly T[], i: number): T => from[i % from.length] as T;

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
/** `PAT-00000148`, `pat148` and `pat 148` become `pat:148`, which begins no word. */
const withNumbers = (text: string) =>
  plain(text).replace(/\b(inv|pat)[- ]?0*(\d+)\b/g, (_, code, number) => ` ${code}:${number} `);
const parts = (text: string, separators: RegExp) => text.split(separators).filter(Boolean);

/** The words of a text: what apostrophes and hyphens join is found from each of its parts on. */
const indexed = (text: string) =>
  parts(withNumbers(text), /[^a-z0-9:'-]+/).flatMap((compound) => {
    const joined = parts(compound, /['-]/);
    return joined.map((_, i) => joined.slice(i).join(''));
  });

/** Each word of a search, by itself and joined with the one or two before it. */
const asked = (search: string) => {
  const words = parts(withNumbers(search).replaceAll("'", ''), /[^a-z0-9:]+/);
  return words.map((_, i) => [0, 1, 2].filter((n) => n <= i).map((n) => words.slice(i - n, i + 1).join('')));
};

const fits = (word: string, forms: string[]) =>
  word.includes(':')
    ? forms.some((form) => word === form || (/^\d+$/.test(form) && word.endsWith(`:${Number(form)}`)))
    : forms.some((form) => word.startsWith(form));

/** Asks for something, but for neither a letter nor a digit. */
const findsNobody = (search = '') => search !== '' && asked(search).length === 0;

/** For Latin letters and numbers that are neither phone numbers nor dates: the reference shares no code with the service. */
function isFound(texts: (string | null)[], search: string): boolean {
  const words = texts.flatMap((text) => indexed(text ?? ''));
  return !findsNobody(search) && asked(search).every((forms) => words.some((word) => fits(word, forms)));
}

function compare(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareBytes(String(a), String(b));
}

function matches<T extends { tags: string[] }>(reference: Reference<T>, record: T, query: ListQuery): boolean {
  return (
    (query.tags ?? []).every((tag) => record.tags.includes(tag)) &&
    isFound(reference.texts(record), query.search ?? '') &&
    (query.others?.isMet(record) ?? true) &&
    Object.entries(query.equal ?? {}).every(
      ([field, value]) => value === undefined || record[field as keyof T] === value,
    )
  );
}

export const queryString = ({ tags = [], equal = {}, others, ...rest }: ListQuery): string =>
  new URLSearchParams([
    ...Object.entries({ ...rest, ...equal, ...others?.sent }).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
    ...tags.map((tag): [string, string] => ['tags', tag]),
  ]).toString();

/** Expects that the service answers a query as the reference does. */
export async function expectList<T extends { id: string; tags: string[] }>(
  reference: Reference<T>,
  query: ListQuery,
): Promise<Body> {
  const { limit = 100, offset = 0, order_by = 'created_at' } = query;
  const order = order_by.replace(/^-/, '');
  const found = reference
    .records()
    .map((record, created) => ({ record, created }))
    .filter(({ record }) => matches(reference, record, query))
    .sort((a, b) => compare(reference.key(a.record, order), reference.key(b.record, order)) || a.created - b.created)
    .map(({ record }) => record);
  if (order_by.startsWith('-')) found.reverse();

  const address = `${reference.path}?${queryString(query)}`;
  const { status, body, cost } = await call('GET', address);
  expect(status, address).toBe(200);
  const data = found.slice(offset, offset + limit);
  expect({ ...body, data: body.data.map(({ id }: T) => id) }, address).toEqual({
    total: found.length,
    offset,
    limit,
    data: data.map(({ id }) => id),
  });
  expect(body.data, address).toEqual(data);
  expect(cost.trips, address).toBe(findsNobody(query.search) ? 0 : 1);
  return { ...body, cost };
}

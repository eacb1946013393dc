import { expect } from 'vitest';
import { type Body, call } from './client';
import { compareBytes } from './texts';

/** How to compute the answers of a list from all its records, without any code of the service. */
export interface Reference<T> {
  path: string;
  /** in order of creation */
  records: () => T[];
  /** the value that a field of `order_by` sorts by; null sorts first */
  key: (record: T, order: string) => string | number | null;
  /** the texts that are searched */
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
}

/** Element `i` of a list that repeats without end. */
export const pick = <T>(from: readonly T[], i: number): T => from[i % from.length] as T;

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
const wordsIn = (text: string) =>
  plain(text)
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
const indexed = (text: string) => [...wordsIn(text), ...(/\d/.test(text) ? [wordsIn(text).join('')] : [])];

function compare(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareBytes(String(a), String(b));
}

function matches<T extends { tags: string[] }>(reference: Reference<T>, record: T, query: ListQuery): boolean {
  const words = reference.texts(record).flatMap((text) => indexed(text ?? ''));
  return (
    (query.tags ?? []).every((tag) => record.tags.includes(tag)) &&
    wordsIn(query.search ?? '').every((asked) => words.some((word) => word.startsWith(asked))) &&
    Object.entries(query.equal ?? {}).every(
      ([field, value]) => value === undefined || record[field as keyof T] === value,
    )
  );
}

export const queryString = ({ tags = [], equal = {}, ...rest }: ListQuery): string =>
  new URLSearchParams([
    ...Object.entries({ ...rest, ...equal }).flatMap(([name, value]): [string, string][] =>
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

  const asked = `${reference.path}?${queryString(query)}`;
  const { status, body, cost } = await call('GET', asked);
  expect(status, asked).toBe(200);
  const data = found.slice(offset, offset + limit);
  expect({ ...body, data: body.data.map(({ id }: T) => id) }, asked).toEqual({
    total: found.length,
    offset,
    limit,
    data: data.map(({ id }) => id),
  });
  expect(body.data, asked).toEqual(data);
  expect(cost.trips, asked).toBe(1);
  return { ...body, cost };
}

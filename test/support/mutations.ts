import { notNull, resolved, type Schema } from './openapi';

export type Path = (string | number)[];

export interface Mutation {
  what: string;
  path: Path;
  /** the body's JSON text */
  text: string;
}

/** A placeholder for 1e999, a number beyond the range of doubles, which JSON.stringify cannot write. */
const INFINITE = '"<1e999>"';
const textOf = (value: unknown) => JSON.stringify(value).replaceAll(JSON.stringify(INFINITE), '1e999');

/** A copy in which one value is replaced, or left out when it is undefined. */
function replaced(value: unknown, [first, ...rest]: Path, by: unknown): unknown {
  if (first === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>;
  const next = replaced(copy[first], rest, by);
  if (next === undefined) delete copy[first];
  else copy[first] = next;
  return copy;
}

const isNullable = (schema: Schema): boolean => {
  const node = resolved(schema);
  return [node.type].flat().includes('null') || [...(node.anyOf ?? []), ...(node.oneOf ?? [])].some(isNullable);
};
const typeOf = (schema: Schema) => [schema.type].flat().find((type) => type !== 'null');

const WRONG_TYPES: Record<string, Record<string, unknown>> = {
  string: { 'a number': 5, 'a boolean': true, 'an object': {}, 'an array': ['x'] },
  number: { text: '5', 'a boolean': true, 'an object': {}, 'an array': [5], 'an infinite number': INFINITE },
  integer: {
    text: '5',
    'a boolean': true,
    'an object': {},
    'an array': [5],
    'a fraction': 1.5,
    'an infinite number': INFINITE,
  },
  boolean: { text: 'true', 'a number': 1, 'an object': {}, 'an array': [true] },
  array: { text: 'x', 'a number': 5, 'an object': {} },
  object: { text: 'x', 'a number': 5, 'an array': [] },
};

/** Values that a field with this schema must refuse, by what is wrong with them. */
function badValues(schema: Schema, value: unknown): Record<string, unknown> {
  const node = notNull(schema);
  const type = typeOf(node) ?? 'string';
  const bad: Record<string, unknown> = { ...WRONG_TYPES[type] };
  if (!isNullable(schema)) bad.null = null;
  if (node.enum) bad['a value outside of the enumeration'] = 'NO_SUCH_VALUE';
  if (type === 'string') {
    Object.assign(bad, { NUL: 'a\0b', 'a lone high surrogate': 'a\ud800', 'a lone low surrogate': '\udc00a' });
    if (node.maxLength !== undefined) bad['too long'] = 'x'.repeat(node.maxLength + 1);
    if (node.minLength) bad['too short'] = '';
    if (node.format === 'uuid' || node.format === 'email') bad[`an invalid ${node.format}`] = 'wrong';
    if (node.format === 'date')
      Object.assign(bad, {
        '31 February': '2023-02-31',
        'a text that is not a date': 'yesterday',
        'a datetime': '2023-02-03T00:00',
      });
    if (node.pattern?.includes('[Tt ]'))
      Object.assign(bad, { 'the hour 24': '2023-02-03T24:00:00', '30 February': '2023-02-30' });
  }
  if (node.minimum !== undefined) bad['too small'] = node.minimum - 1;
  if (node.exclusiveMinimum !== undefined) bad['too small'] = node.exclusiveMinimum;
  if (node.maximum !== undefined) bad['too large'] = node.maximum * 2;
  if (type === 'array' && node.maxItems !== undefined && Array.isArray(value)) {
    bad['too many elements'] = Array.from({ length: node.maxItems + 1 }, () => value[0]);
  }
  return bad;
}

/** Every body with one value that its schema forbids. `body` must have a value for every field. */
export function mutations(schema: Schema, body: unknown, path: Path = [], value: unknown = body): Mutation[] {
  const node = notNull(schema);
  const of = (what: string, at: Path, by: unknown) => ({ what, path: at, text: textOf(replaced(body, at, by)) });
  const found = Object.entries(badValues(schema, value)).map(([what, by]) => of(what, path, by));
  if (typeOf(node) === 'object') {
    for (const [name, field] of Object.entries(node.properties ?? {})) {
      const at = [...path, name];
      if (node.required?.includes(name)) found.push(of('missing', at, undefined));
      found.push(...mutations(field, body, at, (value as Record<string, unknown>)[name]));
    }
  }
  if (typeOf(node) === 'array' && node.items)
    found.push(...mutations(node.items, body, [...path, 0], (value as unknown[])[0]));
  return found;
}

/** Fields of the schema that have no value in the body, and so would not be tested. */
export function unfilled(schema: Schema, value: unknown, path: Path = []): string[] {
  if (value === undefined || value === null) return [path.join('.')];
  const node = notNull(schema);
  if (typeOf(node) === 'array') return node.items ? unfilled(node.items, (value as unknown[])[0], [...path, 0]) : [];
  if (typeOf(node) !== 'object') return [];
  return Object.entries(node.properties ?? {}).flatMap(([name, field]) =>
    unfilled(field, (value as Record<string, unknown>)[name], [...path, name]),
  );
}

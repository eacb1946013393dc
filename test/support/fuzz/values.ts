import fc from 'fast-check';
import { notNull, resolved, type Schema } from '../openapi';
import { anyText } from '../texts';

/** Texts that have broken other services: quotes, wildcards, invisible and right-to-left characters, names of prototypes. */
const ODD_TEXTS = [
  ...[
    "' OR 1=1 --",
    '"; DROP TABLE patient; --',
    '%',
    '_%',
    '*',
    '"*"',
    '((',
    'NEAR(',
    '\\',
    "''''",
    '`',
    '?1',
    ':id',
    '$.a',
  ],
  ...['', ' ', '\t\r\n', '\0', 'a\0b', '\ud800', '\udc00a', '\u202egpj.exe', '\u200b', '\ufeff', '\u00ad', '\ufffd'],
  ...['İ', 'ß', 'ﬃ', 'Å\u030a', 'e\u0301', '𝕬', '👩‍⚕️', '王小明', 'محمد', 'ＰＡＴ－１', '\u0301'.repeat(300), '١٩٨٤'],
  ...['null', 'undefined', 'NaN', 'true', '-0', '1e999', '0x10', '[]', '{}', '__proto__', 'constructor', 'toString'],
  ...[
    '../../etc/passwd',
    '..%2f',
    '%00',
    '<script>alert(1)</script>',
    '{{7*7}}',
    '=1+1',
    'file:///',
    'x'.repeat(5_000),
  ],
  ...[
    'PAT-00000001',
    'pat-1',
    '29.2.1984',
    '2023-02-30',
    '9999-12-31T23:59:60Z',
    '0001-01-01',
    '+46 70 123 45 67',
    '0'.repeat(60),
  ],
];
export const oddText = fc.oneof(fc.constantFrom(...ODD_TEXTS), anyText);

const ODD_NUMBERS = [0, -0, -1, 0.1 + 0.2, 1e-9, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 1e21, 1e308, -1e308, 5e-324];
/** Any JSON value. */
const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(...ODD_NUMBERS, null, true, false, [], {}, [[]], { __proto__: null, a: 1 }),
  fc.jsonValue({ maxDepth: 3 }),
);

const DATE = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const DATETIME = fc
  .tuple(
    DATE,
    fc.constantFrom('', 'T09:30', ' 23:59:59', 'T00:00:00.123456789', 't09:30Z', 'T02:15+05:30', 'T12:00-0800'),
  )
  .map((parts) => parts.join(''));
const EMAIL = fc.uuid().map((id) => `${id}@fuzz.example`);

function validText({ format, pattern, minLength = 0, maxLength = 40 }: Schema, ids: fc.Arbitrary<string>) {
  if (format === 'uuid') return ids;
  if (format === 'date') return DATE;
  if (format === 'email') return EMAIL;
  if (pattern?.includes('[Tt ]')) return DATETIME;
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  const cut = (text: string) => [...text.toWellFormed().replaceAll('\0', '')].slice(0, maxLength).join('');
  const padded = (text: string) => (text.length < minLength ? text + 'abcdefgh!'.slice(0, minLength) : text);
  return fc
    .oneof(fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 40) }), oddText)
    .map(cut)
    .map(padded);
}

function validNumber({ type, minimum, exclusiveMinimum, maximum }: Schema) {
  // The bounds of an amount in the tests' currency: the document has those of any.
  const low = Math.max(minimum ?? exclusiveMinimum ?? -1_000, -(10 ** 11));
  const high = Math.min(maximum ?? 1_000_000, 10 ** 11);
  if ([type].flat().includes('integer')) return fc.integer({ min: low, max: high });
  return fc
    .integer({ min: Math.ceil(low * 100) + (exclusiveMinimum === undefined ? 0 : 1), max: high * 100 })
    .map((n) => n / 100);
}

/** Values that the schema allows; a rule beyond it may still refuse them. @param ids what a UUID is chosen from */
export function validValue(schema: Schema, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const node = resolved(schema);
  const choices = node.anyOf ?? node.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => validValue(choice, ids)));
  if (node.const !== undefined) return fc.constant(node.const);
  if (node.enum) return fc.constantFrom(...node.enum);
  const types = [node.type].flat();
  if (types.includes('null')) return fc.constant(null);
  if (types.includes('boolean')) return fc.boolean();
  if (types.includes('array')) {
    return fc.array(validValue(node.items ?? {}, ids), { maxLength: Math.min(node.maxItems ?? 3, 3) });
  }
  if (types.includes('object')) {
    const fields = Object.entries(node.properties ?? {}).map(
      ([name, field]) => [name, validValue(field, ids)] as const,
    );
    return fc.record(Object.fromEntries(fields), { requiredKeys: node.required ?? [] });
  }
  return types.includes('string') ? validText(node, ids) : validNumber(node);
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A valid body in which some fields have other values that their schemas allow. */
export function variants(schema: Schema, body: Json, ids: fc.Arbitrary<string>): fc.Arbitrary<Json> {
  const fields = Object.entries(notNull(schema).properties ?? {}).map(([name, field]) => [
    name,
    fc.oneof({ weight: 1, arbitrary: validValue(field, ids) }, { weight: 5, arbitrary: fc.constant(body[name]) }),
  ]);
  return fc.record(Object.fromEntries(fields));
}

/** The same with one value, at any depth, replaced by anything or left out. */
export const almost = (valid: fc.Arbitrary<Json>): fc.Arbitrary<unknown> =>
  fc
    .tuple(valid, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), fc.option(anyValue, { nil: undefined }))
    .map(([body, steps, value]) => {
      const put = (node: unknown, [step = 0, ...rest]: number[]): unknown => {
        const keys = isObject(node) || Array.isArray(node) ? Object.keys(node) : [];
        const key = keys[step % Math.max(1, keys.length)];
        if (key === undefined) return value;
        const copy: Json = (Array.isArray(node) ? [...node] : { ...(node as Json) }) as Json;
        const next = rest.length > 0 ? put(copy[key], rest) : value;
        if (next === undefined && !Array.isArray(copy)) delete copy[key];
        else copy[key] = next ?? null;
        return copy;
      };
      return put(body, steps);
    });

/** Bodies that were never meant for the operation: any JSON, deep nesting, texts that are not JSON, bytes that are no text. */
export const hostileBody: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  anyValue.map((value) => JSON.stringify(value) ?? ''),
  fc.integer({ min: 1, max: 50_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc
    .array(oddText, { maxLength: 3 })
    .map((names) => `{${names.map((name) => `${JSON.stringify(name)}:1e999`).join()}}`),
  oddText,
  fc.uint8Array({ maxLength: 200 }),
);

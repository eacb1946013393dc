import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ignoredFields } from '../../src/http/ignored-fields';
import { tags } from '../../src/schemas/listing';
import { call } from '../support/client';
import { input } from '../support/input';

const Line = z.object({ name: z.string(), parts: z.array(z.object({ code: z.string() })).optional() });
const Body = z.object({ title: z.string(), line: Line.nullish(), lines: z.array(Line), tags });
const ignored = (sent: object) => ignoredFields(sent, Body.parse(sent));
const whole = (more: object = {}) => ({ title: 'a', line: { name: 'b' }, lines: [], tags: [], ...more });

describe('What a body is told to have in vain', () => {
  it.each([
    ['nothing where all is taken', {}, ''],
    ['nothing for null and for what is stored once', { line: null, tags: ['a', 'a', 'b'] }, ''],
    ['a field', { nickname: 'Bo' }, 'nickname'],
    ['a field once, whatever it holds', { nickname: { a: [1, { b: 2 }] } }, 'nickname'],
    ['fields of what is within it', { line: { name: 'b', parts: [{ code: 'c', of: 1 }] } }, 'line.parts.0.of'],
    [
      'in lists by their index',
      {
        lines: [
          { name: 'b', colour: 1 },
          { name: 'c', colour: null },
        ],
      },
      'lines.0.colour, lines.1.colour',
    ],
    ['other letters, dots and commas in percent-encoding', { 'å.b, c': 1, "it's": 2 }, '%C3%A5%2Eb%2C%20c, it%27s'],
    ['half a character, or none', { '\ud800': 1, '': 2 }, '%EF%BF%BD, %22%22'],
    ['what an object has anyway', JSON.parse('{"__proto__":{"x":1},"toString":1}'), '__proto__, toString'],
  ])('is %s', (_, more, header) => {
    expect(ignored({ ...whole(), ...Object.fromEntries(Object.entries(more)) })).toBe(header);
  });

  it('are 20 fields or 1,000 characters, and that there are more', () => {
    const fields = (n: number, length: number) =>
      Object.fromEntries(Array.from({ length: n }, (_, i) => [`f${i}`.padEnd(length, 'x'), 1]));
    const told = (n: number, length: number) => ignored(whole(fields(n, length))).split(', ');
    expect(told(20, 5)).toEqual(Object.keys(fields(20, 5)));
    expect(told(21, 5)).toEqual([...Object.keys(fields(20, 5)), '...']);
    expect(told(10, 300)).toEqual([...Object.keys(fields(3, 300)), '...']);
    expect(told(1, 1_000)).toEqual(Object.keys(fields(1, 1_000)));
    expect(told(1, 1_001)).toEqual(['...']);
    expect(told(1, 1_000_000)).toEqual(['...']);
  });

  it('names each unknown field, in whatever order and by whatever name, in characters that a header takes', () => {
    const known = Object.keys(whole());
    const unknown = fc.dictionary(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }).filter((name) => !known.includes(name)),
      fc.jsonValue(),
      { maxKeys: 10 },
    );
    const body = fc.tuple(unknown, fc.shuffledSubarray(known, { minLength: known.length }), fc.boolean());
    fc.assert(
      fc.property(body, ([more, order, isFirst]) => {
        const fields = whole();
        const taken = Object.fromEntries(order.map((name) => [name, fields[name as keyof typeof fields]]));
        const header = ignored(isFirst ? { ...more, ...taken } : { ...taken, ...more });
        expect(header).toMatch(/^[\w%., -]*$/);
        expect(header.length).toBeLessThan(1_024);
        const told = header === '' ? [] : header.split(', ').map(decodeURIComponent);
        expect(told.sort()).toEqual(Object.keys(more).sort());
      }),
      { numRuns: 500 },
    );
  });
});

describe('The header x-ignored-fields', () => {
  const told = async (json: object) => {
    const { status, headers } = await call('POST', '/patient/', { json });
    return [status, headers.get('x-ignored-fields')];
  };

  it('is on an answer that has done what it could with the body, and on no error', async () => {
    expect(await told(input.patient({ nickname: 'Bo' }))).toEqual([201, 'nickname']);
    expect(await told(input.patient({ nickname: 'Bo', gender: 5 }))).toEqual([422, null]);
    const missing = await call('PATCH', `/patient/${crypto.randomUUID()}`, { json: { nickname: 'Bo' } });
    expect([missing.status, missing.headers.get('x-ignored-fields')]).toEqual([404, null]);
  });

  it('is there again where a create is repeated', async () => {
    const json = input.department({ colour: 'red' });
    for (const _ of [1, 2]) {
      const { status, headers } = await call('POST', '/department/', { json, headers: { 'idempotency-key': 'once' } });
      expect([status, headers.get('x-ignored-fields')]).toEqual([201, 'colour']);
    }
  });

  it('is not there for a form, whose grant type is OAuth’s', async () => {
    const body = new URLSearchParams({ grant_type: 'password', username: 'x@y.example', password: 'x', scope: '' });
    const { status, headers } = await call('POST', '/auth/login', { as: null, body });
    expect([status, headers.get('x-ignored-fields')]).toEqual([401, null]);
  });

  it('can be read by a portal of another origin', async () => {
    const options = { headers: { origin: 'https://a.example' }, env: { CORS_ORIGINS: 'https://a.example' } };
    const { headers } = await call('POST', '/patient/', { ...options, json: input.patient({ nickname: 'Bo' }) });
    expect(headers.get('access-control-expose-headers')?.split(',')).toContain('x-ignored-fields');
  });
});

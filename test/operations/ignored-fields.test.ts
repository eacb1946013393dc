import { beforeAll, describe, expect, it } from 'vitest';
import { operationsOf } from '../../openapi/operations';
import { app } from '../../src/app';
import { ignoredFields } from '../../src/http/ignored-fields';
import { call } from '../support/client';
import { newFixtures } from '../support/fixtures';
import { operations, resolved } from '../support/openapi';
import { OPERATIONS } from '../support/operations';
import { everyField, type Fixtures } from '../support/operations/record';
import { CASES, requestOf } from '../support/requests';

// Whatever a body has that an operation does not take is told, whichever operation it is.

const UNKNOWN = 'colour';
type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy with an unknown field in each object, and the paths of these. */
function withUnknown(value: unknown, at: string[] = []): { copy: unknown; paths: string[] } {
  const within = (one: unknown, name: string | number) => withUnknown(one, [...at, String(name)]);
  if (Array.isArray(value)) {
    const elements = value.map(within);
    return { copy: elements.map(({ copy }) => copy), paths: elements.flatMap(({ paths }) => paths) };
  }
  // The columns of a file are called as they like.
  if (!isObject(value) || at.join('.') === 'mapping') return { copy: value, paths: [] };
  const fields = Object.entries(value).map(([name, one]) => [name, within(one, name)] as const);
  return {
    copy: { ...Object.fromEntries(fields.map(([name, { copy }]) => [name, copy])), [UNKNOWN]: 'secret' },
    paths: [...fields.flatMap(([, { paths }]) => paths), [...at, UNKNOWN].join('.')],
  };
}

const strict = new Set(
  operations.flatMap(({ name, operation: { requestBody } }) => {
    const schema = requestBody?.content['application/json']?.schema;
    return schema && resolved(schema).additionalProperties === false ? [name] : [];
  }),
);
const withJson = operationsOf(app.routes).flatMap(({ method, path, spec: { json } }) =>
  json ? [[`${method.toUpperCase()} ${path}`, json] as const] : [],
);
const names = new Set<string>(withJson.map(([name]) => name));
const told = (headers: Headers) => headers.get('x-ignored-fields');

let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await newFixtures();
});

describe.each(withJson.filter(([name]) => !strict.has(name)))('The body of %s', (name, schema) => {
  const body = () => everyField(OPERATIONS[name]);

  it('has no field that is told as ignored although it is taken', () => {
    expect(Object.keys(body())).not.toEqual([]);
    expect(ignoredFields(body(), schema.parse(body()))).toBe('');
  });

  it('has no place where an unknown field is not told', () => {
    const { copy, paths } = withUnknown(body());
    const header = ignoredFields(copy, schema.parse(copy)).split(', ');
    expect(header.sort()).toEqual(paths.sort());
  });
});

describe('x-ignored-fields', () => {
  it.each(CASES.filter(([, { name }]) => names.has(name)))('is as the body deserves: %s', async (_, one) => {
    const { path, json, ...options } = await requestOf(one, fixtures);
    const { copy, paths } = withUnknown(json);
    if (strict.has(one.name)) {
      const { status, headers, body } = await call(one.method, path, { ...options, json: copy });
      expect([status, told(headers)]).toEqual([422, null]);
      expect(body.detail).toEqual([
        { loc: ['body', UNKNOWN], msg: 'The field is not taken here', type: 'extra_forbidden' },
      ]);
      return;
    }
    const { status, headers } = await call(one.method, path, { ...options, json: copy });
    expect(status).toBeLessThan(300);
    expect(told(headers)?.split(', ').sort()).toEqual(paths.sort());
    expect(told(headers)).not.toContain('secret');
  });

  it.each(CASES.filter(([, { name }]) => names.has(name)))('is not there where all is taken: %s', async (_, one) => {
    const { path, ...options } = await requestOf(one, fixtures);
    const { status, headers } = await call(one.method, path, options);
    expect([status < 300, told(headers)]).toEqual([true, null]);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../support/client';
import { newFixtures } from '../support/fixtures';
import { operationNamed } from '../support/openapi';
import type { Fixtures } from '../support/operations/record';
import { CASES, type Called, requestOf } from '../support/requests';

// Whatever a query has that an operation does not take is told, whichever operation it is.

const isFile = ({ name }: Called) =>
  ['GET /static/{file_path}', 'GET /feeds/{file}'].includes(name) || name.endsWith(' /unsubscribe/{token}');

let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await newFixtures();
});

describe('x-ignored-parameters', () => {
  it.each(CASES)('names what is not taken: %s', async (_, one) => {
    const { path, ...options } = await requestOf(one, fixtures);
    const more = `${path.includes('?') ? '&' : '?'}colour=secret&colour=red&updated_since=`;
    const { status, headers } = await call(one.method, path + more, options);
    const told = isFile(one) || status >= 300 ? null : 'colour, updated_since';
    expect([status < 400, headers.get('x-ignored-parameters')]).toEqual([true, told]);
  });

  it.each(CASES)('names none of the document: %s', async (_, one) => {
    const { path, ...options } = await requestOf(one, fixtures);
    const taken = (operationNamed(one.name).parameters ?? []).filter((parameter) => parameter.in === 'query');
    const empty = taken.map(({ name }) => `${name}=`).join('&');
    const { status, headers } = await call(one.method, `${path}${path.includes('?') ? '&' : '?'}${empty}`, options);
    // An empty one counts as absent.
    expect([status < 400, headers.get('x-ignored-parameters')]).toEqual([true, null]);
  });
});

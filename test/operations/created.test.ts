import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../support/client';
import { newFixtures } from '../support/fixtures';
import { operationNamed } from '../support/openapi';
import type { Fixtures } from '../support/operations/record';
import { CASES, requestOf } from '../support/requests';

let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await newFixtures();
});

const headersOf = (name: string) => operationNamed(name).responses[201]?.headers ?? {};
const creates = CASES.filter(([, { name }]) => headersOf(name).location);

describe('A create', () => {
  it.each(creates)('answers where its record is read, and the first version: %s', async (_, one) => {
    const { path, ...options } = await requestOf(one, fixtures);
    const { status, headers } = await call('POST', path, options);
    const location = new URL(headers.get('location') ?? '');
    const read = await call('GET', location.pathname, { as: options.as });
    expect([status, location.origin, read.status]).toEqual([201, 'http://localhost', 200]);
    if (!headersOf(one.name).etag) return;
    expect([headers.get('etag'), read.headers.get('etag')]).toEqual(['"1"', expect.stringMatching(/^"1["-]/)]);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { HEADERS } from '../../openapi/headers';
import { call } from '../support/client';
import { newFixtures } from '../support/fixtures';
import { document, operationNamed, operations } from '../support/openapi';
import type { Fixtures } from '../support/operations/record';
import { CASES, requestOf } from '../support/requests';

/** Those that an answer has only at times. */
const AT_TIMES = [
  'link',
  'x-search-approximate',
  'x-search-incomplete',
  'x-ignored-fields',
  'x-ignored-parameters',
  'preference-applied',
  'content-range',
];

let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await newFixtures();
});

const first = CASES.filter(([, { record, what }]) => what === Object.keys(record.cases)[0]);

describe('The headers in the OpenAPI document', () => {
  // That an answer has no others is checked with each call of the tests, in test/support/openapi.ts.
  it.each(first)('are those of a real answer: %s', async (_, one) => {
    const { path, ...options } = await requestOf(one, fixtures);
    const { status, headers, cost } = await call(one.method, path, options);
    const { headers: promised = {}, content } = operationNamed(one.name).responses[status] ?? {};
    const atTimes = [...AT_TIMES, ...(content?.['text/csv'] ? ['content-disposition'] : [])];
    const always = Object.keys(promised).filter((header) => !atTimes.includes(header));
    const lacking = always.filter((header) => !headers.has(header));
    expect(lacking, `${status}`).toEqual(cost.trips === 0 ? ['x-d1-bookmark'] : []);
  });

  it('say on every error how to find the request, and where to wait or to log in', () => {
    for (const { name, operation } of operations) {
      for (const [status, { headers = {} }] of Object.entries(operation.responses)) {
        const names = Object.keys(headers);
        expect(names, `${name} ${status}`).toEqual(expect.arrayContaining(['x-request-id', 'x-d1-bookmark']));
        expect(names.includes('retry-after'), `${name} ${status}`).toBe(['429', '503'].includes(status));
        expect(names.includes('www-authenticate'), `${name} ${status}`).toBe(status === '401');
      }
    }
  });

  it('are all components', () => {
    expect(Object.keys(document.components.headers).sort()).toEqual(
      Object.values(HEADERS)
        .map(({ id }) => id)
        .sort(),
    );
  });

  it('name the bookmark as a parameter where it is read', async () => {
    for (const { name, path, operation } of operations) {
      const takes = operation.parameters?.some((parameter) => parameter.name === 'x-d1-bookmark') ?? false;
      expect(takes, name).toBe(!/^\/(auth|settings|health)\//.test(path));
    }
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { HEADERS } from '../../openapi/headers';
import { call } from '../support/client';
import { makeFixtures } from '../support/fixtures';
import { document, operations } from '../support/openapi';
import { OPERATIONS } from '../support/operations';
import type { Fixtures } from '../support/operations/record';
import { insertUser } from '../support/users';

/** Those that an answer has only at times. */
const AT_TIMES = ['link', 'x-search-approximate', 'x-search-incomplete', 'preference-applied', 'content-range'];

const account = { email: 'headers@test.example', password: 'correct horse' };
let fixtures: Fixtures;
beforeAll(async () => {
  await insertUser('staff', account);
  fixtures = await makeFixtures({ account });
});

describe('The headers in the OpenAPI document', () => {
  // That an answer has no others is checked with each call of the tests, in test/support/openapi.ts.
  it.each(operations.map(({ name, method, path, operation }) => [name, { method, path, operation }] as const))(
    'are those of a real answer: %s',
    async (name, { method, path, operation }) => {
      const { as = 'staff', body, cases } = OPERATIONS[name] ?? { cases: {} };
      const { path: sentTo = path, ...options } = (await Object.values(cases)[0]?.request?.(fixtures)) ?? {};
      const { status, headers, cost } = await call(method, sentTo, { as, ...(body && { json: body() }), ...options });
      const promised = Object.keys(operation.responses[status]?.headers ?? {});
      const always = promised.filter((header) => !AT_TIMES.includes(header));
      const lacking = always.filter((header) => !headers.has(header));
      expect(lacking, `${status}`).toEqual(cost.trips === 0 ? ['x-d1-bookmark'] : []);
    },
  );

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

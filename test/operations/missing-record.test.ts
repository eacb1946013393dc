import { beforeAll, describe, expect, it } from 'vitest';
import { call, refusal } from '../support/client';
import { newFixtures } from '../support/fixtures';
import { operationNamed, operations } from '../support/openapi';
import { OPERATIONS } from '../support/operations';
import type { Fixtures } from '../support/operations/record';
import { CASES, requestOf } from '../support/requests';
import { trail } from '../support/rows';

let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await newFixtures();
});

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const hasId = (name: string) =>
  operationNamed(name).parameters?.some((each) => each.in === 'path' && each.schema.format === 'uuid') ?? false;

/** Of each operation whose path names a record by its id, the first case. */
const ofRecords = CASES.filter(([, { name, record, what }]) => hasId(name) && what === Object.keys(record.cases)[0]);

describe('A record', () => {
  it.each(ofRecords)('that is not there is named by its id: %s', async (_, one) => {
    const { path, ...options } = await requestOf(one, fixtures);
    const [place = '', query] = path.split('?');
    for (const id of place.match(UUID) ?? []) {
      const unknown = place.replace(id, crypto.randomUUID());
      const { status, body } = await call(one.method, query ? `${unknown}?${query}` : unknown, options);
      const named = unknown.match(UUID)?.join('|');
      expect([status, body], unknown).toEqual([
        404,
        refusal('not_found', expect.stringMatching(` not found: (${named})$`)),
      ]);
    }
  });

  it.each(ofRecords.filter(([, { method }]) => method === 'GET'))(
    'is read by its id in capitals: %s',
    async (_, one) => {
      const { path, ...options } = await requestOf(one, fixtures);
      const { status, body } = await call(
        'GET',
        path.replace(UUID, (id) => id.toUpperCase()),
        options,
      );
      expect([status, body]).toEqual([200, (await call('GET', path, options)).body]);
    },
  );
});

/** The end of a login is no deletion, and has no message. */
const deletions = ofRecords.filter(
  ([, { name, method, record }]) =>
    method === 'DELETE' && record.repeated === 404 && operationNamed(name).responses[200],
);

describe('A deletion', () => {
  it.each(deletions)(
    'takes place once, is on the trail, and nothing of the record is left to use: %s',
    async (_, one) => {
      const { path, ...options } = await requestOf(one, fixtures);
      const [id = ''] = path.match(UUID) ?? [];
      const all = await Promise.all(Array.from({ length: 5 }, () => call('DELETE', path, options)));
      expect(all.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
      // Of a client twice: its account has the same id.
      expect([...new Set(await trail(id))]).toEqual(
        one.record.leavesNoTrail ? [] : ['create 1', 'delete 2 deleted_at'],
      );
      const below = operations.filter((each) => each.path.startsWith(one.template));
      for (const { method, name, path: template } of below) {
        const { body, as } = OPERATIONS[name] ?? {};
        const json = body?.();
        const place = template.replace(one.template, path);
        const sent = json ? { json } : { headers: { 'content-length': '0' } };
        expect((await call(method, place, { as, ...sent })).status, name).toBe(404);
      }
    },
  );
});

import { beforeAll, describe, expect, it } from 'vitest';
import { call, faults, type Result, refusal } from '../support/client';
import { newFixtures } from '../support/fixtures';
import type { Fixtures } from '../support/operations/record';
import { CASES, requestOf, takes, withHeaders } from '../support/requests';
import { differences, snapshot } from '../support/snapshot';

let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await newFixtures();
});

const conditional = CASES.filter(([, { name }]) => takes(name, 'if-match'));

const tagOf = ({ headers }: Result): string => headers.get('etag') ?? '';
const versionOf = (tag: string): number => Number(/\d+/.exec(tag)?.[0]);
const statuses = (all: Result[]) => all.map(({ status }) => status).sort();

describe('If-Match', () => {
  it.each(conditional.filter(([, { one }]) => !one.begins))(
    'allows a write of the version that was read: %s',
    async (_, one) => {
      const isDelete = one.method === 'DELETE';
      const { path, ...request } = await requestOf(one, fixtures);
      const send = (tag: string, at = path) => {
        const { path: sentTo, ...options } = withHeaders({ ...request, path: at }, { 'if-match': tag });
        return call(one.method, sentTo, options);
      };
      const read = (headers = {}) => call('GET', path.replace(/\/sign$/, ''), { as: request.as, headers });

      const tag = tagOf(await read());
      const version = versionOf(tag);
      const before = await snapshot();
      for (const malformed of ['1', 'W/1', '""', '"x"', '"1", "2"']) {
        const answer = await send(malformed);
        expect([answer.status, faults(answer).map(([field]) => field)], malformed).toEqual([422, ['if-match']]);
      }
      for (const stale of [Math.abs(version - 1), version + 1, 99]) {
        const { status, body } = await send(`"${stale}"`);
        expect([status, body], `"${stale}"`).toEqual([412, refusal('outdated')]);
      }
      // What the hospital has one of is always there.
      const unknown = path.replace(/[0-9a-f-]{36}/, crypto.randomUUID());
      if (unknown !== path) expect((await send('"1"', unknown)).status, 'a record that is not there').toBe(404);
      expect(differences(before, await snapshot()), 'what a refusal wrote').toEqual([]);

      const all = await Promise.all([tag, tag, `W/${tag}`, `W/"${version}"`].map((each) => send(each)));
      const late = one.one.writesNothing || one.one.isOnce ? 200 : isDelete ? 404 : 412;
      expect(statuses(all), 'one of those at the same time').toEqual([200, late, late, late]);
      if (one.one.writesNothing) return;
      const now = await read({ 'if-none-match': tag });
      expect(now.status, 'the former tag is no longer that of a read').toBe(isDelete ? 404 : 200);
      if (isDelete) return;
      expect(versionOf(tagOf(now))).toBe(version + 1);
      const done = all.find(({ status }) => status === 200);
      expect(done && tagOf(done)).toBe(`"${version + 1}"`);
    },
  );

  it.each(conditional)('allows any version by `*`, and where it is left out: %s', async (_, one) => {
    for (const headers of [{ 'if-match': '*' }, {}]) {
      const { path, ...options } = withHeaders(await requestOf(one, fixtures), headers as Record<string, string>);
      const { status, body } = await call(one.method, path, options);
      expect(status, JSON.stringify(body)).toBe(200);
    }
  });
});

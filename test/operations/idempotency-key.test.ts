import { beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../src/auth/permissions';
import type { Actor } from '../../src/context';
import { call, type Result, refusal } from '../support/client';
import { newFixtures } from '../support/fixtures';
import { unique } from '../support/input';
import { operationOf } from '../support/openapi';
import type { Fixtures } from '../support/operations/record';
import { CASES, type Request, requestOf, takes, withHeaders } from '../support/requests';
import { differences, snapshot } from '../support/snapshot';
import { insertUser } from '../support/users';

let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await newFixtures();
});

const keyed = CASES.filter(([, { name, record }]) => takes(name, 'idempotency-key') && !record.checksOwnKey);

/** All that a client keeps of what it created. */
const created = ({ status, body, headers }: Result) => [status, body, headers.get('location'), headers.get('etag')];

const roleOf = (as: Role | Actor) => (typeof as === 'string' ? as : as.role);

/** A change of the request that makes it another one; test/resources/file-repeat.test.ts has those of uploads. */
const another = (request: Request): Request[] =>
  'json' in request ? [{ ...request, json: { ...(request.json as object), other: 1 } }] : [];

describe('Idempotency-Key', () => {
  it.each(keyed)('makes one of the same request: %s', async (_, one) => {
    const key = unique('key');
    const request = withHeaders(await requestOf(one, fixtures), { 'idempotency-key': key });
    const send = ({ path, ...options }: Request) => call(one.method, path, options);

    const first = await Promise.all([send(request), send(request), send(request)]);
    const before = await snapshot();
    const again = await send(request);
    expect(again.status).toBe(201);
    for (const answer of first) expect(created(answer)).toEqual(created(again));
    for (const other of another(request)) {
      const refused = await send(other);
      expect([refused.status, refused.body]).toEqual([409, refusal('idempotency_key')]);
    }
    expect(differences(before, await snapshot()), 'what the same key wrote again').toEqual([]);

    const other = await send({
      ...withHeaders(await requestOf(one, fixtures), { 'idempotency-key': key }),
      as: await insertUser(roleOf(request.as as Role | Actor)),
    });
    expect(other.status, 'another account').toBe(201);
    expect(created(other)).not.toEqual(created(again));

    const place = new URL(again.headers.get('location') ?? '/', 'http://localhost').pathname;
    if (!operationOf('DELETE', place)) return;
    expect((await call('DELETE', place, { as: request.as })).status).toBe(200);
    const gone = await send(request);
    expect([gone.status, gone.body.code], 'what it made is gone').toEqual([409, 'idempotency_key']);
  });
});

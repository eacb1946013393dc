import { beforeAll, describe, expect, it } from 'vitest';
import { operationsOf } from '../../openapi/operations';
import { app } from '../../src/app';
import { may, ROLES } from '../../src/auth/permissions';
import type { Actor } from '../../src/context';
import { type CallOptions, call } from '../support/client';
import { make } from '../support/factories';
import { newFixtures } from '../support/fixtures';
import type { Fixtures } from '../support/operations/record';
import { CASES, type Called, type Request, requestOf, takes, withHeaders } from '../support/requests';
import { rows } from '../support/rows';
import { differences, snapshot } from '../support/snapshot';
import { insertUser } from '../support/users';

// A request is done whole or not at all: each write of the service is sent in every way that it can be refused, and after each
// refusal the database and the bucket are what they were.

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** The key of a request that was done before, by the account of each role. */
const USED_KEY = 'used-before';

const writes = CASES.filter(([, { method }]) => method !== 'GET');

/** The roles that may not send each operation. */
const forbidden = Object.fromEntries(
  operationsOf(app.routes).map(({ method, path, spec: { permission = 'account' } }) => [
    `${method.toUpperCase()} ${path}`,
    ROLES.filter((role) => permission !== 'account' && !may(role, permission)),
  ]),
);

const as = (
  { headers: { authorization: _, ...headers } = {}, ...request }: Request,
  who: CallOptions['as'],
): Request => ({
  ...request,
  headers,
  as: who,
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same request with one id of its body replaced by one that nothing has, for each. */
function strangers(json: unknown): unknown[] {
  const text = JSON.stringify(json) ?? '';
  return [...new Set(text.match(UUID))].map((id) => JSON.parse(text.replaceAll(id, crypto.randomUUID())));
}

/**
 * The same request with the last field of its body of a wrong type, and of `user`, which is written apart. Which field it is makes
 * no difference: no handler runs.
 */
function wrongTypes(json: unknown): unknown[] {
  const name = isObject(json) && Object.keys(json).at(-1);
  if (!name || !isObject(json)) return [];
  const { user } = json;
  return [{ ...json, [name]: { wrong: true } }, ...wrongTypes(user).map((each) => ({ ...json, user: each }))];
}

/**
 * Each way in which the request may be refused, and the status if only one is right. Some may be done all the same: then
 * they are no refusal.
 */
function refusals({ name, method, record }: Called, request: Request): [way: string, Request, status?: number][] {
  const { path, json } = request;
  const needsToken = record.as !== null;
  const isKeyed = takes(name, 'idempotency-key');
  const withHeader = (header: string, value: string) => withHeaders(request, { [header]: value });
  const ids = path.match(UUID) ?? [];
  const ways: [way: string, Request | undefined, status?: number][] = [
    ['without a token', needsToken ? as(request, null) : undefined, 401],
    ['with a token that is not valid', needsToken ? withHeader('authorization', 'Bearer a.b.c') : undefined, 401],
    ...(forbidden[name] ?? []).map((role): [string, Request, number] => [
      `of the role ${role}`,
      as(request, role),
      403,
    ]),
    ...ids.map((id): [string, Request] => [
      `of ${id}, which is not there`,
      { ...request, path: path.replace(id, crypto.randomUUID()) },
    ]),
    ['of an id that is none', ids[0] ? { ...request, path: path.replace(ids[0], 'wrong') } : undefined],
    ['of a bookmark that is none', withHeader('x-d1-bookmark', 'wrong')],
    ['with a body that is cut off', json === undefined ? undefined : { ...request, json: undefined, body: '{"a":' }],
    ...strangers(json).map((each): [string, Request] => [
      'of a reference that is not there',
      { ...request, json: each },
    ]),
    ...wrongTypes(json).map((each): [string, Request] => ['with a field of a wrong type', { ...request, json: each }]),
    ['under a key that was used', isKeyed ? withHeader('idempotency-key', USED_KEY) : undefined],
    ['by the doctor’s own account', needsToken ? as(request, ownAccount) : undefined],
    // Now it is done, and what follows finds it done.
    ['as it should be', request],
    [method === 'POST' ? 'again, as another one' : 'again', request],
    ['by an account that has another role now', needsToken ? as(request, former) : undefined],
  ];
  return ways.flatMap(([way, sent, status]) => (sent ? [[way, sent, status] as [string, Request, number?]] : []));
}

let shared: Fixtures;
/** An account that is an admin by its token alone. */
let former: Actor;
/** The account of the doctor of the fixtures, which may change doctors: what it changes of itself may end its login. */
let ownAccount: Actor;

beforeAll(async () => {
  former = { id: (await insertUser('billing')).id, role: 'admin' };
  shared = await newFixtures();
  ownAccount = { id: shared.doctor.user.id, role: 'staff' };
  await rows(`UPDATE user SET type = 'staff' WHERE id = ?`, ownAccount.id);
  for (const role of ['admin', 'staff'] as const) {
    await make.department({}, { as: role, headers: { 'idempotency-key': USED_KEY } });
  }
});

/** What a refusal leaves on purpose: a refresh token that comes back was stolen, so its login ends. */
const LEFT: Record<string, RegExp> = {
  'POST /auth/refresh: again, as another one': /^[+-] (login_session|refresh_token|audit|sqlite_sequence) /,
};

/** The first insert of a table makes the row of its numbers, whatever comes of it. */
const BEGUN = /^\+ sqlite_sequence \["'\w+'","0"\]$/;

const seen = new Set<number>();

describe('A write that is refused changes nothing', () => {
  it.each(writes)('%s', async (_, write) => {
    const { method, name } = write;
    const request = await requestOf(write, shared);
    let before = await snapshot();
    let refused = 0;
    for (const [way, sent, expected] of refusals(write, request)) {
      const { path, ...options } = sent;
      if (options.json === undefined) delete options.json;
      const { status } = await call(method, path, options);
      if (expected) expect(status, way).toBe(expected);
      const after = await snapshot();
      if (status >= 400) {
        const left = LEFT[`${name}: ${way}`];
        const changed = differences(before, after).filter((each) => !left?.test(each) && !BEGUN.test(each));
        expect(changed, `${status} for a request ${way}`).toEqual([]);
        seen.add(status);
        refused++;
      }
      before = after;
    }
    expect(refused).toBeGreaterThan(0);
  });

  it('was refused with every status that refuses', () => {
    expect([...seen]).toEqual(expect.arrayContaining([400, 401, 403, 404, 409, 422]));
  });
});

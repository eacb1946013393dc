import { describe, expect, it } from 'vitest';
import { type Body, call, ok } from '../support/client';
import { input } from '../support/input';
import { account, logIn, refresh } from '../support/logins';
import { count, rows } from '../support/rows';

const patch = (id: string, json: object) => call('PATCH', `/auth/users/${id}`, { as: 'admin', json });

/** A doctor and a refresh token of its account. */
async function loggedInDoctor() {
  const json = input.doctor();
  const { id, user } = await ok('POST', '/doctor/', { json });
  const { refresh_token } = (await logIn(json.user)).body;
  const put = (changed: object) =>
    ok('PUT', `/doctor/${id}`, { json: { ...json, user: { ...json.user, password: undefined, ...changed } } });
  return { id, user, refresh_token, put };
}

const statusOf = async (refresh_token: string) => (await refresh(refresh_token)).status;

describe('The logins of an account end', () => {
  it.each([
    ['role', { type: 'admin' }],
    ['state', { disabled: true }],
    ['role and state', { type: 'none', disabled: true }],
  ])('with a new %s by an admin, and no other login ends', async (_, change) => {
    const [user, other] = [await account(), await account()];
    const [first, second, others] = await Promise.all([user, user, other].map((one) => one.logIn()));
    expect((await patch(user.id, change)).status).toBe(200);
    expect(await statusOf(first?.body.refresh_token)).toBe(401);
    expect(await statusOf(second?.body.refresh_token)).toBe(401);
    expect(await statusOf(others?.body.refresh_token)).toBe(200);
  });

  it.each([
    ['role', { type: 'billing' }],
    ['password', { password: 'another-one!' }],
  ])('with a new %s by a PUT of the doctor', async (_, change) => {
    const { refresh_token, put } = await loggedInDoctor();
    await put(change);
    expect(await statusOf(refresh_token)).toBe(401);
  });

  it('with the doctor', async () => {
    const { id, refresh_token } = await loggedInDoctor();
    await ok('DELETE', `/doctor/${id}`);
    expect(await statusOf(refresh_token)).toBe(401);
  });

  it.each([
    "type = 'admin'",
    'disabled_at = 1',
    'deleted_at = 1',
    "totp_secret = 'A'",
    "password_hash = 'other', version = version + 1",
  ])('with a change that an operator makes in the database: %s', async (change) => {
    const user = await account();
    const { refresh_token } = (await user.logIn()).body;
    await rows(`UPDATE user SET ${change} WHERE id = ?`, user.id);
    expect(await count('login_session WHERE user_id = ? AND revoked_at IS NULL', user.id)).toBe(0);
    expect(await statusOf(refresh_token)).toBe(401);
  });
});

describe('The logins of an account go on', () => {
  it('when an admin sets the role that it has, or enables what is enabled', async () => {
    const user = await account('billing');
    const { refresh_token } = (await user.logIn()).body;
    expect((await patch(user.id, { type: 'billing', disabled: false })).status).toBe(200);
    expect(await statusOf(refresh_token)).toBe(200);
  });

  it('when a PUT of the doctor changes neither role nor password', async () => {
    const { refresh_token, put } = await loggedInDoctor();
    await put({ phone_number: '1' });
    expect(await statusOf(refresh_token)).toBe(200);
  });
});

describe('A refresh', () => {
  it.each([
    ['disabled', { disabled: true }],
    ['given another role', { type: 'billing' }],
  ])('at the moment at which the account is %s leaves no login that goes on', async (_, change) => {
    const user = await account();
    const logins: Body[] = await Promise.all(Array.from({ length: 4 }, async () => (await user.logIn()).body));
    const [refreshed] = await Promise.all([
      Promise.all(logins.map(({ refresh_token }) => refresh(refresh_token))),
      patch(user.id, change),
    ]);
    const tokens = [...logins, ...refreshed.map(({ body }) => body)].flatMap(
      ({ refresh_token }) => refresh_token ?? [],
    );
    for (const token of tokens) expect(await statusOf(token)).toBe(401);
    expect(await count('login_session WHERE user_id = ? AND revoked_at IS NULL', user.id)).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/rules/sha256';
import { type Body, call, duplicate, faults, ok, refusal } from '../support/client';
import { account, invitation, invite, logIn, PASSWORD, passwordsHashed, signUp } from '../support/logins';
import { count, row, trail } from '../support/rows';
import { actorOf } from '../support/users';

const HOURS = 3_600_000;
const post = (json: object, headers: Record<string, string> = {}) =>
  call('POST', '/auth/users', { as: 'admin', json, headers });
const use = (token: string, password = PASSWORD) =>
  call('POST', '/auth/password-token', { as: null, json: { token, password } });
const patch = (id: string, json: object) => ok('PATCH', `/auth/users/${id}`, { as: 'admin', json });

describe('POST /auth/users', () => {
  it('creates an account, and answers it with a token for 72 hours, of which only the hash is stored', async () => {
    const json = invitation({ type: 'Billing', username: crypto.randomUUID(), phone_number: '1' });
    const before = Date.now();
    const { status, body, headers } = await post(json);
    expect([status, headers.get('location')]).toEqual([201, null]);
    const { token, expires_at, ...account } = body;
    expect(account).toEqual({
      ...json,
      type: 'billing',
      id: expect.any(String),
      pending_type: null,
      disabled: false,
      password_set: false,
      totp_enabled: false,
      created_at: expect.any(String),
    });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(Date.parse(expires_at) - before).toBeGreaterThanOrEqual(72 * HOURS);
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(72 * HOURS);
    const stored = await row('SELECT * FROM password_token WHERE user_id = ?', account.id);
    expect(stored).toEqual({
      user_id: account.id,
      token_hash: await sha256(token),
      expires_at: Date.parse(expires_at),
    });
    expect(await trail(account.id)).toEqual(['create 1', 'create 1']);
    const issued = "audit WHERE entity = 'password_token' AND action = 'create' AND entity_id = ? AND actor = ?";
    expect(await count(issued, account.id, actorOf('admin').id)).toBe(1);
  });

  it('lets nobody in until the owner has set a password, and answers a login as any wrong one', async () => {
    const { id, email, token } = await invite();
    const wrong = await logIn({ email: (await account()).email, password: 'wrong password' });
    for (const password of ['', PASSWORD, token]) {
      const { status, body } = await logIn({ email, password });
      expect([status, body]).toEqual([401, wrong.body]);
    }
    const listed = async () =>
      (await ok('GET', '/auth/users?limit=5', { as: 'admin' })).find((one: Body) => one.id === id);
    expect(await listed()).toMatchObject({ password_set: false });
    expect((await use(token)).status).toBe(204);
    expect(await listed()).toMatchObject({ password_set: true });
    expect((await logIn({ email, password: PASSWORD })).status).toBe(200);
  });

  it('hashes for a login without a password as for one with a wrong one', async () => {
    for (const { email } of [await invite(), await account()]) {
      expect(await passwordsHashed((options) => logIn({ email, password: 'wrong password' }, options))).toBe(1);
    }
  });

  it('creates an account of any role, admins included, and its owner has it at once', async () => {
    for (const type of ['admin', 'staff', 'doctor', 'billing', 'none']) {
      const made = await invite({ type });
      expect(made).toMatchObject({ type, pending_type: null });
      expect((await use(made.token, 'Long-enough 4')).status).toBe(204);
      expect((await logIn({ email: made.email, password: 'Long-enough 4' })).status).toBe(200);
    }
  });

  it('is 409 where the e-mail or the username is taken, in any letter case', async () => {
    const taken = await invite({ username: `U-${crypto.randomUUID()}` });
    const before = await count('user');
    const email = await post(invitation({ email: taken.email.toUpperCase() }));
    expect([email.status, email.body]).toEqual([409, duplicate('email', 'This email is already in use')]);
    const username = await post(invitation({ username: taken.username.toLowerCase() }));
    expect([username.status, username.body]).toEqual([409, duplicate('username', 'This username is already in use')]);
    expect(await count('user')).toBe(before);
  });

  it('creates one account of 10 equal invitations at the same time', async () => {
    const json = invitation();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(json)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    const token = answers.find(({ status }) => status === 201)?.body.token;
    expect((await use(token)).status).toBe(204);
  });

  it('is 422 with every fault', async () => {
    const wrong = await post({ email: 'no-address', type: 'root', full_name: '1', username: '\u200b' });
    expect(wrong.status).toBe(422);
    expect(faults(wrong).map(([field]) => field)).toEqual(['email', 'type', 'full_name', 'username']);
    expect(faults(await post({}))).toEqual([
      ['email', 'missing'],
      ['type', 'missing'],
      ['full_name', 'missing'],
    ]);
  });

  describe('with an Idempotency-Key', () => {
    const key = () => ({ 'idempotency-key': crypto.randomUUID() });

    it('creates one account, and answers a repetition with another token, which ends the first one', async () => {
      const [json, headers] = [invitation(), key()];
      const first = await post(json, headers);
      const again = await post(json, headers);
      expect([again.status, again.body.id]).toEqual([201, first.body.id]);
      expect(again.body.token).not.toBe(first.body.token);
      expect((await use(first.body.token)).status).toBe(401);
      expect((await use(again.body.token)).status).toBe(204);
    });

    it('creates one account of 10 requests at the same time, of whose tokens one works', async () => {
      const [json, headers] = [invitation(), key()];
      const answers = await Promise.all(Array.from({ length: 10 }, () => post(json, headers)));
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
      const used = await Promise.all(answers.map(({ body }) => use(body.token)));
      expect(used.filter(({ status }) => status === 204)).toHaveLength(1);
    });

    it('is 409 for another invitation, and once the account is in use, disabled or has a password', async () => {
      const [json, headers] = [invitation(), key()];
      const { body } = await post(json, headers);
      expect((await post(invitation(), headers)).status).toBe(409);
      await patch(body.id, { disabled: true });
      expect((await post(json, headers)).status).toBe(409);
      await patch(body.id, { disabled: false });
      const again = await post(json, headers);
      expect((await use(again.body.token)).status).toBe(204);
      const version = await row('SELECT version FROM user WHERE id = ?', body.id);
      expect((await post(json, headers)).status).toBe(409);
      expect(await row('SELECT version FROM user WHERE id = ?', body.id)).toEqual(version);
      expect((await logIn({ email: body.email, password: PASSWORD })).status).toBe(200);
    });
  });
});

describe('SIGNUP=invited', () => {
  const env = { SIGNUP: 'invited' };

  it('closes the signup, before the body is looked at', async () => {
    const json = { email: `${crypto.randomUUID()}@test.example`, password: PASSWORD, full_name: 'Nina' };
    for (const sent of [json, {}, 'text', null]) {
      const { status, body } = await signUp(sent as object, { env });
      expect([status, body]).toEqual([403, refusal('signup_closed', 'Signup is closed: ask an admin to invite you')]);
    }
    expect(await count('user WHERE email = ?', json.email)).toBe(0);
    expect((await signUp(json)).status).toBe(200);
  });

  it('leaves login, refresh, invitations and doctors as they are', async () => {
    const user = await account();
    const { status, body } = await user.logIn({ env });
    expect(status).toBe(200);
    expect((await call('POST', '/auth/refresh', { as: null, json: body, env })).status).toBe(200);
    const made = await call('POST', '/auth/users', { as: 'admin', json: invitation(), env });
    expect(made.status).toBe(201);
    const used = { token: made.body.token, password: PASSWORD };
    expect((await call('POST', '/auth/password-token', { as: null, json: used, env })).status).toBe(204);
  });
});

import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/rules/sha256';
import { accessOf } from '../support/access';
import { type Body, type CallOptions, call, faults, ok, refusal } from '../support/client';
import { deviceOf } from '../support/cookies';
import { databaseWith } from '../support/fakes';
import { input } from '../support/input';
import { account, invite, logIn, PASSWORD, passwordsHashed, refresh } from '../support/logins';
import { withoutPauses } from '../support/pauses';
import { count, row, rows } from '../support/rows';

withoutPauses();

const NEW = 'battery staple 4';
const use = (token: unknown, password: unknown = NEW, options: CallOptions = {}) =>
  call('POST', '/auth/password-token', { as: null, json: { token, password }, ...options });
const admin = { as: 'admin' } as const;
const reset = async (id: string): Promise<string> => (await ok('POST', `/auth/users/${id}/reset`, admin)).token;
const INVALID = refusal('password_token_invalid', 'Invalid or expired token');

/** An account with a password, and a token for another one. */
async function withToken() {
  const user = await account();
  const token = await reset(user.id);
  return { ...user, token };
}

describe('POST /auth/password-token', () => {
  it('sets the password, once', async () => {
    const { email, id, token } = await invite();
    const { status, bytes } = await use(token);
    expect([status, bytes.length]).toEqual([204, 0]);
    expect((await logIn({ email, password: NEW })).status).toBe(200);
    const stored = await row('SELECT * FROM user WHERE id = ?', id);
    const again = await use(token, 'another staple 4');
    expect([again.status, again.body]).toEqual([401, INVALID]);
    expect(await row('SELECT * FROM user WHERE id = ?', id)).toEqual(stored);
  });

  it('lets one of 20 uses of a token at the same time set the password', async () => {
    const { id, email, token } = await invite();
    const passwords = Array.from({ length: 20 }, (_, i) => `battery staple ${i}`);
    const answers = await Promise.all(passwords.map((password) => use(token, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(19).fill(401)]);
    const winner = passwords[answers.findIndex(({ status }) => status === 204)];
    expect((await logIn({ email, password: winner })).status).toBe(200);
    expect(await row('SELECT version FROM user WHERE id = ?', id)).toEqual({ version: 2 });
    expect(await count('audit WHERE entity_id = ? AND changed = \'["password_hash"]\'', id)).toBe(1);
  });

  it('ends the logins that began since the token was issued', async () => {
    const user = await account();
    const { refresh_token } = (await user.logIn()).body;
    const token = 'as-if-it-had-been-issued-before-the-login';
    const insert = 'INSERT INTO password_token (user_id, token_hash, expires_at) VALUES (?, ?, ?)';
    await rows(insert, user.id, await sha256(token), Date.now() + 1000);
    expect((await use(token)).status).toBe(204);
    expect((await refresh(refresh_token)).status).toBe(401);
  });

  it('ends the wait for wrong passwords, on a device that was known before, too', async () => {
    const user = await account();
    const jar = deviceOf(await user.logIn());
    const cookie = { headers: { cookie: jar } };
    for (const options of [{}, cookie]) {
      await Promise.all(Array.from({ length: 10 }, () => user.logIn(options, 'wrong password')));
      expect((await user.logIn(options)).status).toBe(429);
    }
    const answer = await use(await reset(user.id), NEW, cookie);
    expect(answer.status).toBe(204);
    expect((await user.logIn({}, NEW)).status).toBe(200);
    const device = deviceOf(answer);
    expect((await user.logIn({ headers: { cookie: device } }, NEW)).status).toBe(200);
  });

  it('is 401, the same for a token that is unknown, expired or an access token; on record is whose it was', async () => {
    const { id, token } = await withToken();
    await rows('UPDATE password_token SET expires_at = ? WHERE user_id = ?', Date.now() - 1, id);
    const { access_token, refresh_token } = (await (await account()).logIn()).body;
    for (const sent of [token, 'x', 'y'.repeat(43), access_token.slice(0, 200), refresh_token]) {
      const answer = await use(sent);
      expect([answer.status, answer.body]).toEqual([401, INVALID]);
      const failed = { action: 'login_failed', entity: 'user', entity_id: id, actor: null };
      expect(accessOf(answer), 'nothing of junk, which anybody can send').toMatchObject(sent === token ? [failed] : []);
    }
    expect(await row('SELECT password_hash FROM user WHERE id = ?', id)).toEqual({ password_hash: '' });
  });

  it('hashes no password for a token that is not one', async () => {
    const { token } = await invite();
    for (const [sent, hashed] of [
      ['unknown', 0],
      [token, 1],
    ] as const) {
      expect(await passwordsHashed((options) => use(sent, PASSWORD, options))).toBe(hashed);
    }
  });

  it('is 422 for a password that may not be one, and the token still works', async () => {
    const { email, token } = await invite({ type: 'doctor', username: 'Some One 1' });
    const wrong = ['short', 'password1', '12345678', '        ', email, 'some one 1', 'no symbol at all', 7, null];
    for (const password of wrong) {
      const answer = await use(token, password);
      expect(answer.status, String(password)).toBe(422);
      expect(new Set(faults(answer).map(([field]) => field))).toEqual(new Set(['password']));
    }
    expect(faults(await use('', 'short')).map(([field]) => field)).toEqual(['token', 'password']);
    expect((await use(token, 'with-a-symbol')).status).toBe(204);
  });

  it('counts as a password that is hashed, by address', async () => {
    const env = { PASSWORD_RATE_LIMIT: { limit: async () => ({ success: false }) } };
    const { token } = await invite();
    expect((await use(token, NEW, { env })).status).toBe(429);
    expect((await use(token)).status).toBe(204);
  });

  it('does nothing if the token ends while the password is hashed', async () => {
    const { id, token } = await withToken();
    let trips = 0;
    const DB = databaseWith((session) => ({
      batch: async (statements: D1PreparedStatement[]) => {
        trips++;
        await rows("UPDATE user SET type = 'none' WHERE id = ?", id);
        return session.batch(statements);
      },
    }));
    const answer = await use(token, NEW, { env: { DB } });
    expect([answer.status, answer.body, trips]).toEqual([401, INVALID, 1]);
    expect(accessOf(answer)).toMatchObject([{ action: 'login_failed', entity: 'user', entity_id: id }]);
    expect(await row('SELECT password_hash FROM user WHERE id = ?', id)).toEqual({ password_hash: '' });
  });
});

describe('A one-time token ends', () => {
  const patch = (id: string, json: object) => ok('PATCH', `/auth/users/${id}`, { ...admin, json });
  const changes: Record<string, (id: string) => Promise<unknown>> = {
    'another role': (id) => patch(id, { type: 'billing' }),
    'the role of an admin': (id) => patch(id, { type: 'admin' }),
    'being disabled, and is not back when the account is enabled': async (id) => {
      await patch(id, { disabled: true });
      await patch(id, { disabled: false });
    },
    'the change that `npm run admin` makes': (id) =>
      rows("UPDATE user SET type = 'admin', version = version + 1 WHERE id = ?", id),
    'a deletion': (id) => rows('UPDATE user SET deleted_at = 1, version = version + 1 WHERE id = ?', id),
    'a new password': (id) => rows("UPDATE user SET password_hash = 'x', version = version + 1 WHERE id = ?", id),
    'another e-mail': (id) => rows("UPDATE user SET email_key = 'other@test.example' WHERE id = ?", id),
  };

  it.each(Object.entries(changes))('with %s', async (_, change) => {
    const [user, other] = [await withToken(), await withToken()];
    await change(user.id);
    expect((await use(user.token)).status).toBe(401);
    expect(await count('password_token WHERE user_id = ?', user.id)).toBe(0);
    expect((await use(other.token)).status, 'of another account').toBe(204);
  });

  it('with the password that its owner sets, and with a PUT or the deletion of the doctor', async () => {
    const json = input.doctor();
    const ends: ((doctor: Body) => Promise<unknown>)[] = [
      ({ id }) => ok('PUT', `/doctor/${id}`, { json }),
      ({ id }) =>
        ok('PUT', `/doctor/${id}`, { json: { ...json, user: { email: `${crypto.randomUUID()}@test.example` } } }),
      ({ id }) => ok('PUT', `/doctor/${id}`, { json: { ...json, user: { ...json.user, type: 'staff' } } }),
      ({ id }) => ok('DELETE', `/doctor/${id}`),
    ];
    const doctor = await ok('POST', '/doctor/', { json });
    for (const end of ends) {
      const token = await reset(doctor.user.id);
      await end(doctor);
      expect((await use(token, 'with-a-symbol')).status).toBe(401);
    }
    const user = await account();
    const { access_token } = (await user.logIn()).body;
    const insert = 'INSERT INTO password_token (user_id, token_hash, expires_at) VALUES (?, ?, ?)';
    await rows(insert, user.id, await sha256('of-the-owner'), Date.now() + 1000);
    const headers = { authorization: `Bearer ${access_token}` };
    const own = { old_password: PASSWORD, new_password: NEW };
    expect((await call('PUT', '/auth/users/me/password', { headers, json: own })).status).toBe(204);
    expect((await use('of-the-owner')).status).toBe(401);
  });

  it('not with a change of nothing, nor with a login that hashes the password again', async () => {
    const { id, token } = await withToken();
    await patch(id, { type: 'staff', disabled: false });
    await rows("UPDATE user SET password_hash = 'x' WHERE id = ?", id);
    expect((await use(token)).status).toBe(204);
  });
});

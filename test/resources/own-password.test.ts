import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { type Body, call, faults, ok, type Result, refusal } from '../support/client';
import { databaseWith } from '../support/fakes';
import { input } from '../support/input';
import { account, logIn, PASSWORD, refresh } from '../support/logins';
import { withoutPauses } from '../support/pauses';
import { count, row, rows } from '../support/rows';
import { insertUser } from '../support/users';

withoutPauses();

const NEW = 'battery staple 4';
const of = ({ access_token }: Body) => ({ authorization: `Bearer ${access_token}` });
const put = (tokens: Body, old_password: string, new_password = NEW, options: object = {}): Promise<Result> =>
  call('PUT', '/auth/users/me/password', { ...options, headers: of(tokens), json: { old_password, new_password } });
const patch = (id: string, json: object) => call('PATCH', `/auth/users/${id}`, { as: 'admin', json });

const wrongOf = ({ access_token }: Body) =>
  count('login_failure WHERE email_hash = ?', `session:${decodeJwt(access_token).sid}`);

async function twoLogins() {
  const user = await account();
  return { user, own: (await user.logIn()).body, other: (await user.logIn()).body };
}

describe('PUT /auth/users/me/password', () => {
  it('sets a new password, with which alone one can log in', async () => {
    const { user, own } = await twoLogins();
    const { status, bytes } = await put(own, PASSWORD);
    expect([status, bytes.length]).toEqual([204, 0]);
    expect((await user.logIn()).status).toBe(401);
    expect((await user.logIn({}, NEW)).status).toBe(200);
    expect(await row('SELECT password_set_by, version FROM user WHERE id = ?', user.id)).toEqual({
      password_set_by: user.id,
      version: 2,
    });
    const trail = await rows("SELECT actor, changed FROM audit WHERE entity_id = ? AND action = 'update'", user.id);
    expect(trail).toEqual([{ actor: user.id, changed: '["password_hash"]' }]);
  });

  it('ends the other logins, and the one of its token goes on, refreshed or not', async () => {
    const { own, other } = await twoLogins();
    const refreshed = (await refresh(own.refresh_token)).body;
    expect((await put(refreshed, PASSWORD)).status).toBe(204);
    expect((await refresh(other.refresh_token)).status).toBe(401);
    const again = await refresh(refreshed.refresh_token);
    expect(again.status).toBe(200);
    expect((await put(again.body, NEW, 'a third one 5')).status).toBe(204);
  });

  it('answers 400 to a wrong old password, names the field, and changes nothing', async () => {
    const { user, own, other } = await twoLogins();
    const { status, body } = await put(own, 'wrong');
    expect([status, body]).toEqual([
      400,
      refusal('wrong_password', 'old_password is not the password of this account'),
    ]);
    expect((await user.logIn()).status).toBe(200);
    expect((await refresh(other.refresh_token)).status).toBe(200);
  });

  it('makes wrong old passwords wait from the tenth on, and no login of anybody', async () => {
    const { user, own } = await twoLogins();
    const statuses = await Promise.all(Array.from({ length: 14 }, async () => (await put(own, 'wrong')).status));
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    // Those that were refused have paused for a second, the length of the first wait.
    await rows('UPDATE login_failure SET wait_until = wait_until + 60000');
    const right = await put(own, PASSWORD);
    expect([right.status, Number(right.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await user.logIn()).status).toBe(200);
    await rows('UPDATE login_failure SET wait_until = 0');
    expect((await put(own, PASSWORD)).status).toBe(204);
    expect(await wrongOf(own)).toBe(0);
  });

  it('refuses the old password and all that no new password may be, with 422', async () => {
    const { user, own } = await twoLogins();
    for (const password of [PASSWORD, 'short', 'password1', ' '.repeat(9), '01.01.1980', user.email]) {
      const answer = await put(own, PASSWORD, password);
      expect(answer.status, password).toBe(422);
      expect(faults(answer)[0]?.[0], password).toBe('new_password');
    }
    expect((await put(own, 'ｃorrect horse', PASSWORD)).status, 'the same in another form').toBe(422);
    expect(await wrongOf(own), 'none of them was a wrong password').toBe(0);
  });

  it('wants a symbol in the password of a doctor only', async () => {
    const json = input.doctor();
    await ok('POST', '/doctor/', { json });
    const own = (await logIn(json.user)).body;
    const answer = await put(own, json.user.password, 'no symbol here');
    expect([answer.status, faults(answer)]).toEqual([422, [['new_password', 'value_error']]]);
    expect((await put(own, json.user.password, 'a symbol here!')).status).toBe(204);
  });

  it('answers 401 where the login or the account has ended, or the token does not say of which login it is', async () => {
    const ended = (await (await account()).logIn()).body;
    await call('POST', '/auth/logout', { as: null, json: { refresh_token: ended.refresh_token } });
    const disabled = await account();
    const tokens = (await disabled.logIn()).body;
    await patch(disabled.id, { disabled: true });
    for (const one of [ended, tokens]) {
      const { status, headers } = await put(one, PASSWORD);
      expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('invalid_token')]);
    }
    const json = { old_password: PASSWORD, new_password: NEW };
    expect((await call('PUT', '/auth/users/me/password', { as: await account(), json })).status).toBe(401);
    expect((await call('PUT', '/auth/users/me/password', { as: null, json })).status).toBe(401);
  });
});

describe('Of changes of one password at the same time', () => {
  it('one takes place', async () => {
    const { user, own, other } = await twoLogins();
    const answers = await Promise.all([
      put(own, PASSWORD, 'the first of two'),
      put(other, PASSWORD, 'the second of two'),
    ]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    for (const { status } of answers) expect([204, 400, 401]).toContain(status);
    const logins = [await user.logIn({}, 'the first of two'), await user.logIn({}, 'the second of two')];
    expect(logins.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it.each([
    ['the account is disabled', 'UPDATE user SET disabled_at = 1 WHERE id = ?', 401],
    ['the login is ended', 'UPDATE login_session SET revoked_at = 1 WHERE user_id = ?', 401],
    ['somebody else sets it', "UPDATE user SET password_hash = 'other' WHERE id = ?", 400],
  ])('none takes place when %s before it is written', async (_, sql, expected) => {
    const user = await account();
    const own = (await user.logIn()).body;
    let batches = 0;
    const DB = databaseWith((session) => ({
      batch: async (statements: D1PreparedStatement[]) => {
        if (++batches === 2) await rows(sql, user.id);
        return session.batch(statements);
      },
    }));
    expect((await put(own, PASSWORD, NEW, { env: { DB } })).status).toBe(expected);
    expect(await count('user WHERE id = ? AND password_set_by IS NOT NULL', user.id)).toBe(0);
    if (expected === 401) expect((await refresh(own.refresh_token)).status).toBe(401);
  });
});

describe('Whoever has set the password of an account that is to be an admin', () => {
  const promote = async (id: string) => {
    const { status, body } = await patch(id, { type: 'admin' });
    return [status, body.code ?? body.type];
  };
  const REFUSED = [409, 'password_unconfirmed'];

  it('has none of its rights, by a login from before or a new one; its owner has them after a password of their own', async () => {
    const staff = await insertUser('staff');
    const json = input.doctor();
    const made = { ...json, user: { ...json.user, password: 'first-one!' } };
    const doctor = await ok('POST', '/doctor/', { as: 'admin', json: made });
    await ok('PUT', `/doctor/${doctor.id}`, { as: staff, json });
    const known = (await logIn(json.user)).body;

    expect(await promote(doctor.user.id)).toEqual(REFUSED);
    const refreshed = (await refresh(known.refresh_token)).body;
    for (const tokens of [refreshed, (await logIn(json.user)).body]) {
      expect(decodeJwt(tokens.access_token).role).toBe('doctor');
      expect((await call('GET', '/auth/users', { headers: of(tokens) })).status).toBe(403);
    }

    const owner = (await logIn(json.user)).body;
    expect((await put(owner, json.user.password, 'my own one!')).status).toBe(204);
    expect((await refresh(refreshed.refresh_token)).status).toBe(401);
    expect(await promote(doctor.user.id)).toEqual([200, 'admin']);
    expect((await refresh(owner.refresh_token)).status).toBe(401);
    expect((await logIn(json.user)).status).toBe(401);
    const admin = (await logIn({ ...json.user, password: 'my own one!' })).body;
    expect(decodeJwt(admin.access_token).role).toBe('admin');
    expect((await call('PUT', `/doctor/${doctor.id}`, { as: staff, json })).status).toBe(403);
    const trail = await rows(
      "SELECT actor = entity_id AS own, changed FROM audit WHERE entity_id = ? AND action = 'update' ORDER BY seq DESC LIMIT 2",
      doctor.user.id,
    );
    expect(trail).toEqual([
      { own: 0, changed: '["type"]' },
      { own: 1, changed: '["password_hash"]' },
    ]);
  });

  it('is asked for once more after each password that others set', async () => {
    const json = input.doctor();
    const { id, user } = await ok('POST', '/doctor/', { as: 'admin', json });
    await put((await logIn(json.user)).body, json.user.password, 'my own one!');
    expect(await promote(user.id)).toEqual([200, 'admin']);
    await patch(user.id, { type: 'doctor' });
    await ok('PUT', `/doctor/${id}`, { json });
    expect(await promote(user.id)).toEqual(REFUSED);
  });
});

import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { type CallOptions, call, ok } from '../support/client';
import { input } from '../support/input';
import { account, invite, logIn, refresh, signUp } from '../support/logins';
import { row, rows } from '../support/rows';
import { insertUser } from '../support/users';

const patch = (id: string, json: object, as: CallOptions['as'] = 'admin') =>
  call('PATCH', `/auth/users/${id}`, { as, json });
const promote = async (id: string) => {
  const { status, body } = await patch(id, { type: 'admin' });
  return [status, body.code ?? body.type];
};
const PASSWORD_FIRST = [409, 'password_unconfirmed'];
const EMAIL_FIRST = [409, 'email_unconfirmed'];
const stateOf = async (id: string) => [
  await row('SELECT * FROM user WHERE id = ?', id),
  await row('SELECT * FROM doctor WHERE user_id = ?', id),
  await rows('SELECT * FROM login_session WHERE user_id = ?', id),
  await rows('SELECT * FROM audit WHERE entity_id = ?', id),
];
const typeOf = async (id: string) => (await row('SELECT type FROM user WHERE id = ?', id))?.type;

/** A doctor whose password and e-mail an account has chosen: an admin, or staff. */
async function doctorOf(as: CallOptions['as'], given: object = {}) {
  const json = input.doctor({ user: given });
  const { id, user } = await ok('POST', '/doctor/', { json, as });
  const put = (changed: object, by: CallOptions['as'] = 'admin', options: object = {}) => {
    const user = { ...json.user, password: undefined, ...changed };
    return call('PUT', `/doctor/${id}`, { as: by, json: { ...json, bio: 'Changed', user }, ...options });
  };
  return { id, user, put, logIn: (password = json.user.password) => logIn({ ...json.user, password }) };
}

describe('An account that is made an admin', () => {
  it('is one if it signed up itself', async () => {
    const json = { email: `${crypto.randomUUID()}@test.example`, password: 'correct horse', full_name: 'N' };
    const { id } = (await signUp(json)).body;
    expect(await promote(id)).toEqual([200, 'admin']);
    expect(decodeJwt((await logIn(json)).body.access_token).role).toBe('admin');
  });

  it('is one already if an admin has invited it as one, or created it as one with a password', async () => {
    const { id, token } = await invite({ type: 'admin' });
    const json = { token, password: 'my own one!' };
    expect((await call('POST', '/auth/password-token', { as: null, json })).status).toBe(204);
    expect(await typeOf(id)).toBe('admin');
    const doctor = await doctorOf('admin', { type: 'admin' });
    expect(await promote(doctor.user.id)).toEqual([200, 'admin']);
    expect((await doctor.put({ type: 'admin', password: 'another-one!' })).status).toBe(200);
    expect(await typeOf(doctor.user.id)).toBe('admin');
  });

  it('is refused while somebody else has set its password, and nothing changes', async () => {
    const doctor = await doctorOf('admin');
    const { refresh_token } = (await doctor.logIn()).body;
    const before = await stateOf(doctor.user.id);
    for (const json of [{ type: 'admin' }, { type: 'admin', disabled: true }]) {
      const { status, body } = await patch(doctor.user.id, json);
      expect([status, body]).toEqual([
        409,
        { code: 'password_unconfirmed', detail: expect.stringContaining('POST /auth/users/{id}/reset') },
      ]);
    }
    expect(await stateOf(doctor.user.id)).toEqual(before);
    const { access_token } = (await refresh(refresh_token)).body;
    expect(decodeJwt(access_token).role).toBe('doctor');
  });

  it('is refused while staff have chosen its e-mail, and nothing changes', async () => {
    const doctor = await doctorOf('staff');
    const before = await stateOf(doctor.user.id);
    const { status, body } = await patch(doctor.user.id, { type: 'admin', disabled: true });
    expect([status, body]).toEqual([
      409,
      { code: 'email_unconfirmed', detail: expect.stringContaining('PATCH /doctor/{id}') },
    ]);
    expect(await stateOf(doctor.user.id)).toEqual(before);
  });

  it.each([
    ['admin', PASSWORD_FIRST],
    ['staff', EMAIL_FIRST],
  ] as const)('is refused by a PUT and a PATCH of the doctor, too, whom %s has made', async (as, expected) => {
    const doctor = await doctorOf(as);
    const before = await stateOf(doctor.user.id);
    const answers = [
      await doctor.put({ type: 'admin' }),
      await doctor.put({ type: 'admin' }, 'admin', { headers: { 'if-match': '"1"' } }),
      await call('PATCH', `/doctor/${doctor.id}`, { as: 'admin', json: { bio: 'Changed', user: { type: 'admin' } } }),
    ];
    for (const { status, body } of answers) expect([status, body.code]).toEqual(expected);
    expect(await stateOf(doctor.user.id)).toEqual(before);
    const outdated = await doctor.put({ type: 'admin' }, 'admin', { headers: { 'if-match': '"7"' } });
    expect(outdated.status).toBe(412);
  });

  it('is refused by a PUT of the doctor that sets its password, even where it had one of its own', async () => {
    const doctor = await doctorOf('admin');
    await rows('UPDATE user SET password_set_by = id WHERE id = ?', doctor.user.id);
    const before = await stateOf(doctor.user.id);
    const { status, body } = await doctor.put({ type: 'admin', password: 'another-one!' });
    expect([status, body.code]).toEqual(PASSWORD_FIRST);
    expect(await stateOf(doctor.user.id)).toEqual(before);
    expect((await doctor.put({ type: 'admin' })).status).toBe(200);
    expect(await typeOf(doctor.user.id)).toBe('admin');
  });

  it('is one by what the answer names: the e-mail, then the reset', async () => {
    const doctor = await doctorOf('staff');
    expect(await promote(doctor.user.id)).toEqual(EMAIL_FIRST);
    const json = { user: { email: doctor.user.email } };
    await ok('PATCH', `/doctor/${doctor.id}`, { as: 'admin', json });
    expect(await promote(doctor.user.id)).toEqual(PASSWORD_FIRST);
    const { token } = await ok('POST', `/auth/users/${doctor.user.id}/reset`, { as: 'admin' });
    expect(await promote(doctor.user.id), 'the token alone is nobody’s password').toEqual(PASSWORD_FIRST);
    const sent = { token, password: 'my own one!' };
    expect((await call('POST', '/auth/password-token', { as: null, json: sent })).status).toBe(204);
    expect(await promote(doctor.user.id)).toEqual([200, 'admin']);
    expect(decodeJwt((await doctor.logIn('my own one!')).body.access_token).role).toBe('admin');
  });

  it('is refused while somebody who was invited has set no password', async () => {
    const { id } = await invite();
    expect(await promote(id)).toEqual(PASSWORD_FIRST);
  });

  it('is shown with no type that it waits for, whatever an earlier version has stored', async () => {
    const user = await account();
    await rows("UPDATE user SET pending_type = 'admin' WHERE id = ?", user.id);
    expect(await ok('GET', '/auth/users/me', { as: user })).toMatchObject({ type: 'staff', pending_type: null });
    const listed = await ok('GET', '/auth/users?limit=1', { as: 'admin' });
    expect(listed).toMatchObject([{ id: user.id, pending_type: null }]);
  });
});

describe('Who has set the password of an account that is to be an admin', () => {
  it('has no rights by any try of an admin, and no write of staff makes or changes an admin', async () => {
    const doctor = await doctorOf('staff');
    await promote(doctor.user.id);
    expect(decodeJwt((await doctor.logIn()).body.access_token).role).toBe('doctor');
    expect((await doctor.put({ type: 'admin' }, 'staff')).status).toBe(403);
    await rows("UPDATE user SET type = 'admin' WHERE id = ?", doctor.user.id);
    for (const change of [{ password: 'another-one!' }, { type: 'none' }, { type: undefined }])
      expect((await doctor.put(change, 'staff')).status).toBe(403);
    expect((await call('DELETE', `/doctor/${doctor.id}`)).status).toBe(403);
    expect((await doctor.logIn('another-one!')).status).toBe(401);
  });
});

describe('Two admins at once', () => {
  it('who promote and demote one account leave it in one of the two states', async () => {
    for (let i = 0; i < 5; i++) {
      const { id } = await insertUser('doctor');
      const answers = await Promise.all([
        patch(id, { type: 'admin' }),
        patch(id, { type: 'billing' }, await insertUser('admin')),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(['admin', 'billing']).toContain(await typeOf(id));
    }
  });

  it('of whom one sets the password that the other promotes by make no admin of it', async () => {
    for (let i = 0; i < 5; i++) {
      const doctor = await doctorOf('admin');
      await rows('UPDATE user SET password_set_by = id WHERE id = ?', doctor.user.id);
      const json = { user: { password: 'another-one!' } };
      const [promoted, set] = await Promise.all([
        patch(doctor.user.id, { type: 'admin' }),
        call('PATCH', `/doctor/${doctor.id}`, { as: 'staff', json }),
      ]);
      expect([
        [200, 403, 'admin'],
        [409, 200, 'doctor'],
      ]).toContainEqual([promoted.status, set.status, await typeOf(doctor.user.id)]);
    }
  });
});

describe('A login while the account is promoted', () => {
  it('never opens a login that the promotion does not end', async () => {
    const user = await account('billing');
    const [login] = await Promise.all([user.logIn(), patch(user.id, { type: 'admin' })]);
    if (login.status === 401) return;
    const { role } = decodeJwt(login.body.access_token);
    expect([role, (await refresh(login.body.refresh_token)).status]).toEqual(
      role === 'admin' ? ['admin', 200] : ['billing', 401],
    );
  });
});

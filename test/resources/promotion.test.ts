import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { type Body, type CallOptions, call, ok } from '../support/client';
import { input } from '../support/input';
import { account, logIn, refresh, signUp } from '../support/logins';
import { row, rows } from '../support/rows';
import { insertUser } from '../support/users';

const patch = (id: string, json: object, as: CallOptions['as'] = 'admin') =>
  call('PATCH', `/auth/users/${id}`, { as, json });
const roles = ({ type, pending_type }: Body) => [type, pending_type];
const stored = async (id: string) => roles(await row('SELECT type, pending_type FROM user WHERE id = ?', id));

/** A doctor whose password staff has set. */
async function doctorOf(staff?: CallOptions['as'], given: object = {}) {
  const json = input.doctor({ user: given });
  const { id, user } = await ok('POST', '/doctor/', { json, ...(staff ? { as: staff } : {}) });
  const put = (changed: object, as: CallOptions['as'] = 'admin') =>
    call('PUT', `/doctor/${id}`, { as, json: { ...json, user: { ...json.user, password: undefined, ...changed } } });
  return { id, json, user, put, logIn: (password = json.user.password) => logIn({ ...json.user, password }) };
}

describe('An account that is made an admin', () => {
  it('is one at once if it signed up itself', async () => {
    const json = { email: `${crypto.randomUUID()}@test.example`, password: 'correct horse', full_name: 'N' };
    const { id } = (await signUp(json)).body;
    expect(roles((await patch(id, { type: 'admin' })).body)).toEqual(['admin', null]);
    expect(decodeJwt((await logIn(json)).body.access_token).role).toBe('admin');
  });

  it('keeps its role if somebody else has set its password, and the logins that there are end', async () => {
    const doctor = await doctorOf();
    const { refresh_token } = (await doctor.logIn()).body;
    const { status, body } = await patch(doctor.user.id, { type: 'admin' });
    expect([status, ...roles(body)]).toEqual([200, 'doctor', 'admin']);
    expect((await refresh(refresh_token)).status).toBe(401);
    const { access_token } = (await doctor.logIn()).body;
    expect(decodeJwt(access_token).role).toBe('doctor');
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await call('GET', '/auth/users', { headers })).status).toBe(403);
    expect(roles(await ok('GET', '/auth/users/me', { headers }))).toEqual(['doctor', 'admin']);
    const listed = await ok('GET', '/auth/users?limit=1000', { as: 'admin' });
    expect(roles(listed.find(({ id }: Body) => id === doctor.user.id))).toEqual(['doctor', 'admin']);
    const audit = await rows("SELECT changed FROM audit WHERE entity_id = ? AND action = 'update'", doctor.user.id);
    expect(audit).toEqual([{ changed: '["pending_type"]' }]);
  });

  it('keeps its role after a PUT of the doctor, too, which answers the role that it has', async () => {
    const doctor = await doctorOf();
    const json = { ...doctor.json, user: { ...doctor.json.user, type: 'admin' } };
    const { status, body } = await call('PUT', `/doctor/${doctor.id}`, {
      as: 'admin',
      json,
      headers: { prefer: 'return=representation' },
    });
    expect([status, body.user.type]).toEqual([200, 'doctor']);
    expect(await stored(doctor.user.id)).toEqual(['doctor', 'admin']);
    expect(decodeJwt((await doctor.logIn()).body.access_token).role).toBe('doctor');
  });

  it('is one already when it is created as one by an admin, whose password it has', async () => {
    const doctor = await doctorOf('admin', { type: 'admin' });
    expect(await stored(doctor.user.id)).toEqual(['admin', null]);
    expect((await patch(doctor.user.id, { type: 'admin' })).body.pending_type).toBe(null);
    expect((await doctor.put({ type: 'admin', password: 'another-one!' })).status).toBe(200);
    expect(await stored(doctor.user.id)).toEqual(['admin', null]);
  });
});

describe('While an account waits to be an admin', () => {
  const waiting = async () => {
    const doctor = await doctorOf();
    await patch(doctor.user.id, { type: 'admin' });
    return doctor;
  };

  it('nobody but an admin changes or deletes it, so that nobody else can set its password', async () => {
    const doctor = await waiting();
    for (const change of [{ password: 'another-one!' }, { type: 'none' }, { type: undefined }])
      expect((await doctor.put(change, 'staff')).status).toBe(403);
    expect((await call('DELETE', `/doctor/${doctor.id}`)).status).toBe(403);
    expect((await doctor.logIn('another-one!')).status).toBe(401);
    expect(await stored(doctor.user.id)).toEqual(['doctor', 'admin']);
  });

  it('it waits on when an admin sets its password or changes something else', async () => {
    const doctor = await waiting();
    for (const change of [
      { phone_number: '1' },
      { type: undefined },
      { password: 'another-one!' },
      { type: 'admin' },
    ]) {
      expect((await doctor.put(change)).status).toBe(200);
      expect(await stored(doctor.user.id), JSON.stringify(change)).toEqual(['doctor', 'admin']);
    }
    expect(roles((await patch(doctor.user.id, { disabled: false })).body)).toEqual(['doctor', 'admin']);
  });

  it.each([
    ['another role', { type: 'billing' }, 'billing'],
    ['its own role', { type: 'doctor' }, 'doctor'],
  ])('%s that an admin sets ends the wait', async (_, change, type) => {
    const doctor = await waiting();
    expect(roles((await patch(doctor.user.id, change)).body)).toEqual([type, null]);
  });

  it('another role by a PUT of the doctor ends the wait', async () => {
    const doctor = await waiting();
    expect((await doctor.put({ type: 'billing' })).status).toBe(200);
    expect(await stored(doctor.user.id)).toEqual(['billing', null]);
  });
});

describe('Two admins at once', () => {
  it('who promote and demote one account leave it in one of the two states', async () => {
    for (let i = 0; i < 5; i++) {
      const doctor = await insertUser('doctor');
      await rows("UPDATE user SET created_by = 'someone' WHERE id = ?", doctor.id);
      const answers = await Promise.all([
        patch(doctor.id, { type: 'admin' }),
        patch(doctor.id, { type: 'billing' }, await insertUser('admin')),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect([
        ['billing', null],
        ['billing', 'admin'],
      ]).toContainEqual(await stored(doctor.id));
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

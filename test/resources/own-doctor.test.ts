import { describe, expect, it } from 'vitest';
import { type Body, call, ok, refusal } from '../support/client';
import { make } from '../support/factories';
import { faultyDatabase } from '../support/faulty';
import { input } from '../support/input';
import { logIn } from '../support/logins';
import { row, rows } from '../support/rows';

// A doctor whose account has rights changes the record that the own account hangs on: the write of the account ends the very
// login that the request was sent with.

const NEW_PASSWORD = 'another-one!';

/** A doctor whose account has the role, and the login of that account. */
async function doctorWithRole(role: 'staff' | 'admin') {
  const json = input.doctor();
  const doctor = await ok('POST', '/doctor/', { as: 'admin', json: { ...json, user: { ...json.user, type: role } } });
  const { email, password } = json.user;
  if (role === 'admin') await rows('UPDATE user SET password_set_by = id, type = ? WHERE id = ?', role, doctor.user.id);
  const { body } = await logIn({ email, password });
  return { id: doctor.id, json, doctor, headers: { authorization: `Bearer ${body.access_token}` } };
}

/** All that the database holds of a doctor and its account. */
const stored = async ({ id, user }: Body) => ({
  doctor: await row('SELECT * FROM doctor WHERE id = ?', id),
  user: await row('SELECT * FROM user WHERE id = ?', user.id),
  sessions: await rows('SELECT * FROM login_session WHERE user_id = ?', user.id),
});

const WHOLE = [
  'PUT',
  (json: Body, user: Body) => ({ ...json, bio: 'Changed', user: { ...json.user, ...user } }),
] as const;
const PART = ['PATCH', (_: Body, user: Body) => ({ bio: 'Changed', user })] as const;

describe.each(['staff', 'admin'] as const)('A doctor’s account with the role %s', (role) => {
  it.each([WHOLE, PART])(
    'sets its own password by %s of the doctor, with the rest of the record',
    async (method, body) => {
      const { id, json, headers, doctor } = await doctorWithRole(role);
      const sent = body(json, { type: role, password: NEW_PASSWORD });
      const { status } = await call(method, `/doctor/${id}`, { as: null, headers, json: sent });
      expect(status).toBe(200);
      expect((await ok('GET', `/doctor/${id}?view=full`)).bio).toBe('Changed');
      const { email } = doctor.user;
      expect((await logIn({ email, password: NEW_PASSWORD })).status).toBe(200);
      expect((await logIn({ email, password: json.user.password })).status).toBe(401);
    },
  );
});

describe('A doctor’s account with the role staff', () => {
  it.each([WHOLE, PART])(
    'gives itself another role by %s of the doctor, with the rest of the record',
    async (method, body) => {
      const { id, json, headers } = await doctorWithRole('staff');
      const sent = body(json, { type: 'doctor', password: undefined });
      const { status } = await call(method, `/doctor/${id}`, { as: null, headers, json: sent });
      expect(status).toBe(200);
      expect(await ok('GET', `/doctor/${id}?view=full`)).toMatchObject({ bio: 'Changed', user: { type: 'doctor' } });
    },
  );

  it('deletes its own doctor whole', async () => {
    const { id, doctor, headers } = await doctorWithRole('staff');
    expect((await call('DELETE', `/doctor/${id}`, { as: null, headers })).status).toBe(200);
    const { doctor: gone, user } = await stored(doctor);
    expect([gone?.deleted_at, user?.deleted_at]).toEqual([expect.any(Number), expect.any(Number)]);
  });

  it('deletes its own doctor, though the database’s answer is lost', async () => {
    const { id, headers } = await doctorWithRole('staff');
    const { DB } = faultyDatabase({ when: 'after' });
    expect((await call('DELETE', `/doctor/${id}`, { as: null, headers, env: { DB } })).status).toBe(200);
  });
});

describe('A doctor whose account is deleted, as an earlier version left it', () => {
  const orphan = async () => {
    const doctor = await make.doctor();
    await rows('UPDATE user SET deleted_at = 1 WHERE id = ?', doctor.user.id);
    return doctor;
  };

  it('is read and can be deleted, by who still is what the token says', async () => {
    const { id } = await orphan();
    expect((await call('GET', `/doctor/${id}`)).status).toBe(200);
    expect((await call('DELETE', `/doctor/${id}`, { as: { id: crypto.randomUUID(), role: 'staff' } })).status).toBe(
      401,
    );
    expect((await call('DELETE', `/doctor/${id}`)).status).toBe(200);
    expect((await call('GET', `/doctor/${id}`)).status).toBe(404);
  });

  it('cannot be changed, which says why', async () => {
    const { id } = await orphan();
    const { status, body } = await call('PATCH', `/doctor/${id}`, { as: 'admin', json: { bio: 'new' } });
    expect([status, body.detail]).toEqual([404, 'The account of the doctor not found']);
  });
});

describe('A doctor’s account with the role admin', () => {
  it.each([
    ['PUT', 'another role', WHOLE],
    ['PATCH', 'another role', PART],
  ] as const)('cannot give itself by %s %s, and nothing has changed then', async (method, _, [, body]) => {
    const { id, json, doctor, headers } = await doctorWithRole('admin');
    const before = await stored(doctor);
    const sent = body(json, { type: 'staff', password: NEW_PASSWORD });
    const { status, body: answer } = await call(method, `/doctor/${id}`, { as: null, headers, json: sent });
    expect(status).toBe(403);
    expect(answer).toEqual(refusal('forbidden'));
    expect(await stored(doctor)).toEqual(before);
  });

  it('cannot delete its own doctor, and nothing has changed then', async () => {
    const { id, doctor, headers } = await doctorWithRole('admin');
    const before = await stored(doctor);
    expect((await call('DELETE', `/doctor/${id}`, { as: null, headers })).status).toBe(403);
    expect(await stored(doctor)).toEqual(before);
  });
});

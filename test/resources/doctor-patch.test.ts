import { describe, expect, it } from 'vitest';
import { type Body, call, faults, ok } from '../support/client';
import { make } from '../support/factories';
import { input, unique } from '../support/input';
import { logIn, newSession, refresh } from '../support/logins';
import { row, rows, trail } from '../support/rows';

const patch = (id: string, json: object, as: 'staff' | 'admin' = 'staff') =>
  call('PATCH', `/doctor/${id}`, { json, as });
const full = (id: string): Promise<Body> => ok('GET', `/doctor/${id}?view=full`);

describe('PATCH of a doctor’s account', () => {
  it('changes only the field of `user` that it names, and the doctor not at all', async () => {
    const json = input.doctor({ user: { type: 'billing' } });
    const doctor = await ok('POST', '/doctor/', { json });
    for (const [name, value] of [
      ['phone_number', '+46 18 1'],
      ['username', unique('name')],
      ['email', `${unique('mail')}@test.example`],
      ['type', 'staff'],
      ['phone_number', null],
    ] as const) {
      const before = await full(doctor.id);
      expect((await patch(doctor.id, { user: { [name]: value } })).status, name).toBe(200);
      expect(await full(doctor.id), name).toEqual({ ...before, user: { ...before.user, [name]: value } });
      expect((await trail(doctor.user.id)).at(-1), name).toMatch(new RegExp(`^update \\d ${name}$`));
    }
    const { email } = (await full(doctor.id)).user;
    expect((await logIn({ email, password: json.user.password })).status, 'the password stays').toBe(200);
  });

  it('changes nothing of it where `user` is left out or empty', async () => {
    const doctor = await make.doctor();
    for (const json of [{ bio: 'New' }, { bio: 'New', user: {} }])
      expect((await patch(doctor.id, json)).status).toBe(200);
    expect(await full(doctor.id)).toEqual({ ...doctor, bio: 'New' });
    expect(await trail(doctor.user.id)).toEqual(['create 1']);
  });

  it('is refused if it takes the account or its e-mail away: null is no merge of them', async () => {
    const { id } = await make.doctor();
    expect(faults(await patch(id, { user: null }))).toEqual([['user', 'dict_type']]);
    expect(faults(await patch(id, { user: { email: null } }))).toEqual([['user.email', 'string_type']]);
    expect((await patch(id, { user: { type: null, password: null } })).status, 'these stay as they are').toBe(200);
  });

  it('lets a username that is the e-mail follow it, and the full name the names', async () => {
    const doctor = await make.doctor({ user: { username: undefined } });
    const email = `${unique('new')}@test.example`;
    await ok('PATCH', `/doctor/${doctor.id}`, { json: { middle_name: null, last_name: 'Ek', user: { email } } });
    expect((await full(doctor.id)).user).toMatchObject({ email, username: email });
    expect(await row('SELECT full_name FROM user WHERE id = ?', doctor.user.id)).toEqual({ full_name: 'Greta Ek' });
  });

  it('names the field that is taken by another', async () => {
    const [one, other] = [await make.doctor(), await make.doctor()];
    for (const [name, json] of [
      ['license_number', { license_number: one.license_number }],
      ['user.email', { user: { email: one.user.email } }],
      ['user.username', { user: { username: one.user.username } }],
    ] as const) {
      const { status, body } = await patch(other.id, json);
      expect([status, body.detail]).toEqual([400, `Doctor with this ${name} already exists`]);
    }
    expect(await full(other.id)).toEqual(other);
  });
});

describe('A password by PATCH', () => {
  it('is the new one, ends the logins and changes nothing else', async () => {
    const doctor = await make.doctor();
    const token = await newSession(doctor.user.id);
    const password = 'another-one!';
    expect((await patch(doctor.id, { user: { password } })).status).toBe(200);
    expect((await refresh(token)).status).toBe(401);
    expect((await logIn({ email: doctor.user.email, password })).status).toBe(200);
    expect(await full(doctor.id)).toEqual(doctor);
  });

  it('is refused as in a create, also for a name of the account that is not sent with it', async () => {
    const email = `${unique('erik')}!@test.example`.toLowerCase();
    const doctor = await make.doctor({ user: { email, username: `${unique('ek').toLowerCase()}!!!` } });
    const { username } = doctor.user;
    const names = [email, email.split('@')[0], username, username.toUpperCase()];
    for (const password of [...names, 'short!', 'without symbol1']) {
      const refused = await patch(doctor.id, { user: { password } });
      expect([refused.status, faults(refused)[0]?.[0]], password).toEqual([422, 'user.password']);
    }
    const { first_name, last_name, license_number } = doctor;
    const put = { first_name, last_name, license_number, user: { email, password: username } };
    expect(faults(await call('PUT', `/doctor/${doctor.id}`, { json: put }))).toEqual([
      ['user.password', 'value_error'],
    ]);
  });
});

describe('PATCH of an admin', () => {
  const makeAdmin = async () => {
    const doctor = await make.doctor();
    await rows("UPDATE user SET type = 'admin' WHERE id = ?", doctor.user.id);
    return doctor;
  };

  it('is for admins only, whatever it changes', async () => {
    const { id } = await makeAdmin();
    const before = await full(id);
    for (const json of [{ bio: 'x' }, { user: { phone_number: '1' } }, { user: { password: 'another-one!' } }, {}]) {
      expect((await patch(id, json)).status).toBe(403);
    }
    expect(await full(id)).toEqual(before);
    expect((await patch(id, { bio: 'x' }, 'admin')).status).toBe(200);
    expect((await full(id)).user.type).toBe('admin');
  });

  it('cannot be used to become one, by an admin neither as long as somebody else has set password or e-mail', async () => {
    const doctor = await make.doctor();
    expect((await patch(doctor.id, { user: { type: 'admin' } })).status).toBe(403);
    expect((await patch(doctor.id, { user: { type: 'admin' } }, 'admin')).status).toBe(409);
    await rows('UPDATE user SET password_set_by = id, email_set_by = NULL WHERE id = ?', doctor.user.id);
    expect((await patch(doctor.id, { user: { type: 'admin' } }, 'admin')).status).toBe(200);
    expect((await patch(doctor.id, { bio: 'x' })).status, 'guarded as an admin').toBe(403);
    expect((await patch(doctor.id, { bio: 'x' }, 'admin')).status).toBe(200);
    expect((await full(doctor.id)).user.type, 'a role that is not sent stays').toBe('admin');
  });
});

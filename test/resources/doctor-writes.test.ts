import { describe, expect, it } from 'vitest';
import { type Body, call, ok } from '../support/client';
import { make } from '../support/factories';
import { indexedUnder } from '../support/full-text';
import { input } from '../support/input';
import { logIn, refresh } from '../support/logins';
import { count, row, rows } from '../support/rows';

const withoutPassword = (json: Body) => ({ ...json, user: { ...json.user, password: undefined } });

describe('PUT /doctor/{id}', () => {
  it('updates the doctor and the account, and answers with id, reg_number and a message only', async () => {
    const doctor = await make.doctor();
    const json = input.doctor();
    const { status, body } = await call('PUT', `/doctor/${doctor.id}`, { json });
    expect(status).toBe(200);
    expect(body).toEqual({ id: doctor.id, reg_number: doctor.reg_number, message: 'Doctor updated successfully' });
    const { password: _, ...user } = json.user;
    expect(await ok('GET', `/doctor/${doctor.id}?view=full`)).toEqual({
      ...doctor,
      ...json,
      user: { id: doctor.user.id, ...user },
    });
  });

  it('keeps the password and the logins when no password is sent', async () => {
    const json = input.doctor();
    const doctor = await ok('POST', '/doctor/', { json });
    const { body } = await logIn(json.user);
    await ok('PUT', `/doctor/${doctor.id}`, { json: withoutPassword(json) });
    expect((await logIn(json.user)).status).toBe(200);
    const refreshed = await refresh(body.refresh_token);
    expect(refreshed.status).toBe(200);
  });

  it('changes the password and ends the logins when a password is sent', async () => {
    const json = input.doctor();
    const doctor = await ok('POST', '/doctor/', { json });
    const { body } = await logIn(json.user);
    await ok('PUT', `/doctor/${doctor.id}`, { json: { ...json, user: { ...json.user, password: 'another-one!' } } });
    expect((await logIn(json.user)).status).toBe(401);
    expect((await logIn({ email: json.user.email, password: 'another-one!' })).status).toBe(200);
    const refreshed = await refresh(body.refresh_token);
    expect(refreshed.status).toBe(401);
  });

  it('lets nobody but an admin change an admin or make one', async () => {
    const admin = input.doctor({ user: { type: 'admin' } });
    const doctor = await ok('POST', '/doctor/', { json: admin, as: 'admin' });
    const demotion = { ...withoutPassword(admin), user: { ...admin.user, password: undefined, type: 'doctor' } };
    expect((await call('PUT', `/doctor/${doctor.id}`, { json: demotion })).status).toBe(403);
    expect((await call('DELETE', `/doctor/${doctor.id}`)).status).toBe(403);
    expect((await ok('GET', `/doctor/${doctor.id}?view=full`)).user.type).toBe('admin');
    const other = input.doctor();
    const { id } = await ok('POST', '/doctor/', { json: other });
    const promotion = { ...other, user: { ...other.user, password: undefined, type: 'admin' } };
    expect((await call('PUT', `/doctor/${id}`, { json: promotion })).status).toBe(403);
    expect((await call('PUT', `/doctor/${id}`, { json: promotion, as: 'admin' })).status).toBe(409);
  });

  it('writes the changed fields to the audit trail of the doctor and of the account', async () => {
    const json = input.doctor();
    const doctor = await ok('POST', '/doctor/', { json });
    await ok('PUT', `/doctor/${doctor.id}`, {
      json: withoutPassword({ ...json, bio: 'x', user: { ...json.user, phone_number: '1' } }),
    });
    const audit = await rows(
      "SELECT entity, changed, version FROM audit WHERE action = 'update' AND entity_id IN (?, ?) ORDER BY seq",
      doctor.id,
      doctor.user.id,
    );
    expect(audit).toEqual([
      { entity: 'user', changed: '["phone_number"]', version: 2 },
      { entity: 'doctor', changed: '["bio"]', version: 2 },
    ]);
  });

  it('answers 400 for an e-mail that is taken, and changes nothing', async () => {
    const [a, b] = [input.doctor(), input.doctor()];
    await ok('POST', '/doctor/', { json: a });
    const { id } = await ok('POST', '/doctor/', { json: b });
    const json = withoutPassword({ ...b, bio: 'lost', user: { ...b.user, email: a.user.email } });
    const { status, body } = await call('PUT', `/doctor/${id}`, { json });
    expect([status, body.detail]).toEqual([400, 'Doctor with this user.email already exists']);
    expect((await ok('GET', `/doctor/${id}?view=full`)).bio).toBe(b.bio);
  });
});

describe('DELETE /doctor/{id}', () => {
  it('hides the doctor, ends the account and keeps both rows', async () => {
    const json = input.doctor();
    const doctor = await ok('POST', '/doctor/', { json });
    expect(await indexedUnder('doctor', `=${doctor.reg_number}`)).toHaveLength(1);
    const { body } = await logIn(json.user);
    const { status, body: message, cost } = await call('DELETE', `/doctor/${doctor.id}`);
    expect([status, message, cost.trips]).toEqual([200, { message: 'Doctor deleted successfully' }, 1]);

    for (const path of [`/doctor/${doctor.id}`, `/doctor/reg_number/${doctor.reg_number}`]) {
      expect((await call('GET', path)).status).toBe(404);
    }
    expect((await call('DELETE', `/doctor/${doctor.id}`)).status).toBe(404);
    expect((await call('PUT', `/doctor/${doctor.id}`, { json })).status).toBe(404);
    expect(await ok('GET', `/doctor/?search=${doctor.license_number}`)).toEqual([]);
    expect((await logIn(json.user)).status).toBe(401);
    const refreshed = await refresh(body.refresh_token);
    expect(refreshed.status).toBe(401);

    expect(await count('doctor WHERE id = ? AND deleted_at IS NOT NULL', doctor.id)).toBe(1);
    expect(await count('user WHERE id = ? AND deleted_at IS NOT NULL', doctor.user.id)).toBe(1);
    expect(await indexedUnder('doctor', `=${doctor.reg_number}`)).toEqual([]);
  });

  it('frees the license, the e-mail and the username for another doctor', async () => {
    const json = input.doctor();
    const { id, reg_number } = await ok('POST', '/doctor/', { json });
    await ok('DELETE', `/doctor/${id}`);
    const again = await ok('POST', '/doctor/', { json });
    expect(again.reg_number > reg_number).toBe(true);
  });
});

describe('The account of a doctor', () => {
  it('is renamed with the doctor', async () => {
    const json = input.doctor();
    const { id, user } = await ok('POST', '/doctor/', { json });
    const change = { ...json, first_name: 'Q', middle_name: null, user: { ...json.user, password: undefined } };
    await ok('PUT', `/doctor/${id}`, { json: change });
    const renamed = await row('SELECT full_name FROM user WHERE id = ?', user.id);
    expect(renamed?.full_name).toBe(`Q ${json.last_name}`);
  });
});

import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { type Body, type CallOptions, call, ok } from '../support/client';
import { make } from '../support/factories';
import { databaseWith } from '../support/fakes';
import { unique } from '../support/input';
import { logIn } from '../support/logins';
import { row, rows } from '../support/rows';

const FIRST = 'stethoscope!';
const OWN = 'my own one!';
const newEmail = () => `${unique('mail')}@test.example`;
const of = ({ access_token }: Body) => ({ authorization: `Bearer ${access_token}` });
const setEmail = (doctor: string, email: string, as: CallOptions['as'] = 'staff') =>
  ok('PATCH', `/doctor/${doctor}`, { as, json: { user: { email } } });
const setOwn = (login: Body, old_password: string, new_password: string) =>
  call('PUT', '/auth/users/me/password', { as: null, headers: of(login), json: { old_password, new_password } });
const promote = async (id: string) => {
  const { type, pending_type } = await ok('PATCH', `/auth/users/${id}`, { as: 'admin', json: { type: 'admin' } });
  return [type, pending_type];
};
const reset = (id: string) => call('POST', `/auth/users/${id}/reset`, { as: 'admin' });
const use = (token: string) => call('POST', '/auth/password-token', { as: null, json: { token, password: OWN } });
const roleOf = (login: Body) => decodeJwt(login.access_token).role;

/** A doctor with a password of their own, whose e-mail staff then change; and the login from before. */
async function changedByStaff() {
  const { id, user } = await make.doctor();
  const first = (await logIn({ email: user.email, password: FIRST })).body;
  expect((await setOwn(first, FIRST, OWN)).status).toBe(204);
  const before = (await logIn({ email: user.email, password: OWN })).body;
  const email = newEmail();
  await setEmail(id, email);
  return { id, user: user.id as string, email, before };
}

describe.each([
  ['ı and i', 'hospital.example', 'hospıtal.example'],
  ['ß and ss', 'weissklinik.example', 'weißklinik.example'],
])('An account whose e-mail staff have changed to one of the same key and another domain (%s)', (_, own, other) => {
  const local = () => unique('mail');

  it('waits to be an admin, and gets no one-time token then', async () => {
    const name = local();
    const { id, user } = await make.doctor({ user: { email: `${name}@${own}` } });
    const login = (await logIn({ email: user.email, password: FIRST })).body;
    expect((await setOwn(login, FIRST, OWN)).status).toBe(204);
    await setEmail(id, `${name}@${other}`);
    expect(await promote(user.id)).toEqual(['doctor', 'admin']);
    expect((await reset(user.id)).body.code).toBe('email_unconfirmed');
  });

  it('has no one-time token, known device or begun second factor from before', async () => {
    const name = local();
    const { id, user } = await make.doctor({ user: { email: `${name}@${own}` } });
    const { token } = (await reset(user.id)).body;
    const state = 'SELECT devices_since, totp_pending FROM user WHERE id = ?';
    await rows('UPDATE user SET devices_since = 1, totp_pending = ? WHERE id = ?', 'X', user.id);
    await setEmail(id, `${name}@${other}`);
    expect(await row(state, user.id)).toEqual({ devices_since: expect.any(Number), totp_pending: null });
    expect((await row(state, user.id))?.devices_since).toBeGreaterThan(1);
    expect((await use(token)).status).toBe(401);
  });
});

describe('An account whose e-mail staff have changed', () => {
  it('waits although an admin has sent that e-mail back with all other fields', async () => {
    const { id, user } = await changedByStaff();
    const seen = await ok('GET', `/doctor/${id}?view=full`, { as: 'admin' });
    await ok('PUT', `/doctor/${id}`, { as: 'admin', json: seen });
    expect(await promote(user)).toEqual(['doctor', 'admin']);
    const put = { ...seen, user: { ...seen.user, email: newEmail(), type: 'admin' } };
    await ok('PUT', `/doctor/${id}`, { as: 'admin', json: put });
    expect((await row('SELECT type FROM user WHERE id = ?', user))?.type, 'with an e-mail of their own').toBe('admin');
  });

  it('waits to be an admin until its owner, who logs in by that e-mail, sets a password', async () => {
    const { user, email } = await changedByStaff();
    expect(await promote(user)).toEqual(['doctor', 'admin']);
    const login = (await logIn({ email, password: OWN })).body;
    expect(roleOf(login)).toBe('doctor');
    expect((await setOwn(login, OWN, `${OWN}!`)).status).toBe(204);
    expect(roleOf((await logIn({ email, password: `${OWN}!` })).body)).toBe('admin');
  });

  it('is an admin by no one-time token, until an admin has set the e-mail', async () => {
    const { id, user, email } = await changedByStaff();
    const { token: former } = (await reset(user)).body;
    expect(await promote(user)).toEqual(['doctor', 'admin']);
    expect((await use(former)).status, 'issued before').toBe(401);
    const refused = await reset(user);
    expect([refused.status, refused.body.code]).toEqual([400, 'email_unconfirmed']);
    await ok('PATCH', `/doctor/${id}`, { as: 'admin', json: { bio: 'The e-mail was not sent' } });
    expect((await reset(user)).status).toBe(400);
    await setEmail(id, email, 'admin');
    const { token } = (await reset(user)).body;
    expect((await use(token)).status).toBe(204);
    expect(roleOf((await logIn({ email, password: OWN })).body)).toBe('admin');
  });

  it('is one at once where an admin has set the e-mail since, the same or another', async () => {
    for (const again of [undefined, newEmail()]) {
      const { id, user, email } = await changedByStaff();
      await setEmail(id, again ?? email, 'admin');
      expect(await promote(user)).toEqual(['admin', null]);
    }
  });

  it('is not confirmed by a password that its owner sets in a login from before', async () => {
    const { user, email, before } = await changedByStaff();
    expect((await setOwn(before, OWN, `${OWN}!`)).status).toBe(204);
    expect((await row('SELECT email_set_by FROM user WHERE id = ?', user))?.email_set_by).not.toBeNull();
    expect(await promote(user)).toEqual(['doctor', 'admin']);
    expect((await logIn({ email, password: `${OWN}!` })).status).toBe(200);
  });

  it('is confirmed by one that they set in a login by that e-mail', async () => {
    const { user, email } = await changedByStaff();
    expect((await setOwn((await logIn({ email, password: OWN })).body, OWN, `${OWN}!`)).status).toBe(204);
    expect(await promote(user)).toEqual(['admin', null]);
  });

  it('may be reset as long as it does not wait to be an admin', async () => {
    const { user, email } = await changedByStaff();
    const { token } = (await reset(user)).body;
    expect((await use(token)).status).toBe(204);
    expect(roleOf((await logIn({ email, password: OWN })).body)).toBe('doctor');
    expect(await promote(user)).toEqual(['doctor', 'admin']);
  });

  it('is not confirmed by a login by the former one that races the change', async () => {
    const { id, user } = await make.doctor();
    const first = (await logIn({ email: user.email, password: FIRST })).body;
    expect((await setOwn(first, FIRST, OWN)).status).toBe(204);
    let login: Body;
    const DB = databaseWith((session) => ({
      batch: async (statements: D1PreparedStatement[]) => {
        await scheduler.wait(5);
        login ??= (await logIn({ email: user.email, password: OWN })).body;
        return session.batch(statements);
      },
    }));
    await ok('PATCH', `/doctor/${id}`, { json: { user: { email: newEmail() } }, env: { DB } });
    expect((await setOwn(login, OWN, `${OWN}!`)).status).toBe(204);
    expect(await promote(user.id)).toEqual(['doctor', 'admin']);
  });
});

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
  const { status, body } = await call('PATCH', `/auth/users/${id}`, { as: 'admin', json: { type: 'admin' } });
  return [status, body.code ?? body.type];
};
const ADMIN = [200, 'admin'];
const EMAIL_FIRST = [409, 'email_unconfirmed'];
const PASSWORD_FIRST = [409, 'password_unconfirmed'];
const reset = (id: string) => call('POST', `/auth/users/${id}/reset`, { as: 'admin' });
const use = (token: string, password = OWN) =>
  call('POST', '/auth/password-token', { as: null, json: { token, password } });
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

  it('does not become an admin, and by a one-time token neither', async () => {
    const name = local();
    const { id, user } = await make.doctor({ user: { email: `${name}@${own}` } });
    const login = (await logIn({ email: user.email, password: FIRST })).body;
    expect((await setOwn(login, FIRST, OWN)).status).toBe(204);
    await setEmail(id, `${name}@${other}`);
    expect(await promote(user.id)).toEqual(EMAIL_FIRST);
    expect((await use((await reset(user.id)).body.token)).status).toBe(204);
    expect(await promote(user.id)).toEqual(EMAIL_FIRST);
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
  it('does not become an admin although an admin has sent that e-mail back with all other fields', async () => {
    const { id, user } = await changedByStaff();
    const seen = await ok('GET', `/doctor/${id}?view=full`, { as: 'admin' });
    await ok('PUT', `/doctor/${id}`, { as: 'admin', json: seen });
    await ok('PATCH', `/doctor/${id}`, { as: 'admin', json: { bio: 'The e-mail was not sent' } });
    expect(await promote(user)).toEqual(EMAIL_FIRST);
    await ok('PUT', `/doctor/${id}`, { as: 'admin', json: { ...seen, user: { ...seen.user, email: newEmail() } } });
    expect(await promote(user), 'with an e-mail of their own').toEqual(ADMIN);
  });

  it('does not become one with the request that confirms the e-mail, but after it', async () => {
    const { id, user, email } = await changedByStaff();
    const json = { user: { email, type: 'admin' } };
    const both = await call('PATCH', `/doctor/${id}`, { as: 'admin', json });
    expect([both.status, both.body.code]).toEqual(EMAIL_FIRST);
    await setEmail(id, email, 'admin');
    expect((await call('PATCH', `/doctor/${id}`, { as: 'admin', json })).status).toBe(200);
    expect((await row('SELECT type FROM user WHERE id = ?', user))?.type).toBe('admin');
  });

  it('becomes one when its owner, who logs in by that e-mail, has set a password', async () => {
    const { user, email } = await changedByStaff();
    expect(await promote(user)).toEqual(EMAIL_FIRST);
    const login = (await logIn({ email, password: OWN })).body;
    expect((await setOwn(login, OWN, `${OWN}!`)).status).toBe(204);
    expect(await promote(user)).toEqual(ADMIN);
    expect(roleOf((await logIn({ email, password: `${OWN}!` })).body)).toBe('admin');
  });

  it('becomes one at once where an admin has set the e-mail since, the same or another', async () => {
    for (const again of [undefined, newEmail()]) {
      const { id, user, email } = await changedByStaff();
      await setEmail(id, again ?? email, 'admin');
      expect(await promote(user)).toEqual(ADMIN);
    }
  });

  it('has no password of its owner by a token that went to that e-mail, also when an admin has set the e-mail since', async () => {
    for (const again of [undefined, newEmail()]) {
      const { id, user, email } = await changedByStaff();
      expect((await use((await reset(user)).body.token)).status).toBe(204);
      expect(roleOf((await logIn({ email, password: OWN })).body)).toBe('doctor');
      expect(await promote(user)).toEqual(EMAIL_FIRST);
      await setEmail(id, again ?? email, 'admin');
      expect(await promote(user)).toEqual(PASSWORD_FIRST);
      const { token } = (await reset(user)).body;
      expect((await use(token, `${OWN}!`)).status).toBe(204);
      expect(await promote(user)).toEqual(ADMIN);
    }
  });

  it('has one by a token that went there before an admin confirmed that e-mail, and was used after it', async () => {
    const { id, user, email } = await changedByStaff();
    const { token } = (await reset(user)).body;
    await setEmail(id, email, 'admin');
    expect((await use(token)).status).toBe(204);
    expect(await promote(user)).toEqual(ADMIN);
  });

  it('takes no token that went to a former e-mail', async () => {
    const { id, user } = await changedByStaff();
    const { token } = (await reset(user)).body;
    await setEmail(id, newEmail(), 'admin');
    expect((await use(token)).status).toBe(401);
  });

  it('is not confirmed by a password that its owner sets in a login from before', async () => {
    const { user, email, before } = await changedByStaff();
    expect((await setOwn(before, OWN, `${OWN}!`)).status).toBe(204);
    expect(await promote(user)).toEqual(EMAIL_FIRST);
    expect((await logIn({ email, password: `${OWN}!` })).status).toBe(200);
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
    expect(await promote(user.id)).toEqual(EMAIL_FIRST);
  });
});

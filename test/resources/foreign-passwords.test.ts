import { describe, expect, it } from 'vitest';
import { type Body, call, ok } from '../support/client';
import { make } from '../support/factories';
import { unique } from '../support/input';
import { logIn } from '../support/logins';
import { row } from '../support/rows';

const FIRST = 'stethoscope!';
const OWN = 'my own one!';
const REFUSED = 'Password should differ from one that somebody else has set';
const of = ({ access_token }: Body) => ({ authorization: `Bearer ${access_token}` });
const setOwn = (login: Body, old_password: string, new_password: string) =>
  call('PUT', '/auth/users/me/password', { as: null, headers: of(login), json: { old_password, new_password } });
const promote = async (id: string) => {
  const { status, body } = await call('PATCH', `/auth/users/${id}`, { as: 'admin', json: { type: 'admin' } });
  return [status, body.code ?? body.type];
};
const use = async (user: string, password: string) => {
  const { token } = await ok('POST', `/auth/users/${user}/reset`, { as: 'admin' });
  return call('POST', '/auth/password-token', { as: null, json: { token, password } });
};
const isOwn = async (user: string) =>
  (await row('SELECT password_set_by IS id AS own FROM user WHERE id = ?', user))?.own === 1;

/** A doctor under an e-mail that an admin has chosen, whom staff make a colleague of their own. */
async function asStaff() {
  const { id, user } = await make.doctor({}, { as: 'admin' });
  await ok('PATCH', `/doctor/${id}`, { json: { user: { type: 'staff' } } });
  const login = (await logIn({ email: user.email, password: FIRST })).body;
  const patch = (changed: Body) =>
    call('PATCH', `/doctor/${id}`, { as: null, headers: of(login), json: { user: changed } });
  return { id, user, login, patch };
}

describe('A password that somebody else has set', () => {
  it('is not the owner’s own when it comes back after another', async () => {
    const { user } = await make.doctor();
    const login = (await logIn({ email: user.email, password: FIRST })).body;
    expect((await setOwn(login, FIRST, OWN)).status).toBe(204);
    const back = await setOwn(login, OWN, FIRST);
    expect([back.status, back.body.detail[0]]).toMatchObject([
      422,
      { loc: ['body', 'new_password'], msg: REFUSED, type: 'value_error' },
    ]);
    expect((await setOwn(login, OWN, `${OWN}!`)).status).toBe(204);
    expect((await setOwn(login, `${OWN}!`, FIRST)).status, 'after two others').toBe(422);
    expect((await logIn({ email: user.email, password: `${OWN}!` })).status).toBe(200);
  });

  it('nor by a one-time token, after an own one or none', async () => {
    for (const own of [true, false]) {
      const { user } = await make.doctor();
      const login = (await logIn({ email: user.email, password: FIRST })).body;
      if (own) expect((await setOwn(login, FIRST, OWN)).status).toBe(204);
      const back = await use(user.id, FIRST);
      expect([back.status, back.body.detail[0].msg]).toEqual([422, REFUSED]);
      expect((await use(user.id, OWN)).status).toBe(204);
    }
  });

  it('nor after another that somebody else has set', async () => {
    const { id, user } = await make.doctor();
    await ok('PATCH', `/doctor/${id}`, { json: { user: { password: OWN } } });
    const login = (await logIn({ email: user.email, password: OWN })).body;
    expect((await setOwn(login, OWN, FIRST)).status).toBe(422);
    const back = await use(user.id, OWN);
    expect([back.status, back.body.detail[0].msg], 'by a one-time token').toEqual([422, REFUSED]);
  });
});

describe('The account of a doctor with role staff', () => {
  it('has no password of its own by a write of the doctor, which asks for no former one', async () => {
    const { user, patch } = await asStaff();
    expect((await patch({ password: FIRST })).status).toBe(200);
    expect(await isOwn(user.id)).toBe(false);
    expect(await promote(user.id)).toEqual([409, 'password_unconfirmed']);
  });

  it('loses its own by such a write', async () => {
    const { user, login, patch } = await asStaff();
    expect((await setOwn(login, FIRST, OWN)).status).toBe(204);
    expect(await isOwn(user.id)).toBe(true);
    expect((await patch({ password: FIRST })).status).toBe(200);
    expect(await isOwn(user.id)).toBe(false);
    expect(await promote(user.id)).toEqual([409, 'password_unconfirmed']);
  });

  it('has no e-mail of its owner’s choice while the password is somebody else’s', async () => {
    const { user, patch } = await asStaff();
    const setBy = async () => (await row('SELECT email_set_by FROM user WHERE id = ?', user.id))?.email_set_by;
    const email = () => `${unique('mail')}@test.example`;
    expect((await patch({ email: email() })).status).toBe(200);
    expect(await setBy()).toBe(user.id);
    expect(await promote(user.id)).toEqual([409, 'email_unconfirmed']);
  });
});

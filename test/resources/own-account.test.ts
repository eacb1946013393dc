import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Role } from '../../src/auth/permissions';
import { type Body, type CallOptions, call, duplicate, faults, ok, type Result, refusal } from '../support/client';
import { databaseWith } from '../support/fakes';
import { input } from '../support/input';
import { account, invite, logIn, PASSWORD, passwordsHashed, refresh } from '../support/logins';
import { withoutPauses } from '../support/pauses';
import { count, row, rows } from '../support/rows';
import { insertUser } from '../support/users';

withoutPauses();

const newEmail = () => `${crypto.randomUUID()}@test.example`;
const of = ({ access_token }: Body) => ({ authorization: `Bearer ${access_token}` });
const patch = (tokens: Body, json: object, options: CallOptions = {}): Promise<Result> =>
  call('PATCH', '/auth/users/me', { ...options, as: null, headers: of(tokens), json });
const setEmail = (tokens: Body, email: string, current_password = PASSWORD, options: CallOptions = {}) =>
  patch(tokens, { email, current_password }, options);
const wrongOf = ({ access_token }: Body) =>
  count('login_failure WHERE email_hash = ?', `session:${decodeJwt(access_token).sid}`);
const updates = (id: string) =>
  rows("SELECT actor, changed FROM audit WHERE entity = 'user' AND entity_id = ? AND action = 'update'", id);
const stored = (id: string) =>
  row('SELECT email, email_key, username, full_name, email_set_by, version FROM user WHERE id = ?', id);

async function loggedIn(role: Role = 'staff') {
  const user = await account(role);
  return { user, own: (await user.logIn()).body as Body };
}

describe('The own name', () => {
  it.each(['admin', 'staff', 'billing'] as const)(
    'is changed by %s, in one round trip and with a trace',
    async (role) => {
      const { user, own } = await loggedIn(role);
      const answer = await patch(own, { full_name: 'Ñina Ek' });
      expect([answer.status, answer.cost.trips]).toEqual([200, 1]);
      expect(answer.body).toEqual(await ok('GET', '/auth/users/me', { as: null, headers: of(own) }));
      expect(answer.body).toMatchObject({ id: user.id, full_name: 'Ñina Ek', email: user.email, type: role });
      expect(await updates(user.id)).toEqual([{ actor: user.id, changed: '["full_name"]' }]);
      expect((await refresh(own.refresh_token)).status, 'its login goes on').toBe(200);
    },
  );

  it('is one that a person can be called by', async () => {
    const { own } = await loggedIn();
    for (const [full_name, type] of [
      ['', 'string_too_short'],
      ['…', 'value_error'],
      [null, 'string_type'],
      ['x'.repeat(201), 'string_too_long'],
    ] as const) {
      const answer = await patch(own, { full_name });
      expect([answer.status, faults(answer)], String(full_name)).toEqual([422, [['full_name', type]]]);
    }
  });

  it('stays where nothing is sent, and nothing is written', async () => {
    const { user, own } = await loggedIn();
    const answer = await patch(own, {});
    expect([answer.status, answer.body.full_name, answer.cost.rows_written]).toEqual([200, 'Test User', 0]);
    expect(await stored(user.id)).toMatchObject({ version: 1 });
  });

  it('is all that can be changed so: other fields are refused by their names', async () => {
    const { user, own } = await loggedIn();
    const answer = await patch(own, { full_name: 'New Name', type: 'admin', disabled: false, username: 'x' });
    const refused = ['type', 'disabled', 'username'].map((name) => [name, 'extra_forbidden']);
    expect([answer.status, faults(answer)]).toEqual([422, refused]);
    expect(await stored(user.id)).toMatchObject({ full_name: 'Test User', version: 1 });
  });

  it('is not changed once the account is disabled, or its login has ended', async () => {
    const ended = await loggedIn();
    await call('POST', '/auth/logout', { as: null, json: { refresh_token: ended.own.refresh_token } });
    const disabled = await loggedIn();
    await rows('UPDATE user SET disabled_at = 1 WHERE id = ?', disabled.user.id);
    const promoted = await loggedIn();
    await call('PATCH', `/auth/users/${promoted.user.id}`, { as: 'admin', json: { type: 'billing' } });
    for (const { user, own } of [ended, disabled, promoted]) {
      for (const json of [{ full_name: 'New Name' }, {}, { email: newEmail(), current_password: PASSWORD }]) {
        const { status, headers } = await patch(own, json);
        expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('invalid_token')]);
      }
      expect(await stored(user.id)).toMatchObject({ full_name: 'Test User', email: user.email });
    }
  });
});

describe('The own e-mail', () => {
  it('is changed with the password, and is the one to log in by from then on', async () => {
    const { user, own } = await loggedIn();
    const email = newEmail();
    const answer = await patch(own, { email, current_password: PASSWORD, full_name: 'Nina Ek' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: user.id, email, username: email, full_name: 'Nina Ek' });
    expect((await user.logIn()).status, 'by the former one').toBe(401);
    expect((await logIn({ email: email.toUpperCase(), password: PASSWORD })).status).toBe(200);
    expect(await updates(user.id)).toEqual([{ actor: user.id, changed: '["full_name","email","username"]' }]);
    expect(await wrongOf(own)).toBe(0);
  });

  it('leaves the former one to others, and a username of one’s own as it is', async () => {
    const { user, own } = await loggedIn();
    expect((await setEmail(own, newEmail())).status).toBe(200);
    await invite({ email: user.email });
    const other = await loggedIn();
    await rows("UPDATE user SET username = 'nina', username_key = 'nina' WHERE id = ?", other.user.id);
    expect((await setEmail(other.own, newEmail())).body.username).toBe('nina');
  });

  it('takes the password: without it, or by a wrong one, nothing changes', async () => {
    const { user, own } = await loggedIn();
    const without = await patch(own, { email: newEmail(), full_name: 'New Name' });
    expect([without.status, faults(without)]).toEqual([422, [['current_password', 'missing']]]);
    const wrong = await patch(own, { email: newEmail(), full_name: 'New Name', current_password: 'wrong' });
    expect([wrong.status, wrong.body]).toEqual([
      400,
      refusal('wrong_password', 'current_password is not the password of this account'),
    ]);
    expect(await stored(user.id)).toMatchObject({ email: user.email, full_name: 'Test User', version: 1 });
    expect(await wrongOf(own)).toBe(1);
  });

  it('makes wrong passwords wait from the tenth on, together with those of a new password', async () => {
    const { own } = await loggedIn();
    const guess = async (n: number) => {
      const json = { old_password: 'wrong', new_password: 'battery staple 4' };
      if (n % 2 === 0) return (await setEmail(own, newEmail(), 'wrong')).status;
      return (await call('PUT', '/auth/users/me/password', { as: null, headers: of(own), json })).status;
    };
    const statuses = await Promise.all(Array.from({ length: 14 }, (_, n) => guess(n)));
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    await rows('UPDATE login_failure SET wait_until = wait_until + 60000');
    const right = await setEmail(own, newEmail());
    expect([right.status, Number(right.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await patch(own, { full_name: 'Nina Ek' })).status, 'which a name does not').toBe(200);
  });

  it('hashes one password, and none where only the name changes', async () => {
    const { own } = await loggedIn();
    expect(await passwordsHashed((options) => setEmail(own, newEmail(), PASSWORD, options))).toBe(1);
    expect(await passwordsHashed((options) => patch(own, { full_name: 'Nina Ek' }, options))).toBe(0);
  });

  it('is refused with 409 where it is somebody else’s, which is no wrong password', async () => {
    const { user, own } = await loggedIn();
    const other = await insertUser('none');
    const answer = await patch(own, { email: other.email.toUpperCase(), current_password: PASSWORD, full_name: 'New' });
    expect([answer.status, answer.body]).toEqual([409, duplicate('email', 'This email is already in use')]);
    expect(await stored(user.id)).toMatchObject({ email: user.email, full_name: 'Test User', version: 1 });
    expect(await wrongOf(own)).toBe(0);
  });

  it('is one: not text, not an address that hides a character', async () => {
    const { own } = await loggedIn();
    for (const email of ['nina', 'nina@clinic', `ni\u200bna@clinic.example`]) {
      const answer = await setEmail(own, email);
      expect([answer.status, faults(answer)], email).toEqual([422, [['email', 'value_error']]]);
    }
    expect(await wrongOf(own)).toBe(0);
  });

  it('may be sent back as it is, or in other letters', async () => {
    const { user, own } = await loggedIn();
    for (const email of [user.email, user.email.toUpperCase()]) {
      expect((await setEmail(own, email)).body).toMatchObject({ email, username: email });
    }
  });

  it('ends the one-time token that went to the former one, and no login', async () => {
    const { user, own } = await loggedIn();
    const other = (await user.logIn()).body;
    const later = Date.now() + 1_000_000;
    const token = 'INSERT INTO password_token (user_id, token_hash, expires_at) VALUES (?, ?, ?)';
    await rows(token, user.id, crypto.randomUUID(), later);
    expect((await setEmail(own, newEmail())).status).toBe(200);
    expect(await count('password_token WHERE user_id = ?', user.id)).toBe(0);
    expect((await refresh(other.refresh_token)).status).toBe(200);
    expect((await refresh(own.refresh_token)).status).toBe(200);
  });

  it('makes its client a known device, and the others unknown', async () => {
    const { user, own } = await loggedIn();
    const { headers } = await setEmail(own, newEmail());
    expect(headers.get('set-cookie')).toMatch(/^device_[0-9a-f]{16}=.+; HttpOnly; Secure; SameSite=Strict$/);
    expect((await row('SELECT devices_since FROM user WHERE id = ?', user.id))?.devices_since).toEqual(
      expect.any(Number),
    );
    expect((await patch(own, { full_name: 'Nina Ek' })).headers.get('set-cookie')).toBe(null);
  });
});

describe('Whoever has set the password of an account', () => {
  /** A doctor's account with the role of staff: its first password is known to who has created it. */
  async function ofForeignPassword() {
    const json = input.doctor({ user: { type: 'staff' } });
    const { user } = await ok('POST', '/doctor/', { as: 'admin', json });
    return { id: user.id as string, json, own: (await logIn(json.user)).body };
  }

  it('counts as who has chosen the e-mail that is set by it', async () => {
    const { id, json, own } = await ofForeignPassword();
    expect((await setEmail(own, newEmail(), json.user.password)).status).toBe(200);
    expect(await stored(id)).toMatchObject({ email_set_by: id });
    const { status, body } = await call('PATCH', `/auth/users/${id}`, { as: 'admin', json: { type: 'admin' } });
    expect([status, body.code]).toEqual([409, 'email_unconfirmed']);
  });
});

describe('Of changes at the same time', () => {
  it('to one e-mail by many accounts one takes place', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => loggedIn()));
    const email = newEmail();
    const answers = await Promise.all(all.map(({ own }) => setEmail(own, email)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(await count('user WHERE email = ?', email)).toBe(1);
  });

  it.each([
    ['the account is disabled', 'UPDATE user SET disabled_at = 1 WHERE id = ?', 401],
    ['the login is ended', 'UPDATE login_session SET revoked_at = 1 WHERE user_id = ?', 401],
    ['another password is set', "UPDATE user SET password_hash = 'other' WHERE id = ?", 400],
  ])('none takes place when %s before it is written', async (_, sql, expected) => {
    const { user, own } = await loggedIn();
    let batches = 0;
    const DB = databaseWith((session) => ({
      batch: async (statements: D1PreparedStatement[]) => {
        if (++batches === 2) await rows(sql, user.id);
        return session.batch(statements);
      },
    }));
    const json = { email: newEmail(), current_password: PASSWORD, full_name: 'New Name' };
    expect((await patch(own, json, { env: { DB } })).status).toBe(expected);
    expect(await stored(user.id)).toMatchObject({ email: user.email, full_name: 'Test User' });
  });
});

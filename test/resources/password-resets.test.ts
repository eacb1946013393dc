import { describe, expect, it } from 'vitest';
import { call, ok } from '../support/client';
import { account, invite, logIn, newSession, PASSWORD, refresh } from '../support/logins';
import { count, row, rows, trail } from '../support/rows';
import { actorOf, insertUser } from '../support/users';

const NEW = 'battery staple 4';
const reset = (id: string, as: Parameters<typeof call>[2] = { as: 'admin' }) =>
  call('POST', `/auth/users/${id}/reset`, as);
const use = (token: string, password = NEW) =>
  call('POST', '/auth/password-token', { as: null, json: { token, password } });

describe('POST /auth/users/{id}/reset', () => {
  it('ends the password and the logins at once, and answers the token by which the owner sets another one', async () => {
    const user = await account('billing');
    const { refresh_token } = (await user.logIn()).body;
    const { status, body } = await reset(user.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: user.id, email: user.email, type: 'billing', password_set: false });
    expect(Date.parse(body.expires_at)).toBeGreaterThan(Date.now() + 71 * 3_600_000);
    expect((await refresh(refresh_token)).status).toBe(401);
    expect((await user.logIn()).status).toBe(401);
    expect((await use(body.token)).status).toBe(204);
    expect((await user.logIn()).status).toBe(401);
    expect((await user.logIn({}, NEW)).status).toBe(200);
  });

  it('is in the audit trail with the admin and the token that was issued, then the owner with the password', async () => {
    const user = await account();
    const { token } = (await reset(user.id)).body;
    await use(token);
    expect(await trail(user.id)).toEqual(['update 2 password_hash', 'create 1', 'update 3 password_hash']);
    const actors = await rows('SELECT entity, actor FROM audit WHERE entity_id = ? ORDER BY seq', user.id);
    expect(actors).toEqual([
      { entity: 'user', actor: actorOf('admin').id },
      { entity: 'password_token', actor: actorOf('admin').id },
      { entity: 'user', actor: user.id },
    ]);
    expect(await row('SELECT password_set_by FROM user WHERE id = ?', user.id)).toEqual({ password_set_by: user.id });
  });

  it('ends an earlier token of the account, be it of a reset or of the invitation', async () => {
    const invited = await invite();
    const first = (await reset(invited.id)).body.token;
    const second = (await reset(invited.id)).body.token;
    expect((await use(invited.token)).status).toBe(401);
    expect((await use(first)).status).toBe(401);
    expect((await use(second)).status).toBe(204);
    expect(await count('password_token WHERE user_id = ?', invited.id)).toBe(0);
  });

  it('leaves one token that works of 10 resets at the same time', async () => {
    const user = await account();
    const answers = await Promise.all(Array.from({ length: 10 }, () => reset(user.id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const used = await Promise.all(answers.map(({ body }) => use(body.token)));
    expect(used.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(401)]);
  });

  it('is 400 for a disabled account and for one’s own, 404 for one that is deleted, and changes nothing', async () => {
    const disabled = await account();
    await ok('PATCH', `/auth/users/${disabled.id}`, { as: 'admin', json: { disabled: true } });
    const deleted = await account();
    await rows('UPDATE user SET deleted_at = 1 WHERE id = ?', deleted.id);
    const self = await insertUser('admin', { password_hash: 'of-the-admin' });
    await newSession(self.id);
    const state = async () => [await rows('SELECT * FROM user'), await rows('SELECT * FROM password_token')];
    const before = await state();
    expect((await reset(disabled.id)).status).toBe(400);
    expect((await reset(self.id, { as: self })).status).toBe(400);
    expect((await reset(deleted.id)).status).toBe(404);
    expect(await state()).toEqual(before);
    expect(await count('login_session WHERE user_id = ? AND revoked_at IS NULL', self.id)).toBe(1);
  });

  it('lets an admin reset another admin', async () => {
    const other = await insertUser('admin');
    expect((await reset(other.id)).status).toBe(200);
  });

  it('lets an account become an admin once its owner has set a password by the token', async () => {
    const made = await account('doctor');
    await rows("UPDATE user SET created_by = 'somebody' WHERE id = ?", made.id);
    const promote = () => call('PATCH', `/auth/users/${made.id}`, { as: 'admin', json: { type: 'admin' } });
    const { token } = (await reset(made.id)).body;
    expect((await promote()).body.code).toBe('password_unconfirmed');
    expect((await use(token, 'with-a-symbol')).status, 'the token still works').toBe(204);
    expect((await promote()).body.type).toBe('admin');
    expect((await logIn({ email: made.email, password: PASSWORD })).status).toBe(401);
  });
});

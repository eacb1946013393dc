import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { type Body, type CallOptions, call, faults, nextPage, ok, refusal } from '../support/client';
import { account, refresh } from '../support/logins';
import { row } from '../support/rows';
import { actorOf, insertUser } from '../support/users';

const patch = (id: string, json: object, as: CallOptions['as'] = 'admin') =>
  call('PATCH', `/auth/users/${id}`, { as, json });

describe('An account', () => {
  it('is listed for admins, newest first, in pages', async () => {
    const made = [await insertUser('none'), await insertUser('doctor'), await insertUser('billing')];
    const page = await call('GET', '/auth/users?limit=2', { as: 'admin' });
    expect(page.body.map(({ id }: Body) => id)).toEqual([made[2]?.id, made[1]?.id]);
    expect(page.body[0]).toEqual({
      id: made[2]?.id,
      email: made[2]?.email,
      full_name: 'Test User',
      username: made[2]?.email,
      phone_number: null,
      type: 'billing',
      pending_type: null,
      created_at: '1970-01-01T00:00:00.000Z',
      disabled: false,
      password_set: true,
      totp_enabled: false,
    });
    expect((await ok('GET', nextPage(page) ?? '', { as: 'admin' }))[0].id).toBe(made[0]?.id);
  });

  it('gets a new role with its next login', async () => {
    const user = await account('none');
    const { status, body } = await patch(user.id, { type: 'billing' });
    expect([status, body.type, body.disabled]).toEqual([200, 'billing', false]);
    const last = await row(
      "SELECT actor, action, version, changed FROM audit WHERE entity = 'user' AND entity_id = ? ORDER BY seq DESC",
      user.id,
    );
    expect(last).toEqual({ actor: actorOf('admin').id, action: 'update', version: 2, changed: '["type"]' });
    const tokens = (await user.logIn()).body;
    expect(decodeJwt(tokens.access_token).role).toBe('billing');
  });

  it('that is disabled can neither log in nor refresh nor see itself, until it is enabled', async () => {
    const user = await account();
    const { refresh_token } = (await user.logIn()).body;
    expect((await patch(user.id, { disabled: true })).body.disabled).toBe(true);
    expect((await refresh(refresh_token)).status).toBe(401);
    expect((await call('GET', '/auth/users/me', { as: user })).status).toBe(401);
    const refused = await user.logIn();
    expect(refused.status).toBe(401);
    expect(refused.body).toEqual((await user.logIn({}, 'wrong')).body);
    expect((await patch(user.id, { disabled: false })).body.disabled).toBe(false);
    expect((await user.logIn()).status).toBe(200);
    expect((await refresh(refresh_token)).status, 'the old login remains ended').toBe(401);
  });

  it('accepts a new role and disabled in one change, and a change of nothing', async () => {
    const user = await insertUser('staff');
    expect((await patch(user.id, { type: 'doctor', disabled: true })).body).toMatchObject({
      type: 'doctor',
      disabled: true,
    });
    expect((await patch(user.id, {})).body).toMatchObject({ type: 'doctor', disabled: true });
  });

  it('refuses what it does not take, each field by its name, and changes nothing', async () => {
    const user = await insertUser('staff');
    const answer = await patch(user.id, { type: 'none', full_name: 'New Name', roles: ['admin'] });
    expect([answer.status, faults(answer)]).toEqual([
      422,
      [
        ['full_name', 'extra_forbidden'],
        ['roles', 'extra_forbidden'],
      ],
    ]);
    expect(JSON.stringify(answer.body)).not.toContain('New Name');
    expect(await row('SELECT type, version FROM user WHERE id = ?', user.id)).toEqual({ type: 'staff', version: 1 });
  });

  it('of an admin cannot be changed by that admin', async () => {
    const self = actorOf('admin').id;
    for (const json of [{ type: 'staff' }, { disabled: true }]) {
      const { status, body } = await patch(self, json);
      expect(status).toBe(400);
      expect(body).toEqual(refusal('own_account'));
    }
    expect((await patch(self, { type: 'none' }, await insertUser('admin'))).status).toBe(200);
    await patch(self, { type: 'admin' }, await insertUser('admin'));
  });
});

import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { type Body, type CallOptions, call, ok, refusal } from '../support/client';
import { account, refresh } from '../support/logins';
import { count, row, rows } from '../support/rows';
import { actorOf } from '../support/users';

const ADMIN: CallOptions = { as: 'admin' };
const sid = ({ access_token }: Body) => decodeJwt(access_token).sid as string;
const pathOf = (id: string) => `/auth/users/${id}/sessions`;
const end = (id: string, session: string, options = ADMIN) => call('DELETE', `${pathOf(id)}/${session}`, options);

describe('GET /auth/users/{id}/sessions', () => {
  it('shows an admin what its owner sees, but for which of them is the current one', async () => {
    const user = await account();
    await (await account()).logIn();
    const own = (await user.logIn({ headers: { 'user-agent': 'Ward/1.0', 'cf-connecting-ip': '192.0.2.1' } })).body;
    await user.logIn();
    const seen = await ok('GET', '/auth/sessions', { headers: { authorization: `Bearer ${own.access_token}` } });
    const listed = await ok('GET', pathOf(user.id), ADMIN);
    expect(listed).toEqual(seen.map(({ current: _, ...session }: Body) => session));
    expect(listed[1]).toMatchObject({ id: sid(own), device: 'Ward/1.0', address: '192.0.2.1' });
  });

  it('is empty for an account without a login, and 404 for one that is not there', async () => {
    const user = await account();
    expect(await ok('GET', pathOf(user.id), ADMIN)).toEqual([]);
    await rows('UPDATE user SET deleted_at = 1 WHERE id = ?', user.id);
    const { status, body } = await call('GET', pathOf(user.id), ADMIN);
    expect([status, body]).toEqual([404, refusal('not_found', `Account not found: ${user.id}`)]);
  });

  it('is 401 for an admin who is none any more', async () => {
    const { id } = await account();
    await rows("UPDATE user SET type = 'admin' WHERE id = ?", id);
    const as = { id, role: 'admin' as const };
    expect((await call('GET', pathOf(id), { as })).status).toBe(200);
    await rows("UPDATE user SET type = 'staff' WHERE id = ?", id);
    expect((await call('GET', pathOf(id), { as })).status).toBe(401);
  });
});

describe('DELETE /auth/users/{id}/sessions/{session_id}', () => {
  it('ends one login, is on the trail with the admin who did it, and leaves the others', async () => {
    const user = await account();
    const [lost, kept] = [(await user.logIn()).body, (await user.logIn()).body];
    const { status, bytes } = await end(user.id, sid(lost));
    expect([status, bytes.length]).toEqual([204, 0]);
    expect((await ok('GET', pathOf(user.id), ADMIN)).map(({ id }: Body) => id)).toEqual([sid(kept)]);
    expect((await refresh(lost.refresh_token)).status).toBe(401);
    expect((await refresh(kept.refresh_token)).status).toBe(200);
    const trail =
      "SELECT actor, action FROM audit WHERE entity = 'login_session' AND entity_id = ? AND action = 'logout'";
    expect(await rows(trail, sid(lost))).toEqual([{ actor: actorOf('admin').id, action: 'logout' }]);
  });

  it('is 404 for a login of another account, an unknown one and one that has ended, and changes nothing', async () => {
    const [user, other] = [await account(), await account()];
    const [ended, theirs] = [(await user.logIn()).body, (await other.logIn()).body];
    await end(user.id, sid(ended));
    const before = await count('audit');
    for (const session of [sid(theirs), sid(ended), crypto.randomUUID()]) {
      const { status, body } = await end(user.id, session);
      expect([status, body]).toEqual([404, refusal('not_found', `Login not found: ${session}`)]);
    }
    expect(await count('audit')).toBe(before);
    expect((await refresh(theirs.refresh_token)).status).toBe(200);
  });

  it('is 401 for an admin who is none any more', async () => {
    const user = await account();
    const own = (await user.logIn()).body;
    const former = { id: (await account()).id, role: 'admin' as const };
    expect((await end(user.id, sid(own), { as: former })).status).toBe(401);
    expect(await row('SELECT revoked_at FROM login_session WHERE id = ?', sid(own))).toEqual({ revoked_at: null });
  });
});

import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { type Body, type CallOptions, call, ok, refusal } from '../support/client';
import { account, refresh } from '../support/logins';
import { multiply, UUID } from '../support/multiply';
import { count, row, rows } from '../support/rows';

const of = ({ access_token }: Body, headers: Record<string, string> = {}): CallOptions => ({
  as: null,
  headers: { ...headers, authorization: `Bearer ${access_token}` },
});
const sid = ({ access_token }: Body) => decodeJwt(access_token).sid as string;
const sessions = (tokens: Body) => ok('GET', '/auth/sessions', of(tokens));
const end = (tokens: Body, id: string) => call('DELETE', `/auth/sessions/${id}`, of(tokens));
const from = (address: string, device: string): CallOptions => ({
  headers: { 'cf-connecting-ip': address, 'user-agent': device },
});

describe('GET /auth/sessions', () => {
  it('shows from where and with what the account is logged in, the last used first, and nobody else’s', async () => {
    const user = await account();
    await (await account()).logIn();
    const ward = (await user.logIn(from('192.0.2.1', 'Ward/1.0'))).body;
    const desk = (await user.logIn(from('192.0.2.2', 'Desk/2.0'))).body;
    const found = await sessions(ward);
    expect(found.map(({ id }: Body) => id)).toEqual([sid(desk), sid(ward)]);
    expect(found[1]).toEqual({
      id: sid(ward),
      created_at: expect.any(String),
      last_used_at: found[1].created_at,
      expires_at: new Date(Date.parse(found[1].created_at) + 30 * 86_400_000).toISOString(),
      device: 'Ward/1.0',
      address: '192.0.2.1',
      current: true,
    });
    expect(found[0]).toMatchObject({ device: 'Desk/2.0', address: '192.0.2.2', current: false });
  });

  it('shows a refresh as the last use, with its address, and keeps the device of the login', async () => {
    const user = await account();
    const first = (await user.logIn(from('192.0.2.1', 'Ward/1.0'))).body;
    await user.logIn();
    await rows('UPDATE login_session SET last_used_at = 5 WHERE user_id = ?', user.id);
    const before = Date.now();
    const next = (await refresh(first.refresh_token, from('192.0.2.9', 'Other/3.0'))).body;
    const [newest, other] = await sessions(next);
    expect(newest).toMatchObject({ id: sid(first), device: 'Ward/1.0', address: '192.0.2.9', current: true });
    expect(Date.parse(newest.last_used_at)).toBeGreaterThanOrEqual(before);
    expect(other.last_used_at).toBe('1970-01-01T00:00:00.005Z');
  });

  it('shows none that has ended, by logout, by expiry or 90 days after it began', async () => {
    const user = await account();
    const own = (await user.logIn()).body;
    const [out, expired, old] = await Promise.all([1, 2, 3].map(async () => (await user.logIn()).body));
    await call('POST', '/auth/logout', { as: null, json: { refresh_token: out.refresh_token } });
    await rows('UPDATE login_session SET expires_at = ? WHERE id = ?', Date.now() - 1, sid(expired));
    await rows('UPDATE login_session SET created_at = ? WHERE id = ?', Date.now() - 90 * 86_400_000, sid(old));
    expect((await sessions(own)).map(({ id }: Body) => id)).toEqual([sid(own)]);
  });

  it('keeps 200 characters of a device, none that is not seen, and null where the client names none', async () => {
    const user = await account();
    const long = (await user.logIn({ headers: { 'user-agent': `A\tB${'x'.repeat(300)}` } })).body;
    expect((await sessions(long))[0].device).toBe(`AB${'x'.repeat(198)}`);
    const silent = (await user.logIn()).body;
    expect((await sessions(silent))[0]).toMatchObject({ id: sid(silent), device: null });
  });

  it('says null where a login began before last use, device and address were recorded, and shows it last', async () => {
    const user = await account();
    const [old, own] = [(await user.logIn()).body, (await user.logIn()).body];
    await rows('UPDATE login_session SET last_used_at = NULL, device = NULL, address = NULL WHERE id = ?', sid(old));
    const found = await sessions(own);
    expect(found[1]).toMatchObject({ id: sid(old), last_used_at: null, device: null, address: null });
  });

  it('shows the 100 used last, and reads no more for a client that logs in all the time', async () => {
    const user = await account();
    const own = (await user.logIn()).body;
    const costOf = async () => {
      const { body, cost } = await call('GET', '/auth/sessions', of(own));
      return { shown: body.length, read: cost.rows_read, trips: cost.trips };
    };
    const copies = (n: number, differing: Record<string, string>) =>
      multiply('login_session', { key: 'id', value: sid(own) }, n, { id: UUID, ...differing });
    await copies(300, { revoked_at: '1' });
    expect(await costOf()).toMatchObject({ shown: 1, trips: 1 });
    await copies(150, {});
    const at150 = await costOf();
    expect(at150).toMatchObject({ shown: 100, trips: 1 });
    expect(at150.read).toBeLessThanOrEqual(210);
    await copies(150, { id: UUID });
    expect(await costOf()).toEqual(at150);
  });

  it('is 401 for an account that is disabled, and for the token of a login that has ended', async () => {
    const user = await account();
    const [own, other] = [(await user.logIn()).body, (await user.logIn()).body];
    expect((await end(other, sid(own))).status).toBe(204);
    expect((await call('GET', '/auth/sessions', of(own))).status).toBe(401);
    await ok('PATCH', `/auth/users/${user.id}`, { as: 'admin', json: { disabled: true } });
    expect((await call('GET', '/auth/sessions', of(other))).status).toBe(401);
  });
});

describe('DELETE /auth/sessions/{id}', () => {
  it('ends one login, in which its refresh token is dead at once, and no other', async () => {
    const user = await account();
    const [own, lost] = [(await user.logIn()).body, (await user.logIn()).body];
    const { status, bytes } = await end(own, sid(lost));
    expect([status, bytes.length]).toEqual([204, 0]);
    expect((await sessions(own)).map(({ id }: Body) => id)).toEqual([sid(own)]);
    expect((await refresh(lost.refresh_token)).status).toBe(401);
    const next = (await refresh(own.refresh_token)).body;
    expect((await call('PUT', '/auth/users/me/password', { ...of(lost), json: passwords })).status).toBe(401);
    expect((await call('PUT', '/auth/users/me/password', { ...of(next), json: passwords })).status).toBe(204);
  });

  const passwords = { old_password: 'correct horse', new_password: 'battery staple 4' };

  it('is in the audit trail as a logout, once', async () => {
    const user = await account();
    const own = (await user.logIn()).body;
    await end(own, sid(own));
    expect((await end(own, sid(own))).status).toBe(401);
    expect(
      await rows("SELECT actor, action FROM audit WHERE entity = 'login_session' AND entity_id = ?", sid(own)),
    ).toEqual([{ actor: user.id, action: 'logout' }]);
  });

  it('is 404 for a login of somebody else, an unknown one and one that has ended, and changes nothing', async () => {
    const user = await account();
    const [own, other] = [(await user.logIn()).body, (await (await account()).logIn()).body];
    const ended = (await user.logIn()).body;
    await end(own, sid(ended));
    const before = await count('audit');
    for (const id of [sid(other), sid(ended), crypto.randomUUID()]) {
      const { status, body } = await end(own, id);
      expect([status, body]).toEqual([404, refusal('not_found', `Login not found: ${id}`)]);
    }
    expect(await count('audit')).toBe(before);
    expect((await refresh(other.refresh_token)).status).toBe(200);
    expect((await end(own, 'no-uuid')).status).toBe(422);
  });

  it('is 401 with a token that is no longer true, and ends nothing', async () => {
    for (const change of ['disabled_at = 1', "type = 'none'", 'deleted_at = 1']) {
      const user = await account();
      const own = (await user.logIn()).body;
      await rows(`UPDATE user SET ${change} WHERE id = ?`, user.id);
      await rows('UPDATE login_session SET revoked_at = NULL WHERE id = ?', sid(own));
      expect((await end(own, sid(own))).status).toBe(401);
      expect(await row('SELECT revoked_at FROM login_session WHERE id = ?', sid(own))).toEqual({ revoked_at: null });
    }
  });

  it('ends a login once of many requests at the same time', async () => {
    const user = await account();
    const [own, lost] = [(await user.logIn()).body, (await user.logIn()).body];
    const answers = await Promise.all(Array.from({ length: 10 }, () => end(own, sid(lost))));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)]);
    expect(await count("audit WHERE entity_id = ? AND action = 'logout'", sid(lost))).toBe(1);
  });
});

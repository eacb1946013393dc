import { env } from 'cloudflare:workers';
import { scryptSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, it } from 'vitest';
import { networkOf } from '../../src/auth/network';
import { hashPassword } from '../../src/auth/passwords';
import { sha256 } from '../../src/auth/tokens';
import { type Body, type CallOptions, call, ok, testEnv, tokenOf } from '../support/client';
import { rows } from '../support/rows';
import { actorOf, insertUser } from '../support/users';

const PASSWORD = 'correct horse';
const password_hash = await hashPassword(PASSWORD);

async function account(role: Parameters<typeof insertUser>[0] = 'staff') {
  const user = await insertUser(role, { password_hash });
  const logIn = (options: CallOptions = {}, password = PASSWORD) =>
    call('POST', '/auth/login', { ...options, as: null, json: { email: user.email, password } });
  return { ...user, logIn };
}

const newLogin = async (): Promise<Body> => (await (await account()).logIn()).body;
const refresh = (refresh_token: string, options: CallOptions = {}) =>
  call('POST', '/auth/refresh', { ...options, as: null, json: { refresh_token } });
const logout = (options: CallOptions) => call('POST', '/auth/logout', { as: null, ...options });
const sql = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();

describe('POST /auth/refresh', () => {
  it('answers new tokens for a token in the body, in a form or in the cookie, each token once', async () => {
    const first = await newLogin();
    const second = await refresh(first.refresh_token);
    expect(second.status).toBe(200);
    expect(Object.keys(second.body).sort()).toEqual(['access_token', 'expires_in', 'refresh_token', 'token_type']);
    expect(second.body.refresh_token).not.toBe(first.refresh_token);
    expect(second.headers.get('set-cookie')).toContain(`refresh_token=${second.body.refresh_token}; `);
    expect(decodeJwt(second.body.access_token).sub).toBe(decodeJwt(first.access_token).sub);

    const cookie = `other=1; refresh_token=${second.body.refresh_token}`;
    const third = await call('POST', '/auth/refresh', { as: null, headers: { cookie } });
    expect(third.status).toBe(200);
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: third.body.refresh_token });
    const fourth = await call('POST', '/auth/refresh', { as: null, body });
    expect(fourth.status).toBe(200);
    for (const { refresh_token } of [first, second.body, third.body])
      expect((await refresh(refresh_token)).status).toBe(401);
    expect((await refresh(fourth.body.refresh_token)).status).toBe(200);
  });

  it('answers 401 for anything else', async () => {
    for (const json of [
      {},
      { refresh_token: 5 },
      { refresh_token: '' },
      { refresh_token: 'x'.repeat(43) },
      [],
      null,
      'text',
    ]) {
      const { status, body } = await call('POST', '/auth/refresh', { as: null, json });
      expect(status, JSON.stringify(json)).toBe(401);
      expect(body).toEqual({ detail: expect.any(String) });
    }
    for (const body of ['', '{', '\0', 'refresh_token='])
      expect((await call('POST', '/auth/refresh', { as: null, body })).status).toBe(401);
    expect((await refresh(await tokenOf('admin'))).status).toBe(401);
    expect((await refresh('x'.repeat(1024 * 1024))).status).toBe(413);
  });

  it('lets a token that comes back within 30 s do nothing else', async () => {
    const first = await newLogin();
    const second = await refresh(first.refresh_token);
    expect((await refresh(first.refresh_token)).status).toBe(401);
    expect((await refresh(second.body.refresh_token)).status).toBe(200);
  });

  it('revokes the whole login when a token comes back later, and no other login', async () => {
    const user = await account();
    const other = (await user.logIn()).body;
    const first = (await user.logIn()).body;
    const second = await refresh(first.refresh_token);
    const hash = await sha256(first.refresh_token);
    await sql('UPDATE refresh_token SET used_at = used_at - 31000 WHERE token_hash = ?', hash);
    expect((await refresh(first.refresh_token)).status).toBe(401);
    expect((await refresh(second.body.refresh_token)).status).toBe(401);
    expect((await refresh(other.refresh_token)).status).toBe(200);
    const { results } = await env.DB.prepare('SELECT action FROM audit WHERE entity_id = ?').bind(hash).all();
    expect(results).toEqual([{ action: 'revoke' }]);
  });

  it('answers 401 for an expired token', async () => {
    const { refresh_token } = await newLogin();
    await sql(
      'UPDATE refresh_token SET expires_at = ? WHERE token_hash = ?',
      Date.now() - 1,
      await sha256(refresh_token),
    );
    expect((await refresh(refresh_token)).status).toBe(401);
  });

  it('gives one of five equal requests at once new tokens', async () => {
    const { refresh_token } = await newLogin();
    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(refresh_token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    const next = answers.find(({ status }) => status === 200)?.body.refresh_token;
    expect((await refresh(next)).status).toBe(200);
  });
});

describe('POST /auth/logout', () => {
  it('ends the login of the token, by body or cookie, and clears the cookie', async () => {
    for (const send of [
      (refresh_token: string) => ({ json: { refresh_token } }),
      (t: string) => ({ headers: { cookie: `refresh_token=${t}` } }),
    ]) {
      const { refresh_token } = await newLogin();
      const { status, headers, bytes } = await logout(send(refresh_token));
      expect([status, bytes.length]).toEqual([204, 0]);
      expect(headers.get('set-cookie')).toMatch(
        /^refresh_token=; Max-Age=0; Path=\/auth; HttpOnly; Secure; SameSite=Strict$/,
      );
      expect((await refresh(refresh_token)).status).toBe(401);
    }
  });

  it('answers 204 where there is no login', async () => {
    for (const options of [{}, { json: { refresh_token: 'unknown' } }, { json: [] }, { body: '{' }]) {
      expect((await logout(options)).status).toBe(204);
    }
  });
});

describe('wrong passwords', () => {
  const wait = async (email: string) =>
    sql(
      'UPDATE login_failure SET wait_until = ? WHERE email_hash = ?',
      Date.now() - 1,
      await sha256(email.toLowerCase()),
    );

  /** Wrong passwords from now on: each one costs a wait, twice as long each time. */
  async function expectWaits(email: string): Promise<void> {
    const guess = () => call('POST', '/auth/login', { as: null, json: { email, password: 'wrong' } });
    for (const seconds of ['1', '2', '4']) {
      const { status, headers, body } = await guess();
      expect([status, headers.get('retry-after')]).toEqual([429, seconds]);
      expect(body).toEqual({ detail: expect.any(String) });
      await wait(email);
      expect((await guess()).status).toBe(401);
    }
  }

  it('let an account wait after ten, until the right one resets it', async () => {
    // Parameters that are quickly checked: the twenty wrong ones are not to take seconds.
    const hash = scryptSync(PASSWORD, 'salt', 32, { N: 16, r: 1, p: 1 }).toString('base64url');
    const { email } = await insertUser('staff', {
      password_hash: `$scrypt$ln=4,r=1,p=1$${btoa('salt').slice(0, 6)}$${hash}`,
    });
    const guess = (password = 'wrong') => call('POST', '/auth/login', { as: null, json: { email, password } });
    for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(401);
    await expectWaits(email);
    expect((await guess(PASSWORD)).status, 'the right one waits too').toBe(429);
    await wait(email);
    expect((await guess(PASSWORD)).status).toBe(200);
    expect(await rows('SELECT * FROM login_failure WHERE email_hash = ?', await sha256(email))).toEqual([]);
    for (let i = 0; i < 2; i++) expect((await guess()).status, 'counted from the start').toBe(401);
    expect((await guess(PASSWORD)).status).toBe(200);
  });

  it('let an unknown account wait just so', async () => {
    const email = `${crypto.randomUUID()}@test.example`;
    await sql('INSERT INTO login_failure VALUES (?, 9, 0, 0)', await sha256(email));
    expect(
      (await call('POST', '/auth/login', { as: null, json: { email: email.toUpperCase(), password: 'x' } })).status,
    ).toBe(401);
    await expectWaits(email);
  });

  it('never let it wait longer than 15 minutes', async () => {
    const { email, logIn } = await account();
    await sql('INSERT INTO login_failure VALUES (?, 1000000, 0, 0)', await sha256(email));
    await logIn({}, 'wrong');
    expect((await logIn()).headers.get('retry-after')).toBe('900');
  });
});

describe('floods', () => {
  it('get 429 from the 301st request of one address in a minute on, and no other address does', async () => {
    const headers = { 'cf-connecting-ip': '203.0.113.7' };
    const statuses = new Set<number>();
    for (let i = 0; i < 300; i++) statuses.add((await call('POST', '/auth/refresh', { as: null, headers })).status);
    expect([...statuses]).toEqual([401]);
    for (const path of ['/auth/refresh', '/auth/login', '/auth/signup']) {
      const flooded = await call('POST', path, { as: null, headers, json: {} });
      expect([flooded.status, flooded.headers.get('retry-after')]).toEqual([429, '60']);
    }
    expect((await call('POST', '/auth/refresh', { as: null })).status).toBe(401);
    expect((await call('GET', '/patient/', { headers })).status).toBe(200);
  });

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001::1:2:3:4:5:6', '2001:0:1:2::/64'],
    ['fe80::', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('of %s are counted by %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('are counted by the network of an IPv6 address', async () => {
    const keys: string[] = [];
    const AUTH_RATE_LIMIT = { limit: async ({ key }: { key: string }) => ({ success: keys.push(key) < 2 }) };
    const from = (address: string) =>
      call('POST', '/auth/refresh', {
        as: null,
        headers: { 'cf-connecting-ip': address },
        env: { AUTH_RATE_LIMIT } as never,
      });
    expect((await from('2001:db8:7:7::1')).status).toBe(401);
    expect((await from('2001:db8:7:7:a:b:c:d')).status).toBe(429);
    expect(new Set(keys)).toEqual(new Set(['2001:db8:7:7::/64']));
  });
});

describe('keys', () => {
  const next = { JWT_SECRET: 'the-next-secret-the-next-secret-the-next-secret' };
  const both = { ...next, JWT_SECRET_PREVIOUS: testEnv.JWT_SECRET };

  it('rotate without logging anyone out', async () => {
    const authorization = `Bearer ${await tokenOf('staff')}`;
    const kids = [testEnv.JWT_SECRET, next.JWT_SECRET].map(async (secret) => (await sha256(secret)).slice(0, 16));
    expect((await call('GET', '/patient/', { headers: { authorization }, env: both })).status).toBe(200);
    expect((await call('GET', '/patient/', { headers: { authorization }, env: next })).status).toBe(401);
    const made = (await (await account()).logIn({ env: both })).body.access_token;
    expect(decodeProtectedHeader(made).kid).toBe(await kids[1]);
    expect((await call('GET', '/patient/', { headers: { authorization: `Bearer ${made}` }, env: next })).status).toBe(
      200,
    );
    expect((await call('GET', '/patient/', { headers: { authorization: `Bearer ${made}` } })).status).toBe(401);
  });
});

describe('accounts', () => {
  const patch = (id: string, json: object, as: CallOptions['as'] = 'admin') =>
    call('PATCH', `/auth/users/${id}`, { as, json });

  it('are listed for admins, newest first, in pages', async () => {
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
      created_at: '1970-01-01T00:00:00.000Z',
      disabled: false,
    });
    const next = /<http:\/\/localhost(.+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    expect((await ok('GET', next, { as: 'admin' }))[0].id).toBe(made[0]?.id);
  });

  it('get a role, which the next token has', async () => {
    const user = await account('none');
    const { refresh_token } = (await user.logIn()).body;
    const { status, body } = await patch(user.id, { type: 'billing' });
    expect([status, body.type, body.disabled]).toEqual([200, 'billing', false]);
    const tokens = (await refresh(refresh_token)).body;
    expect(decodeJwt(tokens.access_token).role).toBe('billing');
    const row = await env.DB.prepare(
      'SELECT actor, action, version, changed FROM audit WHERE entity = ? AND entity_id = ? ORDER BY seq DESC',
    )
      .bind('user', user.id)
      .first();
    expect(row).toEqual({ actor: actorOf('admin').id, action: 'update', version: 2, changed: '["type"]' });
  });

  it('that are disabled can neither log in nor refresh nor see themselves, until they are enabled', async () => {
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
    expect((await refresh(refresh_token)).status, 'the old login stays ended').toBe(401);
  });

  it('take both at once, and neither', async () => {
    const user = await insertUser('staff');
    expect((await patch(user.id, { type: 'doctor', disabled: true })).body).toMatchObject({
      type: 'doctor',
      disabled: true,
    });
    expect((await patch(user.id, {})).body).toMatchObject({ type: 'doctor', disabled: true });
  });

  it('of an admin are not changed by that admin; unknown ones are 404', async () => {
    const self = actorOf('admin').id;
    for (const json of [{ type: 'staff' }, { disabled: true }]) {
      const { status, body } = await patch(self, json);
      expect(status).toBe(400);
      expect(body).toEqual({ detail: expect.any(String) });
    }
    expect((await patch(crypto.randomUUID(), { type: 'staff' })).status).toBe(404);
    expect((await patch(crypto.randomUUID(), { type: 'root' })).status).toBe(422);
    expect((await patch(self, { type: 'none' }, await insertUser('admin'))).status).toBe(200);
    await patch(self, { type: 'admin' }, await insertUser('admin'));
  });
});

import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, it } from 'vitest';
import { signDevice } from '../../src/auth/devices';
import { signAccessToken } from '../../src/auth/tokens';
import { settingsOf } from '../../src/env';
import { sha256 } from '../../src/rules/sha256';
import { call, testEnv } from '../support/client';
import { deviceOf, setCookies } from '../support/cookies';
import { account, logIn, refresh } from '../support/logins';
import { withoutPauses } from '../support/pauses';
import { row, rows } from '../support/rows';
import { insertUser } from '../support/users';

withoutPauses();

const YEAR = 365 * 24 * 3_600_000;
const failures = async (email: string) =>
  (await row<{ failures: number }>('SELECT failures FROM login_failure WHERE email_hash = ?', await sha256(email)))
    ?.failures;

const idOf = (cookie: string) => decodeJwt(cookie.split('=')[1] ?? '').jti;

/** An account whose next attempt, after wrong passwords of somebody else, has to wait for minutes. */
async function attacked() {
  const user = await account();
  const before = await user.logIn();
  await rows('INSERT INTO login_failure VALUES (?, 30, ?, 0)', await sha256(user.email), Date.now() + 900_000);
  expect((await user.logIn()).status, 'a new client').toBe(429);
  return { ...user, before, cookie: deviceOf(before) };
}

describe('The device cookie', () => {
  it('comes with a login, is kept from scripts and from other sites, and lasts as long as browsers allow', async () => {
    const { id, email, logIn } = await account();
    const email_hash = await sha256(email);
    const { refresh_token, ...others } = setCookies(await logIn());
    expect(refresh_token).toBeDefined();
    const [[name, { value, attributes }] = ['', { value: '', attributes: [] }], ...more] = Object.entries(others);
    expect([name, more]).toEqual([`device_${email_hash.slice(0, 16)}`, []]);
    expect(attributes).toEqual(['HttpOnly', 'Max-Age=34560000', 'Path=/auth', 'SameSite=Strict', 'Secure']);
    const { exp, jti, ...claims } = decodeJwt(value);
    expect(claims).toEqual({ iss: 'hospital-service', aud: 'hospital-login', sub: id, since: null });
    expect(decodeProtectedHeader(value)).toMatchObject({ alg: 'HS256', typ: 'device+jwt' });
    expect(Math.abs(Number(exp) - Date.now() / 1000 - 34_560_000)).toBeLessThan(60);
    expect(jti).not.toBe(idOf(deviceOf(await logIn())));
  });

  it('keeps its id as long as it is known: a login begins no new count', async () => {
    const { logIn, cookie } = await attacked();
    const again = deviceOf(await logIn({ headers: { cookie } }));
    expect(idOf(again)).toBe(idOf(cookie));
    expect(idOf(deviceOf(await logIn({ headers: { cookie: again } })))).toBe(idOf(cookie));
  });

  it('is unknown again with another e-mail or password of the account, but for the client that set it', async () => {
    const { id, email, logIn, cookie, before } = await attacked();
    const headers = { authorization: `Bearer ${before.body.access_token}` };
    const json = { old_password: 'correct horse', new_password: 'battery staple 4' };
    const set = await call('PUT', '/auth/users/me/password', { as: null, headers, json });
    expect(set.status).toBe(204);
    expect((await logIn({ headers: { cookie } }, json.new_password)).status, 'from before').toBe(429);
    const kept = deviceOf(set);
    expect(idOf(kept)).not.toBe(idOf(cookie));
    expect((await logIn({ headers: { cookie: kept } }, json.new_password)).status).toBe(200);
    await rows('UPDATE user SET email_key = email_key || ?, updated_at = 9 WHERE id = ?', 'x', id);
    await rows('UPDATE user SET email_key = ?, updated_at = 10 WHERE id = ?', email, id);
    expect((await logIn({ headers: { cookie: kept } }, json.new_password)).status, 'of another e-mail').toBe(429);
  });

  it('is unknown where an earlier version has set it', async () => {
    const { logIn, email } = await attacked();
    const email_hash = await sha256(email);
    const device = { id: crypto.randomUUID(), account: email_hash, since: null };
    const cookie = `device_${email_hash.slice(0, 16)}=${await signDevice(settingsOf(testEnv), device, Date.now())}`;
    expect((await logIn({ headers: { cookie } })).status).toBe(429);
  });

  it('lets its owner in while the account waits for somebody else’s wrong passwords, also after a logout', async () => {
    const { logIn, email, before, cookie } = await attacked();
    await call('POST', '/auth/logout', { as: null, json: { refresh_token: before.body.refresh_token } });
    const again = await logIn({ headers: { cookie: `other=1; ${cookie}` } });
    expect(again.status).toBe(200);
    expect((await logIn({ headers: { cookie: deviceOf(again) } })).status, 'renewed').toBe(200);
    expect(await failures(email), 'the others go on waiting').toBe(30);
  });

  it('gives whoever steals it its own ten tries, at the same time or not, and takes none from its owner', async () => {
    const { logIn, email, cookie } = await attacked();
    const stolen = { headers: { cookie } };
    const answers = await Promise.all(Array.from({ length: 30 }, () => logIn(stolen, 'wrong')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
    const wait = 'UPDATE login_failure SET wait_until = ? WHERE email_hash = ?';
    await rows(wait, Date.now() + 60_000, `device:${idOf(cookie)}`);
    expect((await logIn(stolen)).status).toBe(429);
    expect(await failures(email)).toBe(30);
    await rows('DELETE FROM login_failure WHERE email_hash = ?', await sha256(email));
    expect((await logIn()).status, 'a client without it').toBe(200);
  });

  it('is accepted while the secret is replaced', async () => {
    const { logIn, cookie } = await attacked();
    const env = { JWT_SECRET: 'the-next-secret-the-next-secret-the-next-secret' };
    expect((await logIn({ headers: { cookie }, env })).status).toBe(429);
    const both = { ...env, JWT_SECRET_PREVIOUS: testEnv.JWT_SECRET };
    expect((await logIn({ headers: { cookie }, env: both })).status).toBe(200);
  });

  it('is one for each account, twenty in a browser: the oldest give way', async () => {
    const { logIn, cookie } = await attacked();
    const others = Array.from({ length: 22 }, (_, i) => `device_${i}=x`);
    const answer = await logIn({ headers: { cookie: [...others, cookie].join('; ') } });
    expect(answer.status).toBe(200);
    const gone = Object.entries(setCookies(answer)).filter(([, { value }]) => value === '');
    expect(gone.map(([name]) => name)).toEqual(['device_0', 'device_1', 'device_2']);
    for (const [, { attributes }] of gone) expect(attributes).toContain('Max-Age=0');
  });

  it('counts for nothing if it is another account’s, another key’s, expired, or an access token', async () => {
    const { logIn, id, cookie } = await attacked();
    const [name] = cookie.split('=');
    const settings = settingsOf(testEnv);
    const device = { id: crypto.randomUUID(), account: id, since: null };
    const worthless = {
      another: await signDevice(settings, { ...device, account: (await account()).id }, Date.now()),
      other: await signDevice(settings, { ...device, since: 1 }, Date.now()),
      forged: await signDevice({ ...settings, JWT_SECRET: 'x'.repeat(32) }, device, Date.now()),
      expired: await signDevice(settings, device, Date.now() - 2 * YEAR),
      access: await signAccessToken(settings, { id, role: 'staff' }, Date.now()),
      unsigned: `${btoa('{"alg":"none","typ":"device+jwt"}')}.${btoa(`{"sub":"${id}","jti":"1","since":null}`)}.`,
      text: 'text',
    };
    for (const [what, value] of Object.entries(worthless)) {
      expect((await logIn({ headers: { cookie: `${name}=${value}` } })).status, what).toBe(429);
    }
    expect((await logIn({ headers: { cookie } })).status).toBe(200);
  });

  it('is no access token and no refresh token', async () => {
    const device = deviceOf(await (await account()).logIn()).split('=')[1] ?? '';
    const headers = { authorization: `Bearer ${device}` };
    expect((await call('GET', '/auth/users/me', { as: null, headers })).status).toBe(401);
    expect((await refresh(device)).status).toBe(401);
  });
});

describe('A refresh token that is sent with a login', () => {
  it('lets a client in whose account waits, from a JSON body, a form or the cookie, and stays unused', async () => {
    const { logIn: log, email, before } = await attacked();
    const { refresh_token } = before.body;
    const fields = { email, password: 'correct horse' };
    const form = new URLSearchParams({ username: email, password: fields.password, refresh_token });
    expect((await logIn({ ...fields, refresh_token })).status).toBe(200);
    expect((await call('POST', '/auth/login', { as: null, body: form })).status).toBe(200);
    expect((await log({ headers: { cookie: `refresh_token=${refresh_token}` } })).status).toBe(200);
    expect((await refresh(refresh_token)).status).toBe(200);
    expect(await failures(email)).toBe(30);
  });

  it('has ten tries of its own', async () => {
    const { email, before } = await attacked();
    const json = { email, password: 'wrong', refresh_token: before.body.refresh_token };
    for (let i = 0; i < 10; i++) expect((await logIn(json)).status).toBe(401);
    expect((await logIn({ ...json, password: 'correct horse' })).status).toBe(429);
  });

  it('counts for nothing if it is another account’s, used, expired, revoked or unknown', async () => {
    const { email, before, logIn: log } = await attacked();
    const { refresh_token } = before.body;
    const guess = (token: unknown) => logIn({ email, password: 'correct horse', refresh_token: token });
    const other = (await (await account()).logIn()).body.refresh_token;
    for (const token of [other, 'unknown', '', null]) expect((await guess(token)).status, String(token)).toBe(429);
    const next = (await refresh(refresh_token)).body.refresh_token;
    expect((await guess(refresh_token)).status, 'used').toBe(429);
    const hash = await sha256(next);
    const expiry = 'UPDATE refresh_token SET expires_at = expires_at + ? WHERE token_hash = ?';
    await rows(expiry, -YEAR, hash);
    expect((await guess(next)).status, 'expired').toBe(429);
    await rows(expiry, YEAR, hash);
    await call('POST', '/auth/logout', { as: null, json: { refresh_token: next } });
    expect((await guess(next)).status, 'revoked').toBe(429);
    expect((await log({ headers: { cookie: `refresh_token=${next}` } })).status).toBe(429);
  });
});

describe('A disabled account', () => {
  it('is refused as with a wrong password, on a known device too', async () => {
    const user = await account();
    const cookie = deviceOf(await user.logIn());
    const admin = await insertUser('admin');
    await call('PATCH', `/auth/users/${user.id}`, { as: admin, json: { disabled: true } });
    expect((await user.logIn({ headers: { cookie } })).status).toBe(401);
  });
});

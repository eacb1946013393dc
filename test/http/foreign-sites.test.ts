import { describe, expect, it } from 'vitest';
import { newDevice, signDevice } from '../../src/auth/devices';
import { settingsOf } from '../../src/env';
import { sha256 } from '../../src/rules/sha256';
import { type CallOptions, call, testEnv } from '../support/client';
import { setCookies } from '../support/cookies';
import { account, newSession, refresh } from '../support/logins';
import { rows } from '../support/rows';
import { insertUser } from '../support/users';

const LISTED = 'https://portal.clinic.example';
const env = { CORS_ORIGINS: `${LISTED},https://other.clinic.example`, BASE_URL: 'https://api.clinic.example/v1' };

/** Headers of a browser, and whether the page may be one of ours. The request is sent to http://localhost. */
const SENDERS: [site: string | null, origin: string | null, ours: boolean, env?: CallOptions['env']][] = [
  [null, null, true],
  ['none', null, true],
  ['same-origin', 'http://localhost', true],
  ['same-origin', 'https://api.clinic.example', true],
  ['same-site', LISTED, true],
  [null, LISTED, true],
  [null, 'http://localhost', true],
  ['cross-site', null, false],
  ['cross-site', 'https://evil.example', false],
  ['cross-site', LISTED, false],
  ['cross-site', 'http://localhost', false],
  ['same-site', 'https://evil.clinic.example', false],
  ['same-origin', 'https://evil.example', false],
  [null, 'https://evil.example', false],
  [null, `${LISTED}.evil.example`, false],
  [null, 'http://localhost:8080', false],
  [null, 'https://localhost', false],
  [null, 'null', false],
  ['none', 'null', false],
  // Locally every origin may read answers, but no cookie is for every origin.
  [null, 'https://evil.example', false, { CORS_ORIGINS: '*' }],
  [null, 'null', false, { CORS_ORIGINS: '*' }],
  [null, 'http://localhost', true, { CORS_ORIGINS: '*' }],
];

describe.each(SENDERS)('With Sec-Fetch-Site %j and Origin %j (ours: %j), cookies', (site, origin, ours, more = {}) => {
  const headers = { ...(site && { 'sec-fetch-site': site }), ...(origin && { origin }) };
  const options = (cookie = 'other=1'): CallOptions => ({
    as: null,
    headers: { ...headers, cookie },
    env: { ...env, ...more },
  });
  const post = (path: string, cookie: string, body = '') => call('POST', path, { ...options(cookie), body });
  const form = (fields: Record<string, string>) => ({ body: new URLSearchParams(fields) });

  it(`are ${ours ? '' : 'not '}set and read by a login, which answers tokens anyway`, async () => {
    const { id, email } = await account();
    const fields = { username: email, password: 'correct horse' };
    const first = await call('POST', '/auth/login', { ...options(), ...form(fields) });
    expect([first.status, Object.keys(setCookies(first)).length]).toEqual([200, ours ? 2 : 0]);
    expect((await refresh(first.body.refresh_token)).status).toBe(200);

    const email_hash = await sha256(email);
    await rows('INSERT INTO login_failure VALUES (?, 30, ?, 0)', email_hash, Date.now() + 900_000);
    const device = await signDevice(settingsOf(testEnv), newDevice(id, null), Date.now());
    for (const cookie of [`device_${email_hash.slice(0, 16)}=${device}`, `refresh_token=${await newSession(id)}`]) {
      const again = await call('POST', '/auth/login', { ...options(cookie), ...form(fields) });
      expect(again.status, cookie).toBe(ours ? 200 : 429);
    }
  });

  it(`are ${ours ? '' : 'not '}set and read by a refresh`, async () => {
    const refresh_token = await newSession((await insertUser('staff')).id);
    const byCookie = await post('/auth/refresh', `refresh_token=${refresh_token}`);
    expect([byCookie.status, Object.keys(setCookies(byCookie))]).toEqual(ours ? [200, ['refresh_token']] : [401, []]);
    const sent = ours ? byCookie.body.refresh_token : refresh_token;
    const byBody = await call('POST', '/auth/refresh', { ...options(), ...form({ refresh_token: sent }) });
    expect([byBody.status, Object.keys(setCookies(byBody))]).toEqual([200, ours ? ['refresh_token'] : []]);
  });

  it(`are ${ours ? '' : 'not '}cleared and read by a logout`, async () => {
    const refresh_token = await newSession((await insertUser('staff')).id);
    const out = await post('/auth/logout', `refresh_token=${refresh_token}`);
    expect([out.status, Object.keys(setCookies(out))]).toEqual([204, ours ? ['refresh_token'] : []]);
    expect((await refresh(refresh_token)).status).toBe(ours ? 401 : 200);
  });
});

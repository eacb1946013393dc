import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/rules/sha256';
import { type CallOptions, call, type Result, refusal, testEnv, tokenOf } from '../support/client';
import { account, newLogin, refresh } from '../support/logins';
import { rows } from '../support/rows';

const logout = (options: CallOptions) => call('POST', '/auth/logout', { as: null, ...options });

describe('ACCESS_TOKEN_MINUTES', () => {
  it.each([
    ['5', 300],
    ['60', 3_600],
    ['', 900],
    [undefined, 900],
  ])('= %j makes access tokens that last %i seconds, at a login and at a refresh', async (minutes, seconds) => {
    const options = { env: { ACCESS_TOKEN_MINUTES: minutes } };
    const login = await (await account()).logIn(options);
    for (const { status, body } of [login, await refresh(login.body.refresh_token, options)]) {
      expect([status, body.expires_in]).toEqual([200, seconds]);
      const { iat, exp } = decodeJwt(body.access_token);
      expect(Number(exp) - Number(iat)).toBe(seconds);
    }
  });
});

describe('POST /auth/refresh', () => {
  it('takes a token from the body, a form or the cookie, and each token once', async () => {
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

  it('answers 401 to anything else', async () => {
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
      expect(body).toEqual(refusal('refresh_token_invalid'));
    }
    for (const body of ['', '{', '\0', 'refresh_token='])
      expect((await call('POST', '/auth/refresh', { as: null, body })).status).toBe(401);
    expect((await refresh(await tokenOf('admin'))).status).toBe(401);
    expect((await refresh('x'.repeat(1024 * 1024))).status).toBe(413);
  });

  it('refuses a token that is used again within 30 s, and leaves the login alone', async () => {
    const first = await newLogin();
    const second = await refresh(first.refresh_token);
    expect((await refresh(first.refresh_token)).status).toBe(401);
    expect((await refresh(second.body.refresh_token)).status).toBe(200);
  });

  it('revokes the whole login, and no other, when a token is used again after 30 s', async () => {
    const user = await account();
    const other = (await user.logIn()).body;
    const first = (await user.logIn()).body;
    const second = await refresh(first.refresh_token);
    const hash = await sha256(first.refresh_token);
    await rows('UPDATE refresh_token SET used_at = used_at - 31000 WHERE token_hash = ?', hash);
    expect((await refresh(first.refresh_token)).status).toBe(401);
    expect((await refresh(second.body.refresh_token)).status).toBe(401);
    expect((await refresh(other.refresh_token)).status).toBe(200);
    const ofUser = "SELECT action, entity FROM audit WHERE actor = ? AND action <> 'login'";
    expect(await rows(ofUser, user.id)).toEqual([{ action: 'revoke', entity: 'login_session' }]);
  });

  it('answers 401 to an expired token', async () => {
    const { refresh_token } = await newLogin();
    await rows(
      'UPDATE refresh_token SET expires_at = ? WHERE token_hash = ?',
      Date.now() - 1,
      await sha256(refresh_token),
    );
    expect((await refresh(refresh_token)).status).toBe(401);
  });

  it('prolongs a login until 90 days after its beginning, and not beyond', async () => {
    const day = 24 * 60 * 60;
    const { refresh_token } = await newLogin();
    const session = '(SELECT session_id FROM refresh_token WHERE token_hash = ?)';
    const beginBefore = async (token: string, seconds: number) =>
      rows(
        `UPDATE login_session SET created_at = ? WHERE id = ${session}`,
        Date.now() - 1000 * seconds,
        await sha256(token),
      );
    const maxAge = ({ headers }: Result) => Number(/Max-Age=(\d+)/.exec(headers.get('set-cookie') ?? '')?.[1]);

    await beginBefore(refresh_token, 59 * day);
    const first = await refresh(refresh_token);
    expect([first.status, maxAge(first)]).toEqual([200, 30 * day]);

    await beginBefore(first.body.refresh_token, 90 * day - 100);
    const last = await refresh(first.body.refresh_token);
    expect(last.status).toBe(200);
    expect(maxAge(last)).toBeGreaterThan(80);
    expect(maxAge(last)).toBeLessThanOrEqual(100);
    const [token] = await rows<{ expires_at: number; session: number }>(
      `SELECT t.expires_at, s.expires_at AS session FROM refresh_token t JOIN login_session s ON s.id = t.session_id
       WHERE token_hash = ?`,
      await sha256(last.body.refresh_token),
    );
    expect(token?.expires_at).toBeLessThanOrEqual(Date.now() + 100_000);
    expect(token?.session).toBe(token?.expires_at);
  });

  it('answers 401 when 90 days have passed since the login, also for a token that says more', async () => {
    const { refresh_token } = await newLogin();
    const hash = await sha256(refresh_token);
    await rows(
      'UPDATE login_session SET created_at = ? WHERE id = (SELECT session_id FROM refresh_token WHERE token_hash = ?)',
      Date.now() - 90 * 24 * 60 * 60 * 1000 - 1,
      hash,
    );
    const stored = await rows<{ expires_at: number }>(
      'SELECT expires_at FROM refresh_token WHERE token_hash = ?',
      hash,
    );
    expect(stored[0]?.expires_at).toBeGreaterThan(Date.now());
    expect((await refresh(refresh_token)).status).toBe(401);
  });

  it('gives new tokens to one of five equal requests at the same time', async () => {
    const { refresh_token } = await newLogin();
    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(refresh_token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    const next = answers.find(({ status }) => status === 200)?.body.refresh_token;
    expect((await refresh(next)).status).toBe(200);
  });
});

describe('POST /auth/logout', () => {
  it('ends the login of a token from the body or the cookie, and clears the cookie', async () => {
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

  it('answers 204 when there is no login to end', async () => {
    for (const options of [{}, { json: { refresh_token: 'unknown' } }, { json: [] }, { body: '{' }]) {
      expect((await logout(options)).status).toBe(204);
    }
  });
});

describe('The key that signs access tokens', () => {
  const next = { JWT_SECRET: 'the-next-secret-the-next-secret-the-next-secret' };
  const both = { ...next, JWT_SECRET_PREVIOUS: testEnv.JWT_SECRET };

  it('can be replaced without logging anyone out', async () => {
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

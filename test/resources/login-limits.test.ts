import { scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { networkOf } from '../../src/http/network';
import { sha256 } from '../../src/rules/sha256';
import { type CallOptions, call, refusal } from '../support/client';
import { withinMinute } from '../support/limits';
import { account, logIn, PASSWORD } from '../support/logins';
import { withoutPauses } from '../support/pauses';
import { rows } from '../support/rows';
import { insertUser } from '../support/users';

withoutPauses();

describe('A login with a wrong password', () => {
  const endWait = async (email: string) =>
    rows(
      'UPDATE login_failure SET wait_until = ? WHERE email_hash = ?',
      Date.now() - 1,
      await sha256(email.toLowerCase()),
    );

  /** Expects that each wrong password from now on costs a wait, twice as long each time. */
  async function expectWaits(email: string): Promise<void> {
    const guess = () => logIn({ email, password: 'wrong' });
    for (const seconds of ['1', '2', '4']) {
      const { status, headers, body } = await guess();
      expect([status, headers.get('retry-after')]).toEqual([429, seconds]);
      expect(body).toEqual(refusal('throttled'));
      await endWait(email);
      expect((await guess()).status).toBe(401);
    }
  }

  it('makes the account wait after ten in a row, until the right password resets the count', async () => {
    // Cheap parameters: with the usual ones, twenty wrong passwords would take seconds.
    const hash = scryptSync(PASSWORD, 'salt', 32, { N: 16, r: 1, p: 1 }).toString('base64url');
    const { email } = await insertUser('staff', {
      password_hash: `$scrypt$ln=4,r=1,p=1$${btoa('salt').slice(0, 6)}$${hash}`,
    });
    const guess = (password = 'wrong') => logIn({ email, password });
    for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(401);
    await expectWaits(email);
    expect((await guess(PASSWORD)).status, 'the right password waits, too').toBe(429);
    await endWait(email);
    expect((await guess(PASSWORD)).status).toBe(200);
    expect(await rows('SELECT * FROM login_failure WHERE email_hash = ?', await sha256(email))).toEqual([]);
    for (let i = 0; i < 2; i++) expect((await guess()).status, 'the count starts again').toBe(401);
    expect((await guess(PASSWORD)).status).toBe(200);
  });

  it('makes an unknown account wait in the same way', async () => {
    const email = `${crypto.randomUUID()}@test.example`;
    await rows('INSERT INTO login_failure VALUES (?, 9, 0, 0)', await sha256(email));
    expect((await logIn({ email: email.toUpperCase(), password: 'x' })).status).toBe(401);
    await expectWaits(email);
  });

  it('never makes an account wait longer than 15 minutes', async () => {
    const { email, logIn } = await account();
    await rows('INSERT INTO login_failure VALUES (?, 1000000, 0, 0)', await sha256(email));
    await logIn({}, 'wrong');
    expect((await logIn()).headers.get('retry-after')).toBe('900');
  });
});

describe('A flood of requests to /auth', () => {
  it('gets 429 from the 301st request of an address in one minute, and stops no other address', async () => {
    let address = 0;
    await withinMinute(async () => {
      const headers = { 'cf-connecting-ip': `203.0.113.${++address}` };
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
  });

  it('is not made of GET /auth/users/me, which is not limited by address', async () => {
    let counted = 0;
    const AUTH_RATE_LIMIT = { limit: async () => ({ success: ++counted < 0 }) };
    const me = (options: CallOptions = {}) => call('GET', '/auth/users/me', { env: { AUTH_RATE_LIMIT }, ...options });
    expect((await me()).status).toBe(200);
    expect((await me({ as: null })).status).toBe(401);
    expect((await call('HEAD', '/auth/users/me', { env: { AUTH_RATE_LIMIT } })).status).toBe(200);
    expect((await call('GET', '/auth/users/me/', { env: { AUTH_RATE_LIMIT } })).status).toBe(200);
    expect(counted).toBe(0);
    for (const [method, path] of [
      ['GET', '/auth/users'],
      ['PATCH', '/auth/users/me'],
      ['POST', '/auth/users/me'],
      ['GET', '/auth/nothing'],
      ['POST', '/auth/logout'],
    ] as const) {
      expect((await call(method, path, { as: 'admin', env: { AUTH_RATE_LIMIT } })).status, `${method} ${path}`).toBe(
        429,
      );
    }
    expect(counted).toBe(5);
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
  ])('from %s counts for %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('counts for the whole network of an IPv6 address', async () => {
    const keys: string[] = [];
    const AUTH_RATE_LIMIT = { limit: async ({ key }: { key: string }) => ({ success: keys.push(key) < 2 }) };
    const from = (address: string) =>
      call('POST', '/auth/refresh', {
        as: null,
        headers: { 'cf-connecting-ip': address },
        env: { AUTH_RATE_LIMIT },
      });
    expect((await from('2001:db8:7:7::1')).status).toBe(401);
    expect((await from('2001:db8:7:7:a:b:c:d')).status).toBe(429);
    expect(new Set(keys)).toEqual(new Set(['2001:db8:7:7::/64']));
  });
});

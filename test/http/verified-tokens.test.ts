import { afterEach, describe, expect, it, vi } from 'vitest';
import { signAccessToken, verifyAccessToken } from '../../src/auth/tokens';
import { settingsOf } from '../../src/env';
import { call, refusal, testEnv } from '../support/client';
import { actorOf } from '../support/users';

const settings = settingsOf(testEnv);
const MINUTE = 60_000;
const newToken = () => signAccessToken(settings, actorOf('staff'), Date.now());
/** How many signatures `work` has checked. */
async function verified(work: () => Promise<unknown>): Promise<number> {
  const verify = vi.spyOn(crypto.subtle, 'verify');
  await work();
  const { length } = verify.mock.calls;
  verify.mockRestore();
  return length;
}

afterEach(() => vi.restoreAllMocks());

describe('An access token that was verified', () => {
  it('is not verified again', async () => {
    const token = await newToken();
    const verify = () => verifyAccessToken(settings, token);
    expect(await verified(verify)).toBe(1);
    const before = await verify();
    expect(await verified(verify)).toBe(0);
    expect(await verify()).toEqual(before);
    expect(before).toEqual(actorOf('staff'));
  });

  it('is refused once it has expired', async () => {
    const headers = { authorization: `Bearer ${await newToken()}` };
    const me = () => call('GET', '/auth/users/me', { as: null, headers });
    expect((await me()).status).toBe(200);
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now');
    clock.mockReturnValue(now + 14 * MINUTE);
    expect((await me()).status).toBe(200);
    vi.useFakeTimers({ now: now + 15 * MINUTE + 1000, toFake: ['Date'] });
    const { status, body } = await me();
    vi.useRealTimers();
    expect([status, body]).toEqual([401, refusal('token_expired')]);
  });

  it('is refused under another secret', async () => {
    const headers = { authorization: `Bearer ${await newToken()}` };
    const me = (env = {}) => call('GET', '/auth/users/me', { as: null, headers, env });
    expect((await me()).status).toBe(200);
    expect((await me({ JWT_SECRET: 'another secret '.repeat(3) })).body).toEqual(refusal('token_invalid'));
  });

  it('makes room for others, the first to come the first to go', async () => {
    const tokens = await Promise.all(Array.from({ length: 2_001 }, newToken));
    const [first = '', second = ''] = tokens;
    for (const token of tokens) await verifyAccessToken(settings, token);
    expect(await verified(() => verifyAccessToken(settings, second))).toBe(0);
    expect(await verified(() => verifyAccessToken(settings, first))).toBe(1);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RATE_LIMITS } from '../../src/env';
import { call, refusal } from '../support/client';
import { logged } from '../support/fakes';
import { input } from '../support/input';
import { account } from '../support/logins';

const failing: RateLimit = { limit: () => Promise.reject(new Error('the limiter of 203.0.113.7 does not answer')) };
const all = (limit: RateLimit | undefined) => Object.fromEntries(RATE_LIMITS.map((name) => [name, limit]));

let now = Date.now();
beforeEach(() => {
  // Each test begins when no failure has been logged for long.
  now += 60_000;
  vi.useFakeTimers({ toFake: ['Date'], now });
});
afterEach(() => {
  vi.useRealTimers();
});

describe.each([
  ['fail', all(failing)],
  ['are not bound', all(undefined)],
])('While the limits %s', (_, env) => {
  it('requests pass, whatever they are counted by', async () => {
    await logged(async () => {
      expect((await call('GET', '/patient/', { env })).status).toBe(200);
      expect((await call('GET', '/patient/?search=a', { env })).status).toBe(200);
      expect((await call('POST', '/department/', { env, json: input.department() })).status).toBe(201);
      expect((await call('GET', '/static/x/y.png', { env, as: null })).status).toBe(404);
      expect((await call('POST', '/auth/refresh', { env, as: null, json: {} })).status).toBe(401);
      expect((await call('GET', '/patient/', { env, as: 'none' })).status).toBe(403);
    });
  });

  it('no password is hashed: whoever sends one is asked to come back', async () => {
    const user = await account();
    await logged(async () => {
      const answer = await user.logIn({ env });
      const detail = 'Passwords cannot be checked or set at the moment';
      expect([answer.status, answer.body]).toEqual([503, refusal('unavailable', detail)]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      const json = { email: `${crypto.randomUUID()}@test.example`, password: 'correct horse', full_name: 'Nina' };
      expect((await call('POST', '/auth/signup', { env, as: null, json })).status).toBe(503);
      expect((await call('POST', '/doctor/', { env, json: input.doctor() })).status).toBe(503);
    });
  });

  it('the log names each of them once in ten seconds, and nothing else of the failure', async () => {
    const list = () => call('GET', '/department/', { env });
    const linesOf = async (work: () => Promise<unknown>) => {
      const log = await logged(async () => void (await work()));
      const lines = log.split('\n').map((line) => JSON.parse(line));
      return lines.filter(({ event }) => event !== 'request');
    };
    const first = await linesOf(() => Promise.all([list(), list(), list()]));
    expect(first).toHaveLength(1);
    expect(first[0]).toMatchObject({ level: 'error', event: 'limiter_failed', limit: 'ACCOUNT_RATE_LIMIT' });
    expect(JSON.stringify(first)).not.toContain('203.0.113.7');
    expect(await linesOf(() => call('GET', '/department/?search=a', { env }))).toMatchObject([
      { limit: 'SEARCH_RATE_LIMIT' },
    ]);
    expect(await linesOf(list)).toEqual([]);
    vi.setSystemTime(now + 10_000);
    expect(await linesOf(list)).toHaveLength(1);
  });
});

import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AccessRecord } from '../../src/access-log/record';
import { signAccessToken } from '../../src/auth/tokens';
import type { Actor } from '../../src/context';
import { MIGRATIONS } from '../../src/db/migrations';
import { RATE_LIMITS, settingsOf } from '../../src/env';
import { type CallOptions, call, testEnv } from '../support/client';
import { brokenDatabase, bucketWith, databaseWith, logged } from '../support/fakes';
import { fastest } from '../support/fastest';
import { input } from '../support/input';
import { configured } from '../support/limits';
import { rows } from '../support/rows';
import { actorOf } from '../support/users';

const ALL_OK = {
  settings: 'ok',
  database: 'ok',
  migrations: 'ok',
  files: 'ok',
  queue: 'ok',
  limits: 'ok',
};
const never = () => new Promise(() => {});

/** Asks as an environment of its own, for which no earlier answer holds. */
const ready = (bindings: CallOptions['env'] = {}) => call('GET', '/health/ready', { as: null, env: bindings });

/** Asks, and expects that the answer names exactly this as wrong, and nothing of the reason. */
async function expectUnready(wrong: object, bindings: CallOptions['env'] = {}, missing?: string[]) {
  const log = await logged(async () => {
    const { status, body, headers } = await ready(bindings);
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(body).toEqual({ status: 'unavailable', checks: { ...ALL_OK, ...wrong }, ...(missing && { missing }) });
  });
  expect(log).not.toMatch(/secret/i);
  return JSON.parse(log);
}

describe('GET /health', () => {
  it('answers without asking the storage or a setting', async () => {
    const DB = brokenDatabase(new Error('secret'));
    for (const path of ['/health', '/health/']) {
      const { status, body, cost } = await call('GET', path, { as: null, env: { DB, JWT_SECRET: '' } });
      expect([status, body, cost.trips]).toEqual([200, { status: 'ok' }, 0]);
    }
    expect((await call('HEAD', '/health', { as: null })).status).toBe(200);
  });
});

describe('GET /health/ready', () => {
  it('asks the primary, wherever a bookmark leads: the answer is for everybody', async () => {
    const asked: (string | undefined)[] = [];
    const DB = databaseWith((_, from) => {
      asked.push(from);
      return {};
    });
    const headers = { 'x-d1-bookmark': `ffffffff-ffffffff-ffffffff-${'f'.repeat(32)}` };
    expect((await call('GET', '/health/ready', { as: null, env: { DB }, headers })).status).toBe(200);
    expect(asked).toEqual(['first-primary']);
  });

  it('is 200 for a service that can work', async () => {
    const { status, body, headers } = await ready();
    expect([status, body]).toEqual([200, { status: 'ok', checks: ALL_OK }]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  describe('to an admin', () => {
    const CF_VERSION_METADATA = { id: 'c0ffee00-0000-4000-8000-000000000000', tag: 'v1.2.0-abc1234', timestamp: '' };
    const forAll = { status: 'ok', checks: ALL_OK };
    const asked = async (options: CallOptions) => {
      const { status, body } = await call('GET', '/health/ready', options);
      return [status, body];
    };

    it('names the version by its tag or its id, and the last migration; not from the answer that others get meanwhile', async () => {
      const forAdmins = { ...forAll, version: expect.stringMatching(/^.{36}$/), migration: MIGRATIONS.at(-1) };
      // One environment, whose answer holds for 5 seconds.
      for (let i = 0; i < 2; i++) {
        expect(await asked({ as: 'admin' })).toEqual([200, forAdmins]);
        expect(await asked({ as: null })).toEqual([200, forAll]);
      }
      expect(await asked({ as: 'admin', env: { CF_VERSION_METADATA } })).toEqual([
        200,
        { ...forAdmins, version: CF_VERSION_METADATA.tag },
      ]);
      const untagged = { CF_VERSION_METADATA: { ...CF_VERSION_METADATA, tag: '' } };
      expect(await asked({ as: 'admin', env: untagged })).toEqual([
        200,
        { ...forAdmins, version: CF_VERSION_METADATA.id },
      ]);
    });

    it('names the version where nothing else answers', async () => {
      const broken = { DB: brokenDatabase(new Error('secret')), CF_VERSION_METADATA };
      const { status, body } = await call('GET', '/health/ready', { as: 'admin', env: broken });
      expect([status, body]).toEqual([
        503,
        {
          ...{ status: 'unavailable', checks: { ...ALL_OK, database: 'failed', migrations: 'unknown' } },
          version: CF_VERSION_METADATA.tag,
        },
      ]);
    });

    it.each(['staff', 'doctor', 'billing', 'none'] as const)('alone, and not to %s', async (role) => {
      expect(await asked({ as: role })).toEqual([200, forAll]);
    });

    it('alone, and a token that does not hold is as none: one that is wrong, has expired, is narrowed or has no secret to hold by', async () => {
      const sign = (actor: Partial<Actor>, at = Date.now()) =>
        signAccessToken(settingsOf(testEnv), { ...actorOf('admin'), ...actor }, at);
      const tokens = [
        'wrong',
        'a.b.c',
        await sign({}, Date.now() - 3_600_000),
        await sign({ scope: 'user/Patient.rs' }),
      ];
      for (const token of tokens) {
        expect(await asked({ as: null, headers: { authorization: `Bearer ${token}` } }), token).toEqual([200, forAll]);
      }
      expect(await asked({ as: null, headers: { authorization: 'Basic YTpi' } })).toEqual([200, forAll]);
      const headers = { authorization: `Bearer ${await sign({})}` };
      expect(await asked({ as: null, headers, env: { JWT_SECRET: '' } })).toEqual([
        503,
        { status: 'unavailable', checks: { ...ALL_OK, settings: 'failed' } },
      ]);
    });
  });

  it('says that D1 does not answer, so that nobody knows whether it is migrated', async () => {
    const DB = brokenDatabase(new Error('D1_ERROR: secret: SQLITE_ERROR'));
    const line = await expectUnready({ database: 'failed', migrations: 'unknown' }, { DB });
    expect(line).toMatchObject({ level: 'warn', route: '/health/ready', status: 503, error: 'unavailable' });
    expect(line.cause).toBe('not ready: database failed, migrations unknown');
  });

  it('says that R2 does not answer', async () => {
    await expectUnready(
      { files: 'failed' },
      { FILES: bucketWith({ head: () => Promise.reject(new Error('secret')) }) },
    );
  });

  it('says that a setting is missing, but not which', async () => {
    await expectUnready({ settings: 'failed' }, { JWT_SECRET: '' });
  });

  it('answers within a second where the storage hangs', async () => {
    const statement = { bind: () => statement, all: never };
    const DB = databaseWith(() => ({ prepare: () => statement, batch: never, getBookmark: () => null }));
    const FILES = bucketWith({ head: never });
    const ACCESS_QUEUE = { send: never, metrics: never } as unknown as Queue<AccessRecord[]>;
    const timeouts = {
      database: 'timeout',
      migrations: 'unknown',
      files: 'timeout',
      queue: 'timeout',
    };
    const took = await fastest(() => expectUnready(timeouts, { DB, FILES, ACCESS_QUEUE }));
    expect(took).toBeLessThan(1_000);
  });

  it('says that the queue of the access log does not answer, but can do without one', async () => {
    const ACCESS_QUEUE = { metrics: () => Promise.reject(new Error('secret')) } as unknown as Queue<AccessRecord[]>;
    await expectUnready({ queue: 'failed' }, { ACCESS_QUEUE });
    await expectUnready({ queue: 'failed' }, { ACCESS_QUEUE: {} as Queue<AccessRecord[]> });
    const { status, body } = await ready({ ACCESS_QUEUE: undefined as never });
    expect([status, body]).toEqual([200, { status: 'ok', checks: { ...ALL_OK, queue: 'none' } }]);
  });

  it('names the limits that are not bound, and counts no request to find out', async () => {
    const asked = vi.fn();
    const limit = { limit: asked } as unknown as RateLimit;
    const broken = {
      AUTH_RATE_LIMIT: undefined as never,
      SEARCH_RATE_LIMIT: {} as RateLimit,
      ACCOUNT_RATE_LIMIT: limit,
    };
    const line = await expectUnready({ limits: 'failed' }, broken, ['AUTH_RATE_LIMIT', 'SEARCH_RATE_LIMIT']);
    expect(line.cause).toBe('not ready: limits failed, AUTH_RATE_LIMIT missing, SEARCH_RATE_LIMIT missing');
    expect(asked).not.toHaveBeenCalled();
  });

  it('knows every limit of wrangler.toml', () => {
    expect([...RATE_LIMITS].sort()).toEqual(Object.keys(configured).sort());
  });

  describe('of a database that answers reads, but takes no writes', () => {
    afterEach(() => void vi.useRealTimers());

    /** Its writes fail with `error` until `mended`. */
    function unwritable(error: string) {
      const state = { mended: false };
      const DB = databaseWith((session) => ({
        batch: (statements: D1PreparedStatement[]) =>
          state.mended ? session.batch(statements) : Promise.reject(new Error(error)),
      }));
      const write = () => call('POST', '/department/', { json: input.department(), env: { DB } });
      return { state, DB, write };
    }

    it.each([
      ['full', 'D1_ERROR: Exceeded maximum DB size: SQLITE_FULL'],
      // So a full disk looks in the local runtime.
      ['failed', 'internal error; reference = rgara1kpdgidcerqm5vtfhq8'],
    ])('says so until one succeeds: %s', async (database, error) => {
      const { state, DB, write } = unwritable(error);
      expect((await ready({ DB })).status).toBe(200);
      expect((await write()).status).toBe(503);
      await expectUnready({ database }, { DB });
      state.mended = true;
      expect((await write()).status).toBe(201);
      expect((await ready({ DB })).status).toBe(200);
    });

    it('says so for a minute after the last one that failed', async () => {
      const { DB, write } = unwritable('D1_ERROR: database or disk is full: SQLITE_FULL');
      await write();
      vi.useFakeTimers({ now: Date.now() + 59_000, toFake: ['Date'] });
      await expectUnready({ database: 'full' }, { DB });
      vi.setSystemTime(Date.now() + 2_000);
      expect((await ready({ DB })).status).toBe(200);
    });

    it('says so at the largest size, which D1 tells with each answer', async () => {
      const ofSize = (size_after: number) =>
        databaseWith((session) => ({
          prepare: (sql: string) => {
            const statement = session.prepare(sql);
            const all = async (...values: unknown[]) => {
              const result = await statement.bind(...values).all();
              return { ...result, meta: { ...result.meta, size_after } };
            };
            return { bind: (...values: unknown[]) => ({ all: () => all(...values) }) };
          },
        }));
      expect((await ready({ DB: ofSize(9_999_999_999) })).status).toBe(200);
      await expectUnready({ database: 'full' }, { DB: ofSize(10_000_000_000) });
    });

    it('is not blamed for reads that fail', async () => {
      const failing = { now: true };
      const DB = databaseWith((session) => ({
        prepare: (sql: string) =>
          failing.now
            ? brokenDatabase(new Error('Network connection lost.')).withSession().prepare(sql)
            : session.prepare(sql),
      }));
      expect((await call('GET', '/department/', { env: { DB } })).status).toBe(503);
      failing.now = false;
      expect((await ready({ DB })).status).toBe(200);
    });
  });

  it('misses its migrations where none is applied', async () => {
    expect(env.TEST_MIGRATIONS.map(({ name }) => name)).toEqual(MIGRATIONS);
    await rows('ALTER TABLE d1_migrations RENAME TO migrations_away');
    await expectUnready({ migrations: 'failed' });
    await rows('ALTER TABLE migrations_away RENAME TO d1_migrations');
    expect((await ready()).status).toBe(200);
  });

  it('says which version leads there where the database is of another line', async () => {
    await rows("UPDATE d1_migrations SET name = 'other' || name");
    const { status, body } = await ready();
    await rows("UPDATE d1_migrations SET name = replace(name, 'other', '')");
    expect([status, body]).toEqual([
      503,
      {
        ...{ status: 'unavailable', checks: { ...ALL_OK, migrations: 'failed' } },
        reason: expect.stringMatching(/^the database is of another line of versions: .*commit 359b617 /),
      },
    ]);
  });

  it('is ready with migrations of a later version, as after a rollback of the code', async () => {
    await rows("INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')");
    expect((await ready()).status).toBe(200);
    await rows("DELETE FROM d1_migrations WHERE name = '9999_later.sql'");
  });

  it('does not ask the storage again for each of many requests', async () => {
    const ask = () => call('GET', '/health/ready', { as: null });
    await ask();
    for (let i = 0; i < 20; i++) {
      const { status, body, cost } = await ask();
      expect([status, body, cost.trips, cost.r2]).toEqual([200, { status: 'ok', checks: ALL_OK }, 0, 0]);
    }
  });
});

import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { NEWEST_MIGRATION } from '../../src/db/migrations';
import { type CallOptions, call } from '../support/client';
import { brokenDatabase, bucketWith, databaseWith, logged } from '../support/fakes';
import { row, rows } from '../support/rows';

const ALL_OK = { settings: 'ok', database: 'ok', migrations: 'ok', files: 'ok' };
const never = () => new Promise(() => {});

/** Asks as an environment of its own, for which no earlier answer holds. */
const ready = (bindings: CallOptions['env'] = {}) => call('GET', '/health/ready', { as: null, env: bindings });

/** Asks, and expects that the answer names exactly this as wrong, and nothing of the reason. */
async function expectUnready(wrong: object, bindings: CallOptions['env'] = {}) {
  const log = await logged(async () => {
    const { status, body, headers } = await ready(bindings);
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(body).toEqual({ status: 'unavailable', checks: { ...ALL_OK, ...wrong } });
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
  it('is 200 for a service that can work', async () => {
    const { status, body, headers } = await ready();
    expect([status, body]).toEqual([200, { status: 'ok', checks: ALL_OK }]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('says that D1 does not answer', async () => {
    const DB = brokenDatabase(new Error('D1_ERROR: secret: SQLITE_ERROR'));
    const line = await expectUnready({ database: 'failed', migrations: 'failed' }, { DB });
    expect(line).toMatchObject({ level: 'warn', route: '/health/ready', status: 503, error: 'unavailable' });
    expect(line.cause).toBe('not ready: database failed, migrations failed');
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
    const began = Date.now();
    await expectUnready({ database: 'timeout', migrations: 'timeout', files: 'timeout' }, { DB, FILES });
    expect(Date.now() - began).toBeLessThan(1_000);
  });

  it('misses the newest migration, whether others were applied or none', async () => {
    const newest = 'SELECT * FROM d1_migrations ORDER BY id DESC LIMIT 1';
    expect((await row<{ name: string }>(newest))?.name).toBe(NEWEST_MIGRATION);
    expect(env.TEST_MIGRATIONS.at(-1)?.name).toBe(NEWEST_MIGRATION);
    await rows("UPDATE d1_migrations SET name = 'other' || name WHERE name = ?", NEWEST_MIGRATION);
    await expectUnready({ migrations: 'failed' });
    await rows('ALTER TABLE d1_migrations RENAME TO migrations_away');
    await expectUnready({ migrations: 'failed' });
    await rows('ALTER TABLE migrations_away RENAME TO d1_migrations');
    await rows('UPDATE d1_migrations SET name = ? WHERE id = (SELECT max(id) FROM d1_migrations)', NEWEST_MIGRATION);
    expect((await ready()).status).toBe(200);
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

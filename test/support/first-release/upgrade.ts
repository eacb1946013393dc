import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { runHourlyJob } from '../../../src/jobs/hourly';
import { SEARCH_REBUILDS } from '../../../src/jobs/search-rebuilds';
import { testEnv } from '../client';
import { logged } from '../fakes';
import { contradictions } from '../invariants';
import { count, rows } from '../rows';
import { emptyStorage } from '../storage';
import { load, made_at } from './load';

/** Applies the migrations of the first release. */
export const migrateToFirstRelease = (): Promise<void> => applyD1Migrations(env.DB, env.TEST_MIGRATIONS.slice(0, 2));

/**
 * The tests of a file begin with the database of the first release, migrated, a minute after it was made.
 * @param before what is done just before it is migrated
 */
export function upgradeFirstRelease(before?: () => Promise<void>): void {
  beforeAll(async () => {
    // Access tokens last 15 minutes, logins 30 days.
    vi.useFakeTimers({ now: made_at + 60_000, toFake: ['Date'] });
    await emptyStorage();
    await applyD1Migrations(env.DB, env.TEST_MIGRATIONS.slice(0, 1));
    await load(env);
    await migrateToFirstRelease();
    await before?.();
    await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  });
  afterAll(() => void vi.useRealTimers());
}

/** Derives search terms again, as the hourly job does. */
export async function sweepAll(): Promise<void> {
  const { level, rebuilt } = JSON.parse(
    await logged(() => runHourlyJob(testEnv, Date.now(), { rebuilds: SEARCH_REBUILDS, times: [] })),
  );
  expect(level).toBe('info');
  const withRows: string[] = [];
  // A table that a later release has added is empty.
  for (const { kind } of SEARCH_REBUILDS) if (await count(kind)) withRows.push(kind);
  expect(withRows.length).toBeGreaterThan(4);
  expect(Object.keys(rebuilt).sort()).toEqual(withRows.sort());
}

/**
 * Expects that the database contradicts itself, once it is swept, in nothing but files and payments: the first release
 * removed the rows of two files, and hid two with their patient without an audit row; the payments that the migration made
 * have none either (of which the first five are told).
 */
export async function expectNoContradictions(): Promise<void> {
  const wrong = await contradictions((statements) => Promise.all(statements.map((sql) => rows(sql))));
  expect(wrong.map((text) => text.replace(/ \{.*/, '')).sort()).toEqual([
    ...Array(4).fill('file: audit rows, one for each version'),
    'file: numbers',
    ...Array(5).fill('payments: audit rows of creates'),
  ]);
}

import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { runHourlyJob } from '../../../src/jobs/hourly';
import { SEARCH_REBUILDS } from '../../../src/jobs/search-rebuilds';
import { testEnv } from '../client';
import { logged } from '../fakes';
import { ask } from '../full-text';
import { contradictions } from '../invariants';
import { count } from '../rows';
import { emptyStorage } from '../storage';
import formerSchema from './former-schema.sql?raw';
import { load, made_at, makeFormer } from './load';

/** The tests of a file begin with the recorded hospital in the tables of commit 359b617, migrated, a minute after it was made. */
export function upgradeRecorded(): void {
  beforeAll(async () => {
    // Access tokens last 15 minutes, logins 30 days.
    vi.useFakeTimers({ now: made_at + 60_000, toFake: ['Date'] });
    await emptyStorage();
    await makeFormer(env.DB, formerSchema);
    await load(env);
    await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  });
  afterAll(() => void vi.useRealTimers());
}

/** Derives search terms again, as the hourly job does. */
export async function deriveTerms(): Promise<void> {
  const job = () => runHourlyJob(testEnv, Date.now(), { rebuilds: SEARCH_REBUILDS, times: [] });
  const { level, rebuilt } = JSON.parse(await logged(job));
  expect(level).toBe('info');
  const withRows: string[] = [];
  for (const { kind } of SEARCH_REBUILDS) if (await count(kind)) withRows.push(kind);
  expect(withRows.length).toBeGreaterThan(4);
  expect(Object.keys(rebuilt).sort()).toEqual(withRows.sort());
}

export const expectNoContradictions = async () => expect(await contradictions(ask)).toEqual([]);

import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../src/db/client';
import { runHourlyJob } from '../../src/jobs/hourly';
import { SEARCH_FILLS } from '../../src/jobs/search-rebuilds';
import { call, ok, testEnv } from '../support/client';
import { databaseWith, logged } from '../support/fakes';
import { input } from '../support/input';
import { multiply, UUID } from '../support/multiply';
import { count, row, rows } from '../support/rows';
import { emptyStorage } from '../support/storage';
import { insertRoleUsers } from '../support/users';

const PATIENTS = 50_000;
const database = () => new Database(env.DB, 'first-primary');
const [fill] = SEARCH_FILLS.filter(({ kind }) => kind === 'patient_search');
const step = (on = database()) => fill?.step(on);
const left = async () => (await row<{ next_seq: number }>('SELECT next_seq FROM search_fill'))?.next_seq;
const indexed = () => count(`patient_search WHERE patient_search MATCH '"filled"'`);
/** Fails where the index is not what the view says. */
const integrity = () => rows("INSERT INTO patient_search (patient_search, rank) VALUES ('integrity-check', 1)");
const found = async (search: string) => (await ok('GET', `/patient/?limit=1000&search=${search}`)).length;

/** What the migration leaves of a table that is too large for it. */
beforeEach(async () => {
  await emptyStorage();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  await insertRoleUsers();
  const { body } = await call('POST', '/patient/', { json: input.patient({ first_name: 'Filled' }) });
  await multiply('patient', { key: 'id', value: body.id }, PATIENTS - 1, { id: UUID });
  await rows("INSERT INTO patient_search (patient_search) VALUES ('delete-all')");
  await rows("INSERT INTO search_fill (kind, next_seq) SELECT 'patient', max(seq) FROM patient");
}, 60_000);

describe('A full-text index that a migration left to the sweep', () => {
  it('is filled in slices from the newest row, and is consistent after each', async () => {
    const counts = [];
    while (await step()) {
      await integrity();
      counts.push([await left(), await indexed()]);
    }
    expect(counts).toEqual([
      [30_000, 20_000],
      [10_000, 40_000],
      [undefined, PATIENTS],
    ]);
  }, 60_000);

  it('takes what is created, changed, deleted and restored meanwhile, on either side of where it is', async () => {
    await step();
    const nth = async (seq: number) => (await row<{ id: string }>('SELECT id FROM patient WHERE seq = ?', seq))?.id;
    const [old, newer] = [await nth(5), await nth(PATIENTS - 5)];
    for (const id of [old, newer]) {
      await ok('PATCH', `/patient/${id}`, { json: { first_name: 'Renamed' } });
    }
    await ok('DELETE', `/patient/${await nth(6)}`);
    await ok('DELETE', `/patient/${await nth(PATIENTS - 6)}`);
    await call('POST', '/patient/', { json: input.patient({ first_name: 'Renamed' }) });
    expect(await found('renamed')).toBe(2);
    while (await step());
    await integrity();
    expect([await found('renamed'), await indexed()]).toEqual([3, PATIENTS - 4]);
  }, 60_000);

  it('has each row once where two runs do the same step', async () => {
    let other: Promise<unknown> | undefined;
    const meeting = databaseWith((session) => ({
      batch: async (statements: D1PreparedStatement[]) => {
        other ??= step();
        await other;
        return session.batch(statements);
      },
    }));
    await step(new Database(meeting, 'first-primary'));
    expect([await left(), await indexed()]).toEqual([30_000, 20_000]);
    await integrity();
  }, 60_000);

  it('is filled by the hourly sweep, which says how far it is', async () => {
    const { rebuilt } = JSON.parse(
      await logged(() => runHourlyJob(testEnv, Date.now(), { rebuilds: SEARCH_FILLS, times: [] })),
    );
    expect(rebuilt).toEqual({ patient_search: { checked: PATIENTS, changed: PATIENTS, next: 0 } });
    expect(await found('filled')).toBe(1_000);
  }, 60_000);
});

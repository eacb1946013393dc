import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../src/db/client';
import type { SearchRebuild } from '../../src/db/search-rebuild';
import { runHourlyJob } from '../../src/jobs/hourly';
import { SEARCH_REBUILDS } from '../../src/jobs/search-rebuilds';
import { departmentRebuild } from '../../src/resources/department/terms';
import { doctorRebuild } from '../../src/resources/doctor/terms';
import { patientRebuild, patientTerms } from '../../src/resources/patient/terms';
import { type Body, call, ok, testEnv } from '../support/client';
import { databaseWith, logged } from '../support/fakes';
import { expectIndexed, indexedUnder } from '../support/full-text';
import { input } from '../support/input';
import { ids, oldTerms, PATIENTS } from '../support/old-terms';
import { count, row, rows } from '../support/rows';

const database = () => new Database(env.DB, 'first-primary');
const step = (rebuild: SearchRebuild, on = database()) => rebuild.step(on);

async function rebuildAll(on = database()): Promise<void> {
  for (const { step } of SEARCH_REBUILDS) while (await step(on));
}

const runJob = async (rebuilds: readonly SearchRebuild[] = SEARCH_REBUILDS): Promise<Body> =>
  JSON.parse(await logged(() => runHourlyJob(testEnv, Date.now(), { rebuilds, times: [] })));

/** A database on which `work` is done just before the write of a step. */
const beforeWrite = (work: () => Promise<unknown>) =>
  databaseWith((session) => {
    let batches = 0;
    return {
      batch: async (statements: D1PreparedStatement[]) => {
        batches++;
        if (batches === 2) await work();
        return session.batch(statements);
      },
    };
  });

const found = async (path: string) => {
  const body = await ok('GET', path);
  return (body.data ?? body).map(({ id }: Body) => id);
};
const progress = async () =>
  (await row<{ n: number }>("SELECT next_seq AS n FROM search_rebuild WHERE kind = 'patient'"))?.n;

/** All that clients can see of patients. */
const visible = () =>
  rows(`SELECT id, version, created_at, updated_at, updated_by, deleted_at, first_name, last_name FROM patient
    ORDER BY seq`);

beforeEach(async () => {
  await oldTerms();
  // Nothing is to be done for the first patient.
  const anna = { first_name: 'Anna', middle_name: null, last_name: 'Berg', national_id: null };
  const { terms, name_terms } = patientTerms({ ...anna, phone_number: null, alt_phone_number: null, dob: null });
  const values = [terms, name_terms].map((one) => JSON.stringify(one));
  await rows('UPDATE patient SET terms = ?, name_terms = ? WHERE seq = 1', ...values);
});

describe('Terms of existing rows', () => {
  it('serve in their old form until the new one replaces them', async () => {
    const seen = await visible();
    expect(await indexedUnder('patient', 'oldjane'), 'not the deleted one').toEqual([PATIENTS - 1]);
    expect(await found('/patient/?search=oldjane')).toEqual([ids.live]);
    expect(await found('/invoice/?search=oldjane')).toEqual([ids.invoice]);
    expect(await found('/patient/?search=oldberg')).toHaveLength(PATIENTS - 3);

    expect(await step(patientRebuild)).toEqual({ checked: 500, changed: 500, next: PATIENTS - 500 });
    expect(await found('/patient/?search=jane')).toEqual([ids.live]);
    expect(await found('/invoice/?search=jane')).toEqual([ids.invoice]);
    expect(await found('/patient/?search=oldjane')).toEqual([]);
    expect(await found('/invoice/?search=oldjane')).toEqual([]);
    expect(await found('/patient/?search=berg')).toHaveLength(499);
    expect(await found('/patient/?search=oldberg')).toHaveLength(499);

    await rebuildAll();
    expect(await found('/patient/?search=berg%20anna')).toHaveLength(PATIENTS - 2);
    expect(await found('/patient/?search=oldberg')).toEqual([]);
    expect(await found('/doctor/?search=erik')).toEqual([ids.doctor]);
    expect(await found('/invoice/?search=plaster')).toEqual([ids.invoice]);
    expect(await found('/invoice/?tags=ward')).toEqual([ids.invoice]);
    await expectIndexed();
    expect(await visible()).toEqual(seen);
    expect(await count('audit')).toBe(0);
  });

  it('are left alone once that is done, until the version is raised', async () => {
    await rebuildAll();
    const idle = database();
    await rebuildAll(idle);
    expect([idle.cost.trips, idle.cost.rows_written]).toEqual([SEARCH_REBUILDS.length, 0]);
    await rows("UPDATE search_rebuild SET version = 0 WHERE kind = 'patient'");
    expect(await step(patientRebuild)).toEqual({ checked: 500, changed: 0, next: PATIENTS - 500 });
    expect(await step(doctorRebuild)).toBeNull();
  });

  it('are derived from where a run was interrupted', async () => {
    await step(patientRebuild);
    const crash = beforeWrite(() => Promise.reject(new Error('reset')));
    await expect(step(patientRebuild, new Database(crash, 'first-primary'))).rejects.toThrow();
    expect(await progress()).toBe(PATIENTS - 500);
    expect(await found('/patient/?search=berg')).toHaveLength(499);
    expect(await step(patientRebuild)).toEqual({ checked: 500, changed: 499, next: 0 });
  });

  it('do not overwrite those of a PUT that came in between', async () => {
    const json = input.patient({ first_name: 'Johanna', last_name: 'Doering' });
    const put = beforeWrite(() => ok('PUT', `/patient/${ids.live}`, { json }));
    await step(patientRebuild, new Database(put, 'first-primary'));
    expect(await progress(), 'the step is repeated').toBe(PATIENTS);
    expect(await found('/patient/?search=doering')).toEqual([ids.live]);
    expect(await found('/patient/?search=jane')).toEqual([]);
    expect(await step(patientRebuild)).toEqual({ checked: 500, changed: 0, next: PATIENTS - 500 });
    await rebuildAll();
    expect(await found('/patient/?search=doering')).toEqual([ids.live]);
    await expectIndexed();
  });

  it('follow a patient who is deleted in between', async () => {
    const remove = beforeWrite(() => ok('DELETE', `/patient/${ids.live}`));
    await step(patientRebuild, new Database(remove, 'first-primary'));
    const names = async () =>
      (await row<{ names: string }>('SELECT name_terms AS names FROM patient WHERE id = ?', ids.live))?.names;
    expect(await names()).toContain('"olddoe"');
    expect(await step(patientRebuild)).toEqual({ checked: 500, changed: 1, next: PATIENTS - 500 });
    expect(await names()).toContain('"doe"');
    for (const word of ['doe', 'olddoe']) expect(await indexedUnder('patient', word)).toEqual([]);
    await expectIndexed();
  });

  it('are right after two runs at once', async () => {
    const other = beforeWrite(() => rebuildAll());
    await rebuildAll(new Database(other, 'first-primary'));
    expect(await progress()).toBe(0);
    await rows('UPDATE search_rebuild SET version = 0');
    await Promise.all([rebuildAll(), rebuildAll(), rebuildAll()]);
    await expectIndexed();
    expect(await count('patient WHERE version <> 1')).toBe(0);
  });

  it('are written in statements of limited size', async () => {
    const names = [...'abc'].map((letter) => [...'123456789'].map((i) => `${letter}${i}${'ж'.repeat(35)}`).join(' '));
    await rows('UPDATE patient SET first_name = ?, middle_name = ?, last_name = ?', ...names);
    const seen: number[] = [];
    const watched = databaseWith((session) => ({
      prepare: (sql: string) => {
        const prepared = session.prepare(sql);
        return {
          bind: (...values: unknown[]) => {
            for (const value of values)
              if (typeof value === 'string') seen.push(new TextEncoder().encode(value).length);
            return prepared.bind(...values);
          },
        };
      },
    }));
    const done = await step(patientRebuild, new Database(watched, 'first-primary'));
    expect(done?.checked).toBeLessThan(500);
    expect(done?.changed).toBe(done?.checked);
    expect(Math.max(...seen)).toBeGreaterThan(200_000);
    expect(Math.max(...seen)).toBeLessThan(1_000_000);
    await rebuildAll();
    await expectIndexed();
  });
});

describe('The hourly job', () => {
  it('derives terms and logs only counts', async () => {
    const { level, rebuilt } = await runJob();
    expect(level).toBe('info');
    expect(rebuilt).toEqual({
      doctor: { checked: 1, changed: 1, next: 0 },
      patient: { checked: PATIENTS, changed: PATIENTS - 1, next: 0 },
      invoice: { checked: 1, changed: 1, next: 0 },
    });
    await expectIndexed();
    expect((await runJob()).rebuilt).toEqual({});
  });

  it('does at most 100 steps, and leaves the rest to the next run', async () => {
    let steps = 0;
    const endless = { kind: 'ward', step: async () => ({ checked: 500, changed: 1, next: 1_000_000 - 500 * ++steps }) };
    const { rebuilt } = await runJob([endless, patientRebuild]);
    expect(rebuilt).toEqual({ ward: { checked: 50_000, changed: 100, next: 950_000 } });
  });

  it('derives those of other tables when it fails for one', async () => {
    const broken = { kind: 'ward', step: () => Promise.reject(new Error('Jane Doe')) };
    const { level, rebuilt } = await runJob([broken, departmentRebuild, doctorRebuild]);
    expect(level).toBe('error');
    expect(rebuilt).toEqual({ ward: 'failed', doctor: { checked: 1, changed: 1, next: 0 } });
  });
});

it('A client that read a record before its terms changed can update it', async () => {
  const before = await call('GET', `/patient/${ids.live}`);
  await rebuildAll();
  const after = await call('GET', `/patient/${ids.live}`);
  expect([after.headers.get('etag'), after.body]).toEqual([before.headers.get('etag'), before.body]);
  const headers = { 'if-match': String(before.headers.get('etag')) };
  expect((await call('PUT', `/patient/${ids.live}`, { json: input.patient(), headers })).status).toBe(200);
});

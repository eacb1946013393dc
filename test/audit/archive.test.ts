import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { archiveAudit } from '../../src/audit/archive';
import { SEAL_ROWS } from '../../src/audit/seal';
import type { Bindings } from '../../src/env';
import { runHourlyJob } from '../../src/jobs/hourly';
import { testEnv } from '../support/client';
import { bucketWith, databaseWith, logged } from '../support/fakes';
import { count, rows } from '../support/rows';
import { addAudit, newDatabase, seal, tamper, verify } from '../support/trail';

const DAY = 86_400_000;
const now = Date.now();
const YEARS = { now: now + 400 * DAY, days: 365 };

const swept = async (at: number, changed: Partial<Bindings> = {}) =>
  JSON.parse(
    await logged(() =>
      runHourlyJob({ ...testEnv, AUDIT_RETENTION_DAYS: '365', ...changed }, at, { rebuilds: [], times: [] }),
    ),
  );

const keys = async () => (await env.FILES.list({ prefix: 'audit/' })).objects.map(({ key }) => key);
const fileOf = async (key = '') => (await (await env.FILES.get(key))?.text())?.trimEnd().split('\n') ?? [];
const KEY = `audit/audit/000000000001-${String(SEAL_ROWS).padStart(12, '0')}.ndjson`;

describe('Old rows of the audit trail', () => {
  it('stay where no time is set, and while they are younger', async () => {
    await addAudit(SEAL_ROWS, now);
    await seal(now);
    await addAudit(10, now);
    await seal(now);
    for (const [at, days] of [
      [now + 4000 * DAY, ''],
      [now + 364 * DAY, '365'],
    ] as const) {
      expect((await swept(at, { AUDIT_RETENTION_DAYS: days })).archived).toEqual({ audit: 0 });
    }
    expect([await count('audit'), await keys()]).toEqual([SEAL_ROWS + 10, []]);
  });

  it('are never left to a setting that is wrong', async () => {
    const { level, archived } = await swept(now + 4000 * DAY, { AUDIT_RETENTION_DAYS: '7' });
    expect([level, archived]).toEqual(['error', { audit: 'failed' }]);
    expect(await count('audit')).toBe(SEAL_ROWS + 10);
  });

  it('stay where their file cannot be written', async () => {
    const FILES = bucketWith({ put: () => Promise.reject(new Error('(10001)')) });
    expect((await swept(YEARS.now, { FILES })).archived).toEqual({ audit: 'failed' });
    expect(await count('audit')).toBe(SEAL_ROWS + 10);
  });

  it('stay where they are not what was sealed', async () => {
    await tamper("UPDATE audit SET actor = 'me' WHERE seq = 5");
    await expect(archiveAudit(newDatabase(), env.FILES, YEARS)).rejects.toThrow('audit');
    expect([await count('audit'), await keys()]).toEqual([SEAL_ROWS + 10, []]);
    await tamper("UPDATE audit SET actor = 'someone' WHERE seq = 5");
    expect((await verify()).faults).toEqual([]);
  });

  it('move as a whole after a crash between file and delete', async () => {
    const DB = databaseWith((session) => ({
      batch: (statements: D1PreparedStatement[]) =>
        statements.length === 2 && crashing
          ? Promise.reject(new Error('Network connection lost'))
          : session.batch(statements),
    }));
    let crashing = false;
    const put = async (key: string, value: string) => {
      crashing = true;
      return env.FILES.put(key, value);
    };
    expect((await swept(YEARS.now, { DB, FILES: bucketWith({ put }) })).archived.audit).toBe('failed');
    expect([await count('audit'), await keys()]).toEqual([SEAL_ROWS + 10, [KEY]]);

    expect((await swept(YEARS.now)).archived.audit).toBe(SEAL_ROWS);
    expect([await count('audit'), await keys()]).toEqual([10, [KEY]]);
    const [header, ...lines] = await fileOf(KEY);
    const { hash } =
      (await rows<{ hash: string }>("SELECT hash FROM audit_seal WHERE trail = 'audit' AND from_seq = 1"))[0] ?? {};
    expect(JSON.parse(header ?? '')).toEqual({
      trail: 'audit',
      from_seq: 1,
      to_seq: SEAL_ROWS,
      count: SEAL_ROWS,
      hash,
      previous: '',
    });
    expect(lines).toHaveLength(SEAL_ROWS);
    expect(JSON.parse(lines[4] ?? '')).toEqual({
      ...{ seq: 5, at: now, actor: 'someone', action: 'update', entity: 'patient', entity_id: 'patient-5' },
      ...{ version: 1, changed: '["dob"]' },
    });
  });

  it('move once, and never the newest', async () => {
    expect((await swept(YEARS.now + 4000 * DAY)).archived.audit).toBe(0);
    expect(await count('audit')).toBe(10);
    const again = () => archiveAudit(newDatabase(), env.FILES, YEARS);
    expect(await Promise.all([again(), again()])).toEqual([0, 0]);
    expect(await keys()).toEqual([KEY]);
  });

  it('leave a chain that can be checked, with their file and without', async () => {
    expect(await verify()).toMatchObject({ faults: [], archived: SEAL_ROWS, sealed: 10, unsealed: 0 });
    const text = (await fileOf(KEY)).join('\n');
    await env.FILES.put(KEY, text.replace('"someone"', '"nobody"'));
    expect((await verify()).faults).toEqual([`audit: rows 1 to ${SEAL_ROWS}: its archive was altered`]);
    await env.FILES.delete(KEY);
    expect((await verify()).faults).toEqual([`audit: rows 1 to ${SEAL_ROWS}: its archive is missing`]);
    await env.FILES.put(KEY, text);
    expect((await verify()).faults).toEqual([]);
  });

  it('are the only ones that can be deleted', async () => {
    await expect(rows('DELETE FROM audit')).rejects.toThrow('append-only');
    await expect(rows(`DELETE FROM audit WHERE seq = ${SEAL_ROWS + 1}`)).rejects.toThrow('append-only');
    await expect(rows('DELETE FROM audit_archive')).rejects.toThrow('append-only');
    await rows(
      'INSERT INTO audit (seq, at, action, entity, entity_id, version, changed) VALUES (7, 0, ?1, ?1, ?1, 1, ?2)',
      'x',
      '[]',
    );
    expect((await verify()).faults).toEqual([`audit: rows 1 to ${SEAL_ROWS}: 1 added after they were archived`]);
    await rows('DELETE FROM audit WHERE seq = 7');
  });

  it('leave a file that the search for orphans never takes', async () => {
    const day = 24 * 3_600_000;
    for (let hour = 0; hour < 16; hour++)
      await swept(now + 4000 * day + hour * 3_600_000, { AUDIT_RETENTION_DAYS: '' });
    expect(await keys()).toEqual([KEY]);
  });
});

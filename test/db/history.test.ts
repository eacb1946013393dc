import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATIONS, migrationOfBackup, refusedHistory } from '../../src/db/migrations';
import formerSchema from '../support/recorded/former-schema.sql?raw';
import { FORMER, makeFormer } from '../support/recorded/load';
import { rows } from '../support/rows';
import { emptyStorage } from '../support/storage';

// Of earlier versions there is one that databases come from: commit 359b617, with one migration more in the days after it.

const NEXT = '0020_deployment_id.sql';
const [baseline = ''] = MIGRATIONS;
const migrate = () => applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

/** The text of all that there is, without white space. */
async function schema(): Promise<Map<string, string>> {
  const made = await rows<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name <> 'd1_migrations' AND name NOT LIKE '\\_cf%' ESCAPE '\\'`,
  );
  return new Map(made.map(({ name, sql }) => [name, sql.replace(/\s/g, '')]));
}
const applied = async () =>
  (await rows<{ name: string }>('SELECT name FROM d1_migrations ORDER BY name')).map(({ name }) => name);
const deployment = () => rows<{ id: string }>('SELECT id FROM deployment');

beforeEach(emptyStorage);
afterAll(async () => {
  // What is checked after each file is every table of the schema.
  await emptyStorage();
  await migrate();
});

describe('A database of the former migrations', () => {
  it('is by the baseline what an empty one is', async () => {
    await migrate();
    const wanted = await schema();
    await emptyStorage();
    await makeFormer(env.DB, formerSchema);
    expect(await schema()).not.toEqual(wanted);
    await migrate();
    expect(await schema()).toEqual(wanted);
    expect(await applied()).toEqual([...FORMER, ...MIGRATIONS]);
    expect(await deployment()).toHaveLength(1);
  });

  it('keeps the id of its deployment where it has one', async () => {
    await makeFormer(env.DB, formerSchema);
    const ofDeployment = env.TEST_MIGRATIONS[0]?.queries.filter((sql) => /\bdeployment\b/.test(sql)) ?? [];
    expect(ofDeployment.length).toBeGreaterThan(3);
    for (const sql of ofDeployment) await rows(sql);
    await rows('INSERT INTO d1_migrations (name) VALUES (?)', NEXT);
    const before = await deployment();
    await migrate();
    expect(await deployment()).toEqual(before);
    expect(await applied()).toEqual([...FORMER, NEXT, ...MIGRATIONS]);
  });
});

describe('The migrations of this version are for a database', () => {
  it.each([
    ['that is empty', []],
    ['of the former ones', FORMER],
    ['of the former ones and the next', [...FORMER, NEXT]],
    ['of an unreleased version that has the last of the former ones', [...FORMER, '0002_held_time.sql']],
    ['of these, from the former ones on', [...FORMER, ...MIGRATIONS]],
    ['of these', MIGRATIONS],
    ['of a later version', [...MIGRATIONS, '9999_later.sql']],
  ])('%s', (_, names) => {
    expect(refusedHistory(names)).toBeUndefined();
  });

  it.each([
    ['0016_access_days.sql', FORMER.slice(0, 2)],
    ['0019_fhir.sql', FORMER.slice(0, 5)],
    ['0017_counter_and_record.sql', FORMER.filter((name) => !name.startsWith('0017'))],
    [baseline, ['9999_later.sql']],
  ])('and not for one of another line, which lacks %s', (missing, names) => {
    expect(refusedHistory(names)).toBe(
      `the database is of another line of versions: it lacks the migration ${missing}, and this version goes on only from where commit 359b617 of this repository ends, at 0019_fhir.sql`,
    );
  });
});

describe('A backup', () => {
  it.each([
    [baseline, baseline],
    ['0019_fhir.sql', baseline],
    [NEXT, baseline],
  ])('of %s goes into the tables of %s', (last, migration) => {
    expect(migrationOfBackup(last)).toBe(migration);
  });

  it('of another line, or of a later version, goes into none', () => {
    expect(() => migrationOfBackup('0016_access_days.sql')).toThrow('the backup is of another line of versions');
    expect(() => migrationOfBackup('9999_later.sql')).toThrow('which this version of the service does not know');
  });
});

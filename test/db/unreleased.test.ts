import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sha256 } from '../../src/rules/sha256';
import { call, ok } from '../support/client';
import { type Answer, expectSame } from '../support/first-release/answers';
import { loadRecorded } from '../support/first-release/load';
import { ask } from '../support/full-text';
import { contradictions } from '../support/invariants';
import { logIn } from '../support/logins';
import { rows } from '../support/rows';
import { emptyStorage } from '../support/storage';
import answers from '../support/unreleased/answers.json' with { type: 'json' };
import database from '../support/unreleased/database.json' with { type: 'json' };

// A database of an unreleased version after 1.0.0, whose migrations 0002 to 0016 are one by now, with the name of the last.

const FOLDED = '0016_access_days.sql';
const OTHERS = [
  ...['0002_held_time', '0003_deleted_patients', '0004_search_terms', '0005_foreign_passwords'],
  ...['0006_audit_append_only', '0007_access_log', '0008_calendar', '0009_deleted_files', '0010_payments'],
  ...['0011_working_hours', '0012_password_tokens', '0013_second_factor', '0014_account_guards', '0015_full_text'],
].map((name) => `${name}.sql`);

const { logins, made_at, tables } = database;
const applied = async () =>
  (await rows<{ name: string }>('SELECT name FROM d1_migrations ORDER BY name')).map(({ name }) => name);

/** Of all that the migrations have made. */
async function digestOfSchema(): Promise<string> {
  const made = await rows<{ sql: string }>(
    `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND tbl_name <> 'd1_migrations'
     AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY name`,
  );
  return sha256(made.map(({ sql }) => sql).join('\n'));
}
/** As the fifteen migrations made it. */
const SCHEMA = 'dd0a3bca503598ff52b96c273f90030793f0aa9842adfaa560ed52fa3efdfb4d';

beforeAll(async () => {
  // Access tokens last 15 minutes.
  vi.useFakeTimers({ now: made_at + 60_000, toFake: ['Date'] });
  await emptyStorage();
  await applyD1Migrations(
    env.DB,
    env.TEST_MIGRATIONS.filter(({ name }) => name <= FOLDED),
  );
  expect(await digestOfSchema()).toBe(SCHEMA);
  await rows('INSERT INTO d1_migrations (name) SELECT value FROM json_each(?)', JSON.stringify(OTHERS));
  // Triggers count.
  await loadRecorded(env, { ...database, tables: tables.filter(({ name }) => name !== 'counter') });
});
afterAll(() => void vi.useRealTimers());

describe('A database that has the migrations as they were before they became one', () => {
  it('is refused if it has only some of them, and left as it is', async () => {
    await rows('DELETE FROM d1_migrations WHERE name = ?', FOLDED);
    await expect(applyD1Migrations(env.DB, env.TEST_MIGRATIONS)).rejects.toThrow('already exists');
    expect(await applied()).not.toContain(FOLDED);
    expect(await digestOfSchema()).toBe(SCHEMA);
    await rows('INSERT INTO d1_migrations (name) VALUES (?)', FOLDED);
  });

  it('runs none of them again', async () => {
    await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
    expect(await applied()).toEqual([...env.TEST_MIGRATIONS.map(({ name }) => name), ...OTHERS].sort());
  });

  it('gives the answers that it gave, by the tokens that it gave', () =>
    expectSame(answers as Answer[], (name) => {
      const { access_token } = logins[name as 'admin' | 'staff'];
      return { as: null, headers: { authorization: `Bearer ${access_token}` } };
    }));

  it('knows its accounts by password, second factor and token', async () => {
    const { staff, factor, invited } = logins;
    expect((await logIn({ email: staff.email, password: staff.password })).status).toBe(200);
    const credentials = { email: factor.email, password: factor.password };
    expect((await logIn(credentials)).status).toBe(401);
    const [recovery_code] = factor.recovery_codes;
    expect((await logIn({ ...credentials, totp: recovery_code })).status).toBe(200);
    const json = { token: invited.token, password: 'correct horse' };
    expect((await call('POST', '/auth/password-token', { as: null, json })).status).toBe(204);
    expect((await logIn({ email: invited.email, password: json.password })).status).toBe(200);
  });

  it('goes on', async () => {
    const as = { id: logins.staff.id, role: 'staff' } as const;
    const [invoice] = (await ok('GET', '/invoice/?tags=insurance', { as })).data;
    const { invoice: paid } = await ok('POST', `/invoice/${invoice.id}/payments`, {
      ...{ as, json: { amount: 69.5, method: 'cash' } },
    });
    expect(paid).toMatchObject({ status: 'PAID', remaining_amount: 0 });
    expect(await contradictions(ask)).toEqual([]);
  });
});

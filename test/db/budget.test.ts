import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../support/client';
import { make } from '../support/factories';
import { makeFixtures } from '../support/fixtures';
import { multiply, UUID } from '../support/multiply';
import { OPERATIONS } from '../support/operations';
import { NUMBERED_TABLES } from '../support/operations/budget';
import type { Fixtures } from '../support/operations/record';
import { rows } from '../support/rows';
import { insertUser } from '../support/users';

/** Rows in each table besides the fixtures: more than the largest page has, so that a scan exceeds its budget. */
const OTHERS = 130;

const account = { email: 'budget@test.example', password: 'correct horse' };
let fixtures: Fixtures;

beforeAll(async () => {
  await insertUser('staff', account);
  fixtures = await makeFixtures({ account });
  await fixtures.newFile();
  await fixtures.newRefreshToken();
  await addOthers(fixtures);
});

async function addOthers(one: Fixtures): Promise<void> {
  const add = (table: string, id: string | undefined, differing: Record<string, string> = {}, n = OTHERS) =>
    multiply(table, { key: 'id', value: id }, n, { id: UUID, ...differing });
  const other = (table: string) => `(SELECT id FROM ${table} WHERE seq = (SELECT max(seq) FROM ${table}) - i + 1)`;
  const [user] = await rows<{ id: string }>('SELECT user_id AS id FROM doctor');
  const [session] = await rows<{ id: string }>('SELECT id FROM login_session');
  const bodil = await make.patient({ first_name: 'Bodil' });

  await add('user', user?.id, { email_key: UUID, username_key: UUID });
  await add('department', one.department.id, { code_key: UUID });
  await add('patient', one.patient.id);
  await add('patient', bodil.id, {}, 19);
  await add('doctor', one.doctor.id, { license_key: UUID, user_id: other('user') });
  await add('file', one.file.id, { entity_id: other('patient') });
  const { id: scan } = await one.newFile(one.department.id);
  await add('file', scan);
  await add('file', scan, { deleted_at: '1' });
  await add('appointment', one.appointment.id, { patient_id: other('patient') });
  await add('invoice', one.invoice.id, { patient_id: other('patient') });
  const paid = await make.invoice({ patient_id: one.patient.id, status: 'ISSUED', paid_amount: 10 });
  await multiply('payment', { key: 'invoice_id', value: paid.id }, OTHERS, { id: UUID, invoice_id: other('invoice') });
  await add('catalog_item', one.item.id, { code_key: UUID });
  await add('login_session', session?.id);
  await multiply('refresh_token', { key: 'session_id', value: session?.id }, OTHERS, { token_hash: UUID });
  await multiply('audit', { key: 'entity_id', value: one.patient.id }, OTHERS, { entity_id: UUID });
}

const cases = Object.entries(OPERATIONS).flatMap(([name, { as = 'staff', body, cases }]) =>
  Object.entries(cases).map(([what, each]) => [`${name}: ${what}`, { name, as, body, ...each }] as const),
);

describe('The cost of a call', () => {
  it.each(cases)('stays within the budget of %s', async (_, { name, as, body, budget, request }) => {
    const [method = '', template = ''] = name.split(' ');
    const { path = template, ...options } = (await request?.(fixtures)) ?? {};
    const answer = await call(method, path, { as, ...(body ? { json: body() } : {}), ...options });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    expect(answer.cost).toMatchObject({ trips: budget.trips, r2: budget.r2 });
    expect(answer.cost.rows_read, 'rows read').toBeLessThanOrEqual(budget.read);
    expect(answer.cost.rows_written, 'rows written').toBeLessThanOrEqual(budget.written);
  });

  it('is budgeted for as many tables with AUTOINCREMENT as there are', async () => {
    const numbered = await rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'");
    expect(numbered).toHaveLength(NUMBERED_TABLES);
  });

  it('is in Server-Timing, in development only', async () => {
    const path = `/patient/${fixtures.patient.id}`;
    expect((await call('GET', path)).headers.get('server-timing')).toMatch(/^trips;desc="1", statements;desc="\d+", /);
    for (const ENVIRONMENT of ['production', undefined]) {
      const { status, headers } = await call('GET', path, { env: { ENVIRONMENT } });
      expect(status).toBe(200);
      expect(headers.has('server-timing')).toBe(false);
    }
  });
});

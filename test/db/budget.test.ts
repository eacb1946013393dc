import { beforeAll, describe, expect, it } from 'vitest';
import { app } from '../../src/app';
import { operationsOf } from '../../src/http/openapi';
import { type Data, REQUESTS } from '../support/budget-requests';
import { BUDGETS, NUMBERING } from '../support/budgets';
import { call, ok } from '../support/client';
import { make } from '../support/factories';
import { makePng } from '../support/files';
import { multiply, UUID } from '../support/multiply';
import { rows } from '../support/rows';
import { insertUser } from '../support/users';

/** Rows beside those that a request is about: more than the largest page has, so that a scan would show. */
const OTHERS = 130;

const account = { email: 'budget@test.example', password: 'correct horse' };
const logIn = () => ok('POST', '/auth/login', { as: null, json: account });
let data: Data;

beforeAll(async () => {
  await insertUser('staff', account);
  const department = await make.department();
  const patient = await make.patient();
  const doctor = await make.doctor();
  const ids = { patient_id: patient.id, doctor_id: doctor.id, department_id: department.id };
  const appointment = await make.appointment(ids);
  const invoice = await make.invoice({ patient_id: patient.id, appointment_id: appointment.id, tags: ['ward'] });
  const item = await make.catalogItem({ tags: ['ward'] });
  const upload = () => makePng(patient.id);
  const [file] = [await upload(), await upload()];
  await logIn();
  data = {
    ...{ department, patient, doctor, appointment, invoice, item, file, account, upload },
    refreshToken: async () => (await logIn()).refresh_token,
    user: async () => (await insertUser('staff')).id,
  };
  await addOthers(data);
});

async function addOthers(one: Data): Promise<void> {
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
  await add('appointment', one.appointment.id, { patient_id: other('patient') });
  await add('invoice', one.invoice.id, { patient_id: other('patient') });
  await add('catalog_item', one.item.id, { code_key: UUID });
  await add('login_session', session?.id);
  await multiply('refresh_token', { key: 'session_id', value: session?.id }, OTHERS, { token_hash: UUID });
  await multiply('audit', { key: 'entity_id', value: one.patient.id }, OTHERS, { entity_id: UUID });
}

const isNamed = (name: string): name is keyof typeof BUDGETS => name in BUDGETS;

describe('what every operation costs', () => {
  it('has a budget for each operation', () => {
    const documented = new Set(operationsOf(app.routes).map(({ method, path }) => `${method} ${path}`));
    const held = new Set(Object.keys(BUDGETS).map((name) => name.split(', ')[0]));
    expect([...held].toSorted()).toEqual([...documented].toSorted());
  });

  it('allows for no more tables with AUTOINCREMENT than there are', async () => {
    const numbered = await rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'");
    expect(numbered).toHaveLength(NUMBERING);
  });

  it.each(Object.keys(BUDGETS).filter(isNamed))('%s', async (name) => {
    const { trips, read, written, r2 } = BUDGETS[name];
    const { path, ...options } = await REQUESTS[name](data);
    const { status, body, cost } = await call(name.slice(0, name.indexOf(' ')).toUpperCase(), path, options);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    expect(cost).toMatchObject({ trips, r2 });
    expect(cost.rows_read, 'rows read').toBeLessThanOrEqual(read);
    expect(cost.rows_written, 'rows written').toBeLessThanOrEqual(written);
  });
});

describe('Server-Timing', () => {
  it('tells the cost in development only', async () => {
    const path = `/patient/${data.patient.id}`;
    expect((await call('GET', path)).headers.get('server-timing')).toMatch(/^trips;desc="1", statements;desc="\d+", /);
    for (const ENVIRONMENT of ['production', 'staging', undefined]) {
      const { status, headers } = await call('GET', path, { env: { ENVIRONMENT } as never });
      expect(status).toBe(200);
      expect(headers.has('server-timing')).toBe(false);
    }
  });
});

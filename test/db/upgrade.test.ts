import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, call, ok } from '../support/client';
import { input } from '../support/input';
import { insertOld, insertOldPatient } from '../support/old-rows';
import { rows } from '../support/rows';
import { emptyStorage } from '../support/storage';
import { actorOf, insertRoleUsers } from '../support/users';

const ids = { patient_id: crypto.randomUUID(), doctor_id: crypto.randomUUID(), department_id: crypto.randomUUID() };
const deleted = { id: crypto.randomUUID(), reg_number: 'PAT-00000002' };
const short = { id: crypto.randomUUID(), schedule: '2027-01-04T12:00:00Z' };
const confirmed = { id: crypto.randomUUID(), schedule: '2027-01-04T13:00:00Z' };
const owed = crypto.randomUUID();
const paid = { id: crypto.randomUUID(), at: Date.parse('2026-02-03T04:05:06.789Z') };

const earlier = { id: crypto.randomUUID(), at: Date.parse('2026-01-15T00:00:00Z') };

const insertInvoice = (id: string, more: Record<string, unknown>): Promise<void> =>
  insertOld('invoice', {
    ...{ id, issue_date: '2026-01-01T00:00', issue_at: 0, status: 'ISSUED', items: '[]', tags: '[]', terms: '[]' },
    ...{ discount_amount: 0, discount_percent: 0, subtotal: 0, total_amount: 0, paid_amount: 0, remaining_amount: 0 },
    ...more,
  });

async function insertAppointment(one: typeof short, status: string, minutes: number): Promise<void> {
  const starts_at = Date.parse(one.schedule);
  const times = { starts_at, ends_at: starts_at + minutes * 60_000, expected_duration_minutes: minutes };
  await insertOld('appointment', { ...ids, ...one, ...times, type: 'OPD', status, is_follow_up: 0 });
}

const [staff, admin] = [actorOf('staff').id, actorOf('admin').id];
const accounts = {
  changed: { id: crypto.randomUUID(), created_by: admin },
  created: { id: crypto.randomUUID(), created_by: staff },
  invited: { id: crypto.randomUUID(), created_by: admin },
  signed: { id: crypto.randomUUID() },
  STRAẞE: { id: crypto.randomUUID() },
};
const login = (name: string) => ({
  ...{ email: `${name}@test.example`, email_key: `${name.replace('STRAẞE', 'straße')}@test.example` },
  ...{ username: name, username_key: name.replace('STRAẞE', 'straße'), type: 'doctor', password_hash: '' },
});

const book = (schedule: string): Promise<Body> => {
  const json = input.appointment({ ...ids, schedule, expected_duration_minutes: 5 });
  return call('POST', '/appointment/', { json, env: { DOUBLE_BOOKING: 'reject' } });
};

/** A database of the first two migrations, with rows, to which the later ones are applied. */
beforeAll(async () => {
  await emptyStorage();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS.slice(0, 2));
  await insertRoleUsers();
  await insertOld('department', {
    id: ids.department_id,
    name: 'X',
    code: 'X',
    code_key: 'x',
    icon_codes: '[]',
    terms: '["x"]',
  });
  await insertOld('doctor', {
    ...{ id: ids.doctor_id, first_name: 'Erik', last_name: 'Lind', license_number: 'L', license_key: 'l' },
    ...{ addresses: '[]', user_id: actorOf('doctor').id, terms: '["erik","lind"]' },
  });
  await insertOldPatient(ids.patient_id, ['berg', 'bo'], ['berg', 'bo']);
  await insertOldPatient(deleted.id, ['anna', 'berg', '4670', '70'], ['anna', 'berg']);
  await insertAppointment(short, 'SCEDULED', 0);
  await insertAppointment(confirmed, 'CONFIRMED', 30);
  const amounts = { subtotal: 10_000, total_amount: 10_000, paid_amount: 4_050, remaining_amount: 5_950 };
  await insertInvoice(paid.id, { patient_id: ids.patient_id, ...amounts, updated_at: paid.at, updated_by: staff });
  await insertInvoice(owed, { patient_id: deleted.id });
  // Later in the table, but paid before.
  await insertInvoice(earlier.id, { patient_id: ids.patient_id, ...amounts, updated_at: earlier.at });
  await rows('UPDATE patient SET deleted_at = 1 WHERE id = ?', deleted.id);
  for (const [name, account] of Object.entries(accounts)) await insertOld('user', { ...login(name), ...account });
  const change = `INSERT INTO audit (at, actor, action, entity, entity_id, version, changed)
    VALUES (0, ?, 'update', 'user', ?, 2, '["full_name","email"]')`;
  await rows(change, staff, accounts.changed.id);
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
});

describe('In a database that was filled before, the migrations', () => {
  it('let an appointment of 0 minutes hold a minute, and change no other', async () => {
    const held = await rows('SELECT id, ends_at - starts_at AS held FROM appointment ORDER BY starts_at');
    expect(held).toEqual([
      { id: short.id, held: 60_000 },
      { id: confirmed.id, held: 30 * 60_000 },
    ]);
    const { status, body } = await book('2027-01-04T12:00:59Z');
    expect([status, body.detail]).toEqual([409, expect.stringContaining(short.id)]);
  });

  it('say who has chosen an e-mail, if neither the owner nor an admin', async () => {
    const chosen = await rows(
      'SELECT username, email_set_by FROM user WHERE email_set_by IS NOT NULL ORDER BY username',
    );
    expect(chosen).toEqual([
      { username: 'changed', email_set_by: staff },
      { username: 'created', email_set_by: staff },
    ]);
  });

  it('make one e-mail of ẞ and ß', async () => {
    const json = { email: 'strasse@test.example', password: 'correct horse', full_name: 'Nina' };
    expect((await call('POST', '/auth/signup', { as: null, json })).status).toBe(409);
  });

  it('let an appointment hold its time that is not SCEDULED', async () => {
    const { status, body } = await book('2027-01-04T13:10:00Z');
    expect([status, body.detail]).toEqual([409, expect.stringContaining(confirmed.id)]);
  });

  it('find the invoices of a patient who was deleted, and not the patient', async () => {
    for (const search of ['anna', 'berg anna', deleted.reg_number, 'pat00000002', '00000002']) {
      const { total, data } = await ok('GET', `/invoice/?search=${search}`);
      expect([total, data.map(({ id }: Body) => id)], search).toEqual([1, [owed]]);
      expect(await ok('GET', `/patient/?search=${search}`), search).toEqual([]);
    }
    expect((await ok('GET', '/invoice/?search=4670')).total).toBe(0);
    expect((await ok('GET', '/patient/?search=berg')).map(({ id }: Body) => id)).toEqual([ids.patient_id]);
  });

  it('record what was paid as a payment, of the time when the invoice was last changed', async () => {
    expect(await ok('GET', `/invoice/${owed}/payments`)).toEqual([]);
    const at = '2026-02-03T04:05:06.789Z';
    expect(await ok('GET', `/invoice/${paid.id}/payments`)).toEqual([
      {
        ...{ id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/) },
        ...{ receipt_number: 'RCP-00000002', invoice_id: paid.id, amount: 40.5, method: 'adjustment' },
        ...{ reference: null, note: null },
        ...{ paid_at: at, created_at: at },
      },
    ]);
    expect(await rows('SELECT created_by FROM payment WHERE invoice_id = ?', paid.id)).toEqual([{ created_by: staff }]);
    const refund = { amount: -40.5, method: 'cash' };
    const { invoice } = await ok('POST', `/invoice/${paid.id}/payments`, { json: refund });
    expect(invoice).toMatchObject({ status: 'ISSUED', paid_amount: 0, remaining_amount: 100 });
  });

  it('number receipts in the order of their times, so that each day of the cash report has its own', async () => {
    expect((await ok('GET', `/invoice/${earlier.id}/payments`))[0].receipt_number).toBe('RCP-00000001');
    const of = async (date: string) => {
      const { opening, received, closing } = await ok('GET', `/payment/summary?from=${date}&to=${date}`);
      const listed = await ok('GET', `/payment/?from=${date}&to=${date}`);
      return [opening, received, closing, ...listed.map(({ invoice }: Body) => invoice.id)];
    };
    expect(await of('2026-01-15')).toEqual([0, 40.5, 40.5, earlier.id]);
    expect(await of('2026-01-16')).toEqual([40.5, 0, 40.5]);
    expect(await of('2026-02-03')).toEqual([40.5, 40.5, 81, paid.id]);
  });
});

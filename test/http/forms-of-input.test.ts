import { describe, expect, it } from 'vitest';
import { type Body, call, ok } from '../support/client';
import { make } from '../support/factories';
import { makePng } from '../support/files';
import { input } from '../support/input';
import { insertUser } from '../support/users';

/** The forms of a UUID that clients send. */
const FORMS: [string, (id: string) => string][] = [
  ['capitals', (id) => id.toUpperCase()],
  ['no hyphens', (id) => id.replaceAll('-', '')],
  ['braces', (id) => `{${id}}`],
  ['a URN', (id) => `urn:uuid:${id}`],
];

describe.each(FORMS)('A UUID with %s', (_, form) => {
  it('is taken in every path and answered in the canonical form', async () => {
    const [patient, doctor, department, invoice, item] = await Promise.all([
      make.patient(),
      make.doctor(),
      make.department(),
      make.invoice(),
      make.catalogItem(),
    ]);
    const at = (id: string) => encodeURIComponent(form(id));
    expect((await ok('GET', `/patient/${at(patient.id)}`)).id).toBe(patient.id);
    expect((await ok('GET', `/doctor/${at(doctor.id)}`)).id).toBe(doctor.id);
    expect(await ok('GET', `/department/${at(department.id)}`)).toEqual(department);
    expect((await ok('GET', `/invoice/${at(invoice.id)}`)).id).toBe(invoice.id);
    expect((await ok('GET', `/catalog/${at(item.id)}?view=full`)).id).toBe(item.id);
    expect((await ok('PUT', `/patient/${at(patient.id)}`, { json: input.patient() })).id).toBe(patient.id);
    expect((await ok('PUT', `/doctor/${at(doctor.id)}`, { json: input.doctor() })).id).toBe(doctor.id);
    const account = await insertUser('staff');
    const patched = await ok('PATCH', `/auth/users/${at(account.id)}`, { json: { type: 'none' }, as: 'admin' });
    expect(patched.id).toBe(account.id);
    const file = await makePng(patient.id);
    expect((await call('GET', `/static/${at(patient.id)}/${at(file.id)}.png`, { as: null })).status).toBe(200);
    expect((await call('DELETE', `/static/delete_file/${at(file.id)}`)).status).toBe(200);
    expect((await call('DELETE', `/patient/${at(patient.id)}`)).status).toBe(200);
    const unknown = crypto.randomUUID();
    expect((await call('GET', `/patient/${at(unknown)}`)).body.detail).toBe(`Patient not found: ${unknown}`);
  });

  it('is taken in bodies and queries and answered in the canonical form', async () => {
    const appointment = await make.appointment();
    const { patient_id, doctor_id, department_id } = appointment;
    const ids = { patient_id, doctor_id, department_id };
    const sent = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, form(id)]));
    expect(await make.appointment(sent)).toMatchObject(ids);
    const item = await make.catalogItem();
    const lines = { items: [{ catalog_id: form(item.id) }] };
    const billed = { patient_id: form(patient_id), appointment_id: form(appointment.id), ...lines };
    const invoice = await make.invoice(billed);
    const canonical = { patient_id, appointment_id: appointment.id };
    expect(invoice).toMatchObject({ ...canonical, items: [{ catalog_id: item.id }] });
    expect(await ok('PUT', `/invoice/${invoice.id}`, { json: billed })).toMatchObject(canonical);
    for (const [name, id] of Object.entries(canonical)) {
      const { data } = await ok('GET', `/invoice/?${name}=${encodeURIComponent(form(id))}`);
      expect(data.map(({ id }: Body) => id)).toEqual([invoice.id]);
    }
  });
});

describe('The type of an account', () => {
  it.each(['billing', 'Billing', 'BILLING'])('may be written %s', async (type) => {
    const json = input.doctor({ user: { type } });
    const doctor = await ok('POST', '/doctor/', { json });
    expect(doctor.user.type).toBe('billing');
    await ok('PUT', `/doctor/${doctor.id}`, { json: { ...json, user: { ...json.user, type: 'Doctor' } } });
    expect((await ok('GET', `/doctor/${doctor.id}?view=full`)).user.type).toBe('doctor');
    const account = await ok('PATCH', `/auth/users/${doctor.user.id}`, { json: { type }, as: 'admin' });
    expect(account.type).toBe('billing');
  });

  it.each(['Admin', 'ADMIN'])('cannot get around the check for admins as %s', async (type) => {
    const json = input.doctor({ user: { type } });
    expect((await call('POST', '/doctor/', { json })).status).toBe(403);
    const doctor = await make.doctor();
    expect((await call('PUT', `/doctor/${doctor.id}`, { json })).status).toBe(403);
  });

  it.each(['nurse', ' doctor', '', 5, 'doctoŕ', 'ſtaff'])('cannot be %j', async (type) => {
    const { status, body } = await call('POST', '/doctor/', { json: input.doctor({ user: { type } }) });
    expect([status, body.detail[0].loc, body.detail[0].type]).toEqual([422, ['body', 'user', 'type'], 'enum']);
  });
});

describe('A date without a time', () => {
  it('is midnight, and comes back as it was sent', async () => {
    expect((await make.appointment({ schedule: '2027-01-04' })).schedule).toBe('2027-01-04');
    const dates = { issue_date: '2027-01-04', due_date: '2027-02-04' };
    const invoice = await make.invoice(dates);
    expect(invoice).toMatchObject(dates);
    const { patient_id } = invoice;
    await make.invoice({ patient_id, ...dates, due_date: '2027-02-03T23:59:59' });
    await make.invoice({ patient_id, ...dates, due_date: '2027-02-04T00:00:01' });
    const { data } = await ok('GET', `/invoice/?patient_id=${patient_id}&order_by=due_date`);
    expect(data.map(({ due_date }: Body) => due_date)).toEqual([
      '2027-02-03T23:59:59',
      '2027-02-04',
      '2027-02-04T00:00:01',
    ]);
  });

  it.each(['2027-02-29', '2027-01-04Z', '2027-01-04+09:00', '20270104', '2027-01'])(
    'cannot be %j',
    async (schedule) => {
      const { status, body } = await call('POST', '/appointment/', { json: input.appointment({ schedule }) });
      expect([status, body.detail]).toEqual([
        422,
        [
          {
            loc: ['body', 'schedule'],
            msg: 'Input should be a valid ISO 8601 date and time',
            type: 'datetime_parsing',
          },
        ],
      ]);
    },
  );
});

describe('An amount with the noise of floating-point arithmetic', () => {
  it('is the amount that is meant, in every field', async () => {
    const noise = 0.1 + 0.2;
    const items = [{ name: 'x', unit_price: 1.1 + 2.2, discount_amount: noise, quantity: 1.1 + 2.2 }];
    const invoice = await make.invoice({ items, discount_amount: noise, paid_amount: 3 * 1.1 });
    expect(invoice).toMatchObject({
      items: [{ unit_price: 3.3, discount_amount: 0.3, quantity: 3.3, net_amount: 10.59 }],
      ...{ discount_amount: 0.3, paid_amount: 3.3, total_amount: 10.29, remaining_amount: 6.99 },
    });
    expect((await make.doctor({ consultation_fee: noise })).consultation_fee).toBe(0.3);
    const item = await make.catalogItem({ default_price: 1.15 * 3, discount_amount: 0.3 - 0.1 - 0.2 });
    expect(item).toMatchObject({ default_price: 3.45, discount_amount: 0 });
  });

  it.each([1234.567, 0.001, 1.005 * 3, 0.1 + 0.2 + 0.001, 1e-7])('is not what %d has', async (default_price) => {
    const { status, body } = await call('POST', '/catalog/', { json: input.catalogItem({ default_price }) });
    expect([status, body.detail]).toEqual([
      422,
      [{ loc: ['body', 'default_price'], msg: 'Amount should have at most 2 decimals', type: 'value_error' }],
    ]);
  });
});

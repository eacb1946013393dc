import { describe, expect, it } from 'vitest';
import { type Body, call, ok, type Result } from '../support/client';
import { make } from '../support/factories';
import { input, unique } from '../support/input';
import { putInvoice, STATUSES } from '../support/invoices';
import { logIn } from '../support/logins';
import { row, rows, trail } from '../support/rows';

const put = (path: string, json: object, headers: Record<string, string> = {}) => call('PUT', path, { json, headers });
const full = (path: string) => ok('GET', `${path}?view=full`);
const trips = ({ status, cost }: Result) => [status, cost.trips];
const without = (body: Body, name: string) => ({ ...body, [name]: undefined });

/** What a record answers after each field in turn was left out of a body that had it. */
async function leftOut(path: string, whole: Body, names: string[], read: () => Promise<Body>): Promise<void> {
  const before = await read();
  for (const name of names) {
    expect(trips(await put(path, without(whole, name))), name).toEqual([200, 2]);
    expect(await read(), name).toEqual({ ...before, ...(before.updated_at && { updated_at: expect.any(String) }) });
  }
}

describe('A client that knows only the interface and sends back what it has read', () => {
  it('changes nothing else of a patient', async () => {
    const patient = await make.patient();
    const path = `/patient/${patient.id}`;
    const read = await ok('GET', path);
    expect(trips(await put(path, { ...read, first_name: 'Bertha' }))).toEqual([200, 2]);
    expect(await full(path)).toEqual({ ...patient, first_name: 'Bertha' });
    expect(await trail(patient.id)).toEqual(['create 1', 'update 2 first_name']);
  });

  it('changes nothing else of a doctor and the account', async () => {
    const doctor = await make.doctor();
    const path = `/doctor/${doctor.id}`;
    const { email } = doctor.user;
    expect(trips(await put(path, { ...(await ok('GET', path)), last_name: 'Ek', user: { email } }))).toEqual([200, 2]);
    expect(await full(path)).toEqual({ ...doctor, last_name: 'Ek' });
    expect(await trail(doctor.id)).toEqual(['create 1', 'update 2 last_name']);
    expect(await trail(doctor.user.id)).toEqual(['create 1', 'update 2 full_name']);
  });

  it('changes nothing else of a catalog item', async () => {
    const item = await make.catalogItem({ discount_percent: 5, tags: ['a'] });
    const { data } = await ok('GET', `/catalog/?search=${item.code}`);
    const path = `/catalog/${item.id}`;
    const after = { ...item, default_price: 7, updated_at: expect.any(String) };
    expect(trips(await put(path, { ...data[0], default_price: 7 }))).toEqual([200, 1]);
    expect(await full(path)).toEqual(after);
    const { code, name } = data[0];
    expect(trips(await put(path, { code, name, default_price: 8 }))).toEqual([200, 2]);
    expect(await full(path)).toEqual({ ...after, default_price: 8 });
    expect(await trail(item.id)).toEqual(['create 1', 'update 2 default_price', 'update 3 default_price']);
  });

  it.each(STATUSES)('changes nothing else of an invoice that is %s', async (status) => {
    const paid_amount = { PARTIALY_PAID: 40, PAID: 78 }[status] ?? 0;
    const discounts = { discount_percent: 20, discount_amount: 2 };
    const { id: appointment_id, patient_id } = await make.appointment();
    const invoice = await make.invoice({
      ...discounts,
      ...{ status, paid_amount, patient_id, appointment_id, tags: ['a'] },
    });
    const read = await ok('GET', `/invoice/${invoice.id}`);
    const same = await putInvoice(invoice.id, read);
    const isFinal = status === 'VOID' || status === 'WRITTEN_OFF';
    expect([same.status, same.headers.get('etag')]).toEqual([200, '"1"']);
    expect(same.body).toEqual(invoice);
    const least = await putInvoice(invoice.id, { patient_id });
    expect(trips(least)).toEqual([200, isFinal ? 1 : 2]);
    expect(least.body).toEqual(invoice);
    expect(await ok('GET', `/invoice/${invoice.id}`)).toEqual(invoice);
    expect(await trail(invoice.id)).toEqual(['create 1']);
    if (isFinal) return;
    const dated = await putInvoice(invoice.id, { patient_id, due_date: '2027-01-01' });
    expect(dated.body).toEqual({ ...invoice, due_date: '2027-01-01', updated_at: expect.any(String) });
    expect((await trail(invoice.id)).at(-1)).toBe('update 2 due_date');
  });

  it('pays an invoice by its status and amount alone', async () => {
    const { id, patient_id, items } = await make.invoice({ status: 'ISSUED' });
    const { status, body } = await putInvoice(id, { patient_id, status: 'PAID', paid_amount: 100 });
    expect([status, body.status, body.remaining_amount, body.items]).toEqual([200, 'PAID', 0, items]);
    expect(await trail(id)).toEqual(['create 1', 'update 2 status,paid_amount']);
  });
});

describe('A field that a PUT leaves out', () => {
  it('stays as it is on a patient', async () => {
    const whole = input.patient();
    const { id } = await ok('POST', '/patient/', { json: whole });
    const optional = Object.keys(whole).filter((name) => !['gender', 'first_name', 'last_name'].includes(name));
    await leftOut(`/patient/${id}`, whole, optional, () => full(`/patient/${id}`));
    expect(trips(await put(`/patient/${id}`, whole))).toEqual([200, 1]);
  });

  it('stays as it is on a doctor', async () => {
    const whole = input.doctor();
    const { id } = await ok('POST', '/doctor/', { json: whole });
    const required = ['first_name', 'last_name', 'license_number', 'user'];
    const optional = Object.keys(whole).filter((name) => !required.includes(name));
    await leftOut(`/doctor/${id}`, whole, optional, () => full(`/doctor/${id}`));
  });

  it('stays as it is on the account of a doctor', async () => {
    const json = input.doctor({ user: { type: 'billing' } });
    const doctor = await ok('POST', '/doctor/', { json });
    const path = `/doctor/${doctor.id}`;
    for (const name of ['username', 'phone_number', 'type']) {
      expect(trips(await put(path, { ...json, user: without(json.user, name) })), name).toEqual([200, 2]);
      expect((await full(path)).user, name).toEqual(doctor.user);
    }
    expect(trips(await put(path, { ...json, user: without(json.user, 'password') }))).toEqual([200, 1]);
    expect((await logIn(json.user)).status).toBe(200);
  });

  it('follows a new e-mail where it is the username that the e-mail is by default', async () => {
    const json = input.doctor({ user: { username: undefined } });
    const doctor = await ok('POST', '/doctor/', { json });
    const { first_name, last_name, license_number } = json;
    const email = `${unique('new')}@test.example`;
    const path = `/doctor/${doctor.id}`;
    await put(path, { first_name, last_name, license_number, user: { email } });
    expect((await full(path)).user).toMatchObject({ email, username: email });
    const { user } = json;
    expect((await call('POST', '/doctor/', { json: input.doctor({ user: { email: user.email } }) })).status).toBe(201);
    await put(path, { first_name, last_name, license_number, user: { email, username: 'chosen' } });
    await put(path, { first_name, last_name, license_number, user: { email: `x${email}` } });
    expect((await full(path)).user).toMatchObject({ email: `x${email}`, username: 'chosen' });
  });

  it('stays as it is on a catalog item', async () => {
    const whole = input.catalogItem({ discount_percent: 5, discount_amount: 1, tags: ['a'] });
    const { id } = await make.catalogItem(whole);
    const optional = ['discount_percent', 'discount_amount', 'category', 'description'];
    await leftOut(`/catalog/${id}`, whole, optional, () => full(`/catalog/${id}`));
    const headers = { prefer: 'return=representation' };
    const answer = await put(`/catalog/${id}`, without(whole, 'tags'), headers);
    expect(trips(answer), 'the interface has no tags').toEqual([200, 1]);
    expect(answer.body).toEqual(await full(`/catalog/${id}`));
    expect(answer.body.tags).toEqual(['a']);
  });

  it('keeps the lines of a draft at the price at which they were written', async () => {
    const item = await make.catalogItem({ default_price: 50 });
    const draft = await make.invoice({ items: [{ catalog_id: item.id, quantity: 2 }] });
    await put(`/catalog/${item.id}`, { code: item.code, name: 'Dearer', default_price: 60 });
    const { body } = await putInvoice(draft.id, { patient_id: draft.patient_id, discount_percent: 10 });
    expect([body.items, body.subtotal, body.total_amount]).toEqual([draft.items, 100, 90]);
  });

  it('is required if a create requires it', async () => {
    const bodies: [path: string, body: Body, required: string[]][] = [
      ['/patient', input.patient(), ['gender', 'first_name', 'last_name']],
      ['/doctor', input.doctor(), ['first_name', 'last_name', 'license_number', 'user']],
      ['/catalog', input.catalogItem(), ['code', 'name', 'default_price']],
      ['/invoice', input.invoice(), ['patient_id']],
    ];
    for (const [path, body, required] of bodies) {
      const { status, body: answer } = await put(`${path}/${crypto.randomUUID()}`, {});
      expect([status, answer.detail.map(({ loc, type }: Body) => [loc.join('.'), type])]).toEqual([
        422,
        required.map((name) => [`body.${name}`, 'missing']),
      ]);
      for (const name of required) {
        expect((await put(`${path}/${crypto.randomUUID()}`, { ...body, [name]: null })).status, name).toBe(422);
      }
    }
    const { body } = await put(`/doctor/${crypto.randomUUID()}`, { ...input.doctor(), user: {} });
    expect(body.detail).toEqual([{ loc: ['body', 'user', 'email'], msg: 'Field required', type: 'missing' }]);
  });

  it('is found by the search as before', async () => {
    const last_name = unique('Kept');
    const patient = await make.patient({ last_name, phone_number: '+46 555 010 203' });
    const { gender } = patient;
    await put(`/patient/${patient.id}`, { gender, last_name, first_name: 'Renamed' });
    for (const search of [last_name, 'renamed', 'maria', '46555010203', patient.reg_number]) {
      const found = await ok('GET', `/patient/?search=${encodeURIComponent(`${search} ${last_name}`)}`);
      expect(
        found.map(({ id }: Body) => id),
        search,
      ).toEqual([patient.id]);
    }
  });
});

describe('Null or an empty list', () => {
  it('clears a field of a patient', async () => {
    const patient = await make.patient();
    const { gender, first_name, last_name } = patient;
    const texts = { middle_name: null, phone_number: null, alt_phone_number: null, dob: null, blood_group: null };
    const lists = { medical_conditions: [], past_surgeries: null, current_medications: [], addresses: null };
    const whole = { gender, first_name, last_name, ...texts, ...lists };
    expect(trips(await put(`/patient/${patient.id}`, whole))).toEqual([200, 1]);
    expect(await full(`/patient/${patient.id}`)).toEqual({
      ...{ ...patient, ...texts, blood_group: 'NOT_SET' },
      ...{ medical_conditions: [], past_surgeries: [], current_medications: [], addresses: [] },
    });
  });

  it('clears a field of a doctor and the account, but neither role nor password', async () => {
    const json = input.doctor({ user: { type: 'billing' } });
    const doctor = await ok('POST', '/doctor/', { json });
    const { email, password } = json.user;
    const { first_name, last_name, license_number } = json;
    const empty = { middle_name: null, alt_phone_number: null, bio: null, gender: null, dob: null };
    const more = { experience: null, consultation_fee: null, addresses: [] };
    const user = { email, username: null, phone_number: null, type: null, password: null };
    await ok('PUT', `/doctor/${doctor.id}`, {
      json: { first_name, last_name, license_number, ...empty, ...more, user },
    });
    expect(await full(`/doctor/${doctor.id}`)).toEqual({
      ...{ ...doctor, ...empty, ...more },
      user: { id: doctor.user.id, email, username: email, phone_number: null, type: 'billing' },
    });
    expect((await logIn({ email, password })).status).toBe(200);
  });

  it('leaves the date and the status of an invoice as they are', async () => {
    const invoice = await make.invoice({ status: 'ISSUED' });
    const { body } = await putInvoice(invoice.id, {
      patient_id: invoice.patient_id,
      issue_date: null,
      status: null,
      due_date: null,
    });
    expect(body).toMatchObject({ issue_date: invoice.issue_date, status: 'ISSUED', due_date: null });
  });
});

describe('An update that leaves something out', () => {
  const partial = (patient: Body, more: object) => {
    const { gender, first_name, last_name } = patient;
    return put(`/patient/${patient.id}`, { gender, first_name, last_name, ...more });
  };

  it('succeeds for each of twenty at the same time', async () => {
    const patient = await make.patient();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => partial(patient, { phone_number: `${i}` })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const versions = answers.map(({ headers }) => Number(headers.get('etag')?.replaceAll('"', '')));
    expect(versions.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 2));
    expect(await trail(patient.id)).toHaveLength(21);
  });

  it('loses nothing that others write at the same time', async () => {
    const patient = await make.patient();
    const fields = { bio: 'x', phone_number: '1', alt_phone_number: '2', blood_group: 'O_NEG', middle_name: 'M' };
    const answers = await Promise.all(
      Object.entries(fields).map(([name, value]) => partial(patient, { [name]: value })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { bio: _, ...written } = fields;
    expect(await full(`/patient/${patient.id}`)).toEqual({ ...patient, ...written });
    // What a patient does not have changes nothing.
    expect(await trail(patient.id)).toHaveLength(5);
  });

  it('does not give an account back a role that an admin takes away at the same time', async () => {
    for (let i = 0; i < 5; i++) {
      const doctor = await make.doctor();
      const { first_name, last_name, license_number, user } = doctor;
      const json = { first_name, last_name, license_number, bio: `${i}`, user: { email: user.email } };
      const [updated, patched] = await Promise.all([
        call('PUT', `/doctor/${doctor.id}`, { json }),
        call('PATCH', `/auth/users/${user.id}`, { json: { type: 'none' }, as: 'admin' }),
      ]);
      expect([updated.status, patched.status]).toEqual([200, 200]);
      expect(await row('SELECT type FROM user WHERE id = ?', user.id)).toEqual({ type: 'none' });
      expect((await full(`/doctor/${doctor.id}`)).bio).toBe(`${i}`);
    }
  });

  it('leaves a role that an admin has set as it is, and is refused for an admin', async () => {
    const doctor = await make.doctor();
    const { first_name, last_name, license_number, user } = doctor;
    await rows('UPDATE user SET password_set_by = id, email_set_by = NULL WHERE id = ?', user.id);
    const json = { first_name, last_name, license_number, user: { email: user.email } };
    for (const [type, expected] of [
      ['none', 200],
      ['admin', 403],
    ] as const) {
      await ok('PATCH', `/auth/users/${user.id}`, { json: { type }, as: 'admin' });
      expect((await call('PUT', `/doctor/${doctor.id}`, { json })).status).toBe(expected);
      expect((await call('PUT', `/doctor/${doctor.id}`, { json, as: 'admin' })).status).toBe(200);
      expect((await full(`/doctor/${doctor.id}`)).user.type).toBe(type);
    }
  });

  it('of an invoice checks an appointment that stays against a patient that changes', async () => {
    const { id: appointment_id, patient_id } = await make.appointment();
    const draft = await make.invoice({ appointment_id, patient_id });
    const other = await make.patient();
    const { status, body } = await putInvoice(draft.id, { patient_id: other.id });
    expect([status, body.detail]).toEqual([400, 'The appointment belongs to another patient']);
    expect((await putInvoice(draft.id, { patient_id: other.id, appointment_id: null })).status).toBe(200);
  });
});

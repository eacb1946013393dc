// The hospital in memory against the service: the same calls of the same client, and the same answers but for ids and times.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHospital } from 'hospital-service-client';
import { createTestHospital } from 'hospital-service-client/testing';
import { PASSWORD, startHospital } from './lib/hospital.mjs';

const { service, signUp } = await startHospital();
const ROLES = ['admin', 'staff', 'doctor', 'billing'];
const emails = Object.fromEntries(await Promise.all(ROLES.map(async (role) => [role, await signUp(role)])));
const accounts = ROLES.map((role) => ({ role, email: emails[role], password: PASSWORD, full_name: 'Nina Nurse' }));
const memory = createTestHospital({ accounts });

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** What may differ: ids, the present, tokens, and what is said for people. */
const alike = (value) =>
  JSON.parse(JSON.stringify(value ?? null), (key, one) => {
    // FHIR's own document has its operations, which the hospital in memory does not know.
    if (key === 'permissions') return one.filter((permission) => permission !== 'export:run').toSorted();
    if (/_token$|^request_id$|^expires_in$/.test(key)) return typeof one;
    if (key === 'msg' || (key === 'detail' && typeof one === 'string')) return typeof one;
    if (typeof one !== 'string') return one;
    return INSTANT.test(one) ? 'an instant' : one.replace(ID, 'an id');
  });

/** A client whose results are kept: those of the service, or those in memory. */
async function watched(options, role) {
  const seen = [];
  const hospital = createHospital({ baseUrl: 'http://hospital.test', retry: { attempts: 1 }, ...options });
  const login = await hospital.login({ email: emails[role], password: PASSWORD });
  assert.equal(login.status, 200);
  const call = async (verb, path, given = {}) => {
    const { status, data, error, response } = await hospital[verb](path, given);
    const header = (name) => response?.headers.has(name);
    const headers = ['etag', 'location', 'link', 'preference-applied'].filter(header);
    const ignored = response?.headers.get('x-ignored-fields')?.split(', ').sort();
    seen.push(alike({ call: `${verb} ${path}`, status, data, error, headers, ignored }));
    return { data, etag: response?.headers.get('etag') };
  };
  return { hospital, call, seen };
}

/** Runs it on both. @param run is given `call`, which answers `{ data, etag }` */
function same(name, run, { role = 'staff' } = {}) {
  test(name, async () => {
    const [real, ours] = [await watched({ baseUrl: service.url }, role), await watched({ fetch: memory.fetch }, role)];
    await run(real);
    await run(ours);
    assert.ok(real.seen.length > 0);
    for (const [i, one] of real.seen.entries()) assert.deepEqual(ours.seen[i], one, `${one.call}, call ${i + 1}`);
    assert.equal(ours.seen.length, real.seen.length);
  });
}

const at = (id, rest) => ({ path: { id }, ...rest });
const FULL = { view: 'full' };
const PREFER = { prefer: 'return=representation' };
const PATIENT = { first_name: 'Åsa', last_name: 'Svensson', gender: 'female' };

same('A patient is registered, read, found, changed by one at a time, and deleted', async ({ call }) => {
  const { data } = await call('POST', '/patient/', {
    body: { ...PATIENT, dob: '1984-04-03', phone_number: '+46 70 123', addresses: [{ city: 'Lund' }], nickname: 'Å' },
  });
  const { etag } = await call('GET', '/patient/{id}', { params: at(data.id) });
  await call('GET', '/patient/{id}', { params: at(data.id, { query: FULL }) });
  await call('GET', '/patient/{id}', { params: at(data.id), headers: { 'if-none-match': etag } });
  await call('GET', '/patient/reg_number/{reg_number}', { params: { path: { reg_number: data.reg_number } } });
  for (const search of ['asa sv', 'ASA', data.reg_number])
    await call('GET', '/patient/', { params: { query: { search } } });
  await call('GET', '/patient/', { params: { query: { search: 'svensson', view: 'full' } } });
  await call('GET', '/patient/', { params: { query: { dob: '1984-04-03' } } });
  const header = { 'if-match': etag };
  await call('PATCH', '/patient/{id}', { params: at(data.id, { header }), body: { phone_number: null } });
  await call('PATCH', '/patient/{id}', { params: at(data.id, { header }), body: { last_name: 'Ek' } });
  await call('PATCH', '/patient/{id}', { params: at(data.id, { header: PREFER }), body: { blood_group: null } });
  await call('PUT', '/patient/{id}', { params: at(data.id), body: { ...PATIENT, email: 'asa@ek.example' } });
  await call('GET', '/patient/{id}', { params: at(data.id, { query: FULL }) });
  await call('DELETE', '/patient/{id}', { params: at(data.id) });
  await call('GET', '/patient/{id}', { params: at(data.id) });
  await call('DELETE', '/patient/{id}', { params: at(data.id) });
});

same('What is wrong is named as the service names it', async ({ call }) => {
  await call('POST', '/patient/', { body: { ...PATIENT, first_name: '', dob: '1984-02-30', blood_group: 'C' } });
  await call('POST', '/patient/', { body: { last_name: 7, addresses: {}, allergies: [{}] } });
  await call('POST', '/patient/', { body: { ...PATIENT, gender: 'x'.repeat(51), mother_id: 'nobody' } });
  await call('GET', '/patient/', { params: { query: { limit: 0, view: 'all' } } });
  await call('GET', '/patient/', { params: { query: { offset: 'x' } } });
  await call('GET', '/patient/{id}', { params: at('nobody') });
  await call('GET', '/patient/{id}', { params: at(crypto.randomUUID()) });
  await call('POST', '/appointment/', { body: { schedule: 'tomorrow' } });
  await call('POST', '/catalog/', { body: { code: 'X', name: 'X', default_price: -1 } });
});

same('Pages go on where they end, by cursor and by offset', async ({ call, hospital, seen }) => {
  for (let n = 1; n <= 5; n++) {
    await call('POST', '/patient/', { body: { ...PATIENT, last_name: `Paged ${n}` } });
    await call('POST', '/catalog/', { body: { code: `P${n}`, name: `Paged ${n}`, default_price: n, tags: ['paged'] } });
  }
  for (const [path, query] of [
    ['/patient/', { search: 'paged', limit: 2 }],
    ['/catalog/', { search: 'paged', limit: 2, order_by: '-name' }],
    ['/catalog/', { tags: ['paged'], limit: 0 }],
  ]) {
    for await (const one of hospital.list(path, { params: { query } })) seen.push({ call: path, listed: alike(one) });
    await call('GET', path, { params: { query } });
  }
});

same('A create is done once, whatever is repeated', async ({ call }) => {
  const header = { 'idempotency-key': 'once' };
  await call('POST', '/patient/', { params: { header }, body: PATIENT });
  await call('POST', '/patient/', { params: { header }, body: PATIENT });
  await call('POST', '/patient/', { params: { header }, body: { ...PATIENT, last_name: 'Ek' } });
});

same('Codes are unique, whatever their letter case', async ({ call }) => {
  const { data } = await call('POST', '/department/', { body: { name: 'Cardiology', code: 'UNI' } });
  await call('POST', '/department/', { body: { name: 'Other', code: 'uni' } });
  await call('PATCH', '/department/{item_id}', {
    params: { path: { item_id: data.id } },
    body: { description: 'Heart' },
  });
  await call('GET', '/department/{item_id}', { params: { path: { item_id: data.id } } });
  await call('GET', '/department/', { params: { query: { search: 'cardio' } } });
  await call('DELETE', '/department/{item_id}', { params: { path: { item_id: data.id } } });
});

const doctorOf = (n) => ({
  ...{ first_name: 'Ida', last_name: `Berg ${n}`, license_number: `L${n}` },
  user: { email: `ida${n}@clinic.example`, password: PASSWORD },
});

async function clinic(call, n) {
  const department = (await call('POST', '/department/', { body: { name: 'Clinic', code: `C${n}` } })).data;
  const doctor = (await call('POST', '/doctor/', { body: doctorOf(n) })).data;
  const patient = (await call('POST', '/patient/', { body: PATIENT })).data;
  const visit = { patient_id: patient.id, doctor_id: doctor.id, department_id: department.id };
  return { department, doctor, patient, visit };
}

same('A doctor has an account, hours and free times', async ({ call }) => {
  const { doctor, department, visit } = await clinic(call, 'hours');
  await call('GET', '/doctor/{id}', { params: at(doctor.id) });
  await call('GET', '/doctor/{id}', { params: at(doctor.id, { query: FULL }) });
  await call('POST', '/doctor/', { body: { ...doctorOf('hours'), license_number: 'LOTHER' } });
  await call('POST', '/doctor/', { body: { ...doctorOf('other'), license_number: 'LHOURS' } });
  await call('GET', '/doctor/', { params: { query: { user_id: doctor.user.id } } });
  await call('PATCH', '/doctor/{id}', { params: at(doctor.id), body: { bio: 'Heart', user: { phone_number: '1' } } });
  await call('GET', '/doctor/', { params: { query: { search: 'berg hours', view: 'full' } } });
  await call('GET', '/calendar/doctors/{id}/hours', { params: at(doctor.id) });
  const hours = { weekday: 1, from: '09:00', to: '11:00', department_id: department.id, slot_minutes: 30 };
  const params = at(doctor.id);
  await call('PUT', '/calendar/doctors/{id}/hours', { params, body: { weekly: [hours, { ...hours, from: '10:00' }] } });
  await call('PUT', '/calendar/doctors/{id}/hours', { params, body: { weekly: [{ ...hours, from: '9' }] } });
  const exceptions = [{ date: '2030-01-14', off: true }];
  await call('PUT', '/calendar/doctors/{id}/hours', { params, body: { weekly: [hours], exceptions } });
  await call('POST', '/appointment/', { body: { ...visit, schedule: '2030-01-07T09:30' } });
  const week = { from: '2030-01-07', to: '2030-01-22' };
  await call('GET', '/calendar/slots', { params: { query: { ...week, doctor_id: doctor.id } } });
  await call('GET', '/calendar/slots', { params: { query: { ...week, department_id: department.id, minutes: 60 } } });
  await call('GET', '/calendar/slots', { params: { query: week } });
  await call('GET', '/calendar/slots', { params: { query: { ...week, to: week.from, doctor_id: doctor.id } } });
});

same('Appointments are booked, moved, cancelled and checked in', async ({ call }) => {
  const { visit, doctor } = await clinic(call, 'visits');
  const book = (schedule, rest) => call('POST', '/appointment/', { body: { ...visit, schedule, ...rest } });
  const { data } = await book('2030-02-04T09:00', { expected_duration_minutes: 30, type: 'Follow-up' });
  await book('2030-02-04T09:15');
  await book('2030-02-04T10:00', { department_id: crypto.randomUUID() });
  await book('2030-02-04T11:00', { status: 'CHECKED_IN' });
  await book('2030-02-04T12:00', { status: 'CHECKED_IN' });
  const change = (body, header) =>
    call('PATCH', '/calendar/appointments/{id}', { params: at(data.id, { header }), body });
  const { etag } = await call('GET', '/calendar/appointments/{id}', { params: at(data.id) });
  await change({ schedule: '2030-02-04T11:05' });
  // What changes nothing makes no version.
  for (const _ of [1, 2]) await change({ schedule: '2030-02-04T11:05' }, { 'if-match': '"2"' });
  await change({ schedule: '2030-02-04T09:10' }, { 'if-match': etag });
  await change({ schedule: '2030-02-04T09:20' }, { 'if-match': etag });
  await change({ cancel_reason: 'Ill' });
  await change({ status: 'CANCELLED', cancel_reason: 'Ill' });
  await change({ status: 'COMPLETED' });
  await change({ status: 'SCEDULED' });
  await change({ status: 'NO_SHOW' });
  const of = { doctor_id: doctor.id, from: '2030-02-04', to: '2030-02-05' };
  for (const query of [
    of,
    { ...of, view: 'full' },
    { ...of, status: ['checked-in'] },
    { ...of, order_by: '-schedule', limit: 2 },
  ]) {
    const { etag } = await call('GET', '/calendar/appointments/', { params: { query } });
    await call('GET', '/calendar/appointments/', { params: { query }, headers: { 'if-none-match': etag } });
  }
  await call('GET', '/calendar/appointments/{id}', { params: at(data.id, { query: FULL }) });
});

same('Bills are drafted, issued, paid in part, refunded and written off', async ({ call }) => {
  const { patient, visit } = await clinic(call, 'bills');
  const item = (
    await call('POST', '/catalog/', {
      params: { header: PREFER },
      body: { code: 'ECG-B', name: 'ECG', default_price: 45.5, tax_percent: 25 },
    })
  ).data;
  const appointment = (await call('POST', '/appointment/', { body: { ...visit, schedule: '2030-03-04T09:00' } })).data;
  const items = [
    { catalog_id: item.id, quantity: 2 },
    { name: 'Visit', unit_price: 100, discount_percent: 10 },
  ];
  const body = {
    patient_id: patient.id,
    appointment_id: appointment.id,
    items,
    discount_amount: 5,
    issue_date: '2030-03-04',
  };
  const { data } = await call('POST', '/invoice/', { body });
  await call('POST', '/invoice/', { body: { ...body, items: [{ quantity: 1 }] } });
  await call('POST', '/invoice/', { body: { ...body, discount_amount: 5000 } });
  await call('POST', '/invoice/', { body: { ...body, patient_id: crypto.randomUUID() } });
  const params = at(data.id);
  await call('PATCH', '/invoice/{id}', { params, body: { items: items.slice(1) } });
  await call('PATCH', '/invoice/{id}', { params, body: { status: 'ISSUED', due_date: '2030-04-01' } });
  await call('PATCH', '/invoice/{id}', { params, body: { discount_amount: 0 } });
  const pay = (amount, rest) =>
    call('POST', '/invoice/{id}/payments', { params, body: { amount, method: 'cash', ...rest } });
  const payment = (await pay(50, { reference: 'A 1', paid_at: '2026-01-01T10:00' })).data;
  await pay(-60);
  await pay(0);
  await pay(35);
  await pay(-10, { note: 'Too much' });
  await call('GET', '/invoice/{id}/payments', { params });
  const path = { id: data.id, payment_id: payment.id };
  await call('GET', '/invoice/{id}/payments/{payment_id}', { params: { path } });
  await call('GET', '/invoice/{id}/payments/{payment_id}', { params: { path, query: FULL } });
  await call('GET', '/invoice/{id}', { params });
  await call('GET', '/invoice/{id}', { params: at(data.id, { query: FULL }) });
  const read = (await call('GET', '/invoice/{id}', { params })).data;
  await call('PUT', '/invoice/{id}', { params, body: { ...read, status: 'VOID' } });
  await call('PUT', '/invoice/{id}', { params, body: { ...read, status: 'DRAFT' } });
  await call('PUT', '/invoice/{id}', { params, body: { ...read, status: 'WRITTEN_OFF' } });
  for (const query of [
    { patient_id: patient.id },
    { search: 'svensson', status: 'WRITTEN_OFF' },
    { issued_from: '2030-03-05' },
  ])
    await call('GET', '/invoice/', { params: { query } });
});

same(
  'Accounts log in, and may what their role may',
  async ({ hospital, call, seen }) => {
    await call('GET', '/health/');
    await call('GET', '/auth/users/me');
    await call('GET', '/settings/');
    await call('POST', '/patient/', { body: PATIENT });
    await call('POST', '/catalog/', { body: { code: 'ROLE', name: 'Role', default_price: 1 } });
    const { status } = await hospital.logout();
    seen.push({ call: 'logout', status });
    await call('GET', '/auth/users/me');
    const wrong = await hospital.login({ email: emails.staff, password: 'wrong' });
    seen.push({ call: 'login', status: wrong.status, code: wrong.error.code });
  },
  { role: 'billing' },
);

for (const role of ROLES) {
  same(`The settings say what ${role} may do`, ({ call }) => call('GET', '/settings/'), { role });
}

test('What it does not know it refuses, by name', async () => {
  const { call } = await watched({ fetch: memory.fetch }, 'admin');
  const hospital = createHospital({ baseUrl: 'http://hospital.test', fetch: memory.fetch });
  await hospital.login({ email: emails.admin, password: PASSWORD });
  for (const [path, name] of [
    ['/payment/summary', 'getPaymentSummary'],
    ['/audit/', 'listAuditTrail'],
  ]) {
    const { status, error } = await hospital.GET(path);
    assert.equal(status, 501);
    assert.match(error.detail, new RegExp(`^${name} is not in hospital-service-client/testing`));
  }
  const { data } = await call('POST', '/patient/', { body: PATIENT });
  assert.equal(
    (await hospital.POST('/patient/{id}/merge', { params: at(data.id), body: { from: data.id } })).status,
    501,
  );
});

// What a portal would otherwise work out of answers by itself: faults by field, duplicates, bookings, today, rights; and hooks.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as client from 'hospital-service-client';
import {
  appointmentOf,
  conflictsOf,
  createHospital,
  duplicatesOf,
  faultsByField,
  HospitalError,
  holdOf,
  pageOf,
  unwrap,
} from 'hospital-service-client';
import { root } from '../../../scripts/lib.mjs';
import { PASSWORD, PATIENT, startHospital } from './lib/hospital.mjs';

const TIME_ZONE = 'Pacific/Kiritimati'; // 14 hours before UTC: another date for most of the day
const { network, newClient, signUp } = await startHospital({ vars: { TIME_ZONE } });
const { hospital, email } = await newClient();
const REPRESENTATION = { prefer: 'return=representation' };

const typesByField = (failed) =>
  Object.fromEntries(Object.entries(faultsByField(failed)).map(([field, { type }]) => [field, type]));

test('What is wrong is told by field, of a result and of what unwrap throws', async () => {
  const body = { first_name: 'Åsa', gender: 'female', dob: 'soon', addresses: [{}, { city: 7 }] };
  const result = await hospital.POST('/patient/', { body });
  const expected = { last_name: 'missing', dob: 'date_parsing', 'addresses.1.city': 'string_type' };
  assert.equal(result.error.code, 'invalid');
  assert.deepEqual(typesByField(result), expected);
  assert.deepEqual(typesByField(new HospitalError(result)), expected);
  assert.equal(faultsByField(result).last_name.msg, 'Field required');
  const query = { from: 'soon', to: '2030-01-07', doctor_id: crypto.randomUUID() };
  const slots = await hospital.GET('/calendar/slots', { params: { query } });
  assert.deepEqual(typesByField(slots), { 'query.from': 'datetime_parsing' });
});

test('A value that somebody else has is a fault of its field, with 400 as with 409', async () => {
  const national_id = '840229-1234';
  unwrap(await hospital.POST('/patient/', { body: { ...PATIENT, national_id } }));
  const taken = await hospital.POST('/patient/', { body: { ...PATIENT, national_id } });
  assert.equal(taken.status, 400);
  assert.deepEqual(faultsByField(taken), {
    national_id: { loc: ['body', 'national_id'], msg: taken.error.detail, type: 'duplicate' },
  });
  const anew = await hospital.POST('/auth/signup', { body: { email, password: PASSWORD, full_name: 'Nina' } });
  assert.equal(anew.status, 409);
  assert.deepEqual(typesByField(anew), { email: 'duplicate' });
});

test('Where no field is to blame nothing is told', async () => {
  const missing = { params: { path: { id: crypto.randomUUID() } } };
  for (const result of [await hospital.GET('/patient/{id}', missing), await hospital.GET('/patient/')]) {
    assert.deepEqual(faultsByField(result), {});
  }
  for (const none of [new Error('Oh'), null, undefined]) assert.deepEqual(faultsByField(none), {});
});

test('Whoever may have been registered before is told of a create', async () => {
  const person = { ...PATIENT, last_name: 'Wallenberg', dob: '1984-02-29' };
  const first = await hospital.POST('/patient/', { body: person });
  assert.deepEqual(duplicatesOf(first), []);
  const second = await hospital.POST('/patient/', { body: person });
  assert.deepEqual(duplicatesOf(second), [first.data.id]);
  assert.deepEqual(conflictsOf(second), []);
  const third = await hospital.POST('/patient/', { body: person });
  assert.deepEqual(duplicatesOf(third).sort(), [first.data.id, second.data.id].sort());
  const path = { id: second.data.id };
  const known = unwrap(await hospital.GET('/patient/{id}/duplicates', { params: { path } }));
  assert.deepEqual(known.map(({ patient }) => patient.id).sort(), [first.data.id, third.data.id].sort());
});

test('Events are listed up to the last one, which leads to what comes', async () => {
  const { hospital: admin } = await newClient({ role: 'admin' });
  const query = { limit: 2 };
  const types = [];
  for await (const { type } of admin.list('/events/', { params: { query } })) types.push(type);
  assert.ok(types.length > query.limit);
  assert.ok(types.includes('patient.created'));
  const page = pageOf(await admin.GET('/events/', { params: { query } }), query);
  assert.deepEqual([page.items.length, Object.keys(page.next)], [2, ['limit', 'after']]);
});

test('Of what is told of a booking only appointments are told by their ids', () => {
  const id = crypto.randomUUID();
  const others = ['/calendar/slots?doctor_id=1', '/calendar/resources/2', '/calendar/resources/?kind=x'];
  const link = [`/calendar/appointments/${id}`, ...others].map((path) => `<http://any${path}>; rel="conflict"`);
  const response = new Response('{}', { status: 201, headers: { link: link.join(', ') } });
  assert.deepEqual(conflictsOf({ ok: true, status: 201, data: {}, response }), [id]);
});

test('A free time is booked as it is listed, with names in a full read, and a second visit at its time is told', async () => {
  const { id: patient_id } = unwrap(await hospital.POST('/patient/', { body: PATIENT }));
  const department = unwrap(await hospital.POST('/department/', { body: { name: 'Cardiology', code: 'CARD' } }));
  const doctors = [];
  for (const last_name of ['Lind', 'Ek']) {
    const user = { email: `${last_name}@clinic.example`, password: `${PASSWORD}!` };
    const body = { first_name: 'Erik', last_name, license_number: last_name, user };
    const doctor = unwrap(await hospital.POST('/doctor/', { params: { header: REPRESENTATION }, body }));
    const weekly = [{ weekday: 1, from: '09:00', to: '10:00', department_id: department.id, slot_minutes: 20 }];
    const path = { id: doctor.id };
    unwrap(await hospital.PUT('/calendar/doctors/{id}/hours', { params: { path }, body: { weekly } }));
    doctors.push(doctor);
  }
  const query = { department_id: department.id, from: '2030-01-07', to: '2030-01-08' };
  const { items } = pageOf(await hospital.GET('/calendar/slots', { params: { query } }), query);
  const [slot, other] = items.filter(({ schedule }) => schedule === items[0].schedule);
  const booked = await hospital.POST('/appointment/', {
    body: appointmentOf(slot, { patient_id, is_follow_up: true }),
  });
  const { doctor_id, schedule, expected_duration_minutes, is_follow_up } = unwrap(booked);
  assert.deepEqual(
    { doctor_id, schedule, expected_duration_minutes, is_follow_up },
    { doctor_id: slot.doctor_id, schedule: '2030-01-07T09:00:00', expected_duration_minutes: 20, is_follow_up: true },
  );
  assert.equal(booked.response.headers.get('x-ignored-fields'), null);
  assert.deepEqual(conflictsOf(booked), []);
  const again = await hospital.POST('/appointment/', { body: appointmentOf(other, { patient_id }) });
  assert.deepEqual(conflictsOf(again), [booked.data.id]);
  const fields = { expected_duration_minutes: 5 };
  assert.equal(appointmentOf(slot, { patient_id, ...fields }).expected_duration_minutes, 5);

  const third = items.find(({ schedule }) => schedule > slot.schedule);
  const { id: hold_id } = unwrap(await hospital.POST('/calendar/holds', { body: holdOf(third, { ttl: 60 }) }));
  const kept = unwrap(await hospital.POST('/appointment/', { body: { hold_id, patient_id } }));
  assert.deepEqual(
    [kept.doctor_id, kept.schedule, kept.expected_duration_minutes],
    [third.doctor_id, third.schedule, third.expected_duration_minutes],
  );
  assert.equal(holdOf({ ...third, type_id: 'of a type' }).type_id, 'of a type');

  const path = { id: booked.data.id };
  const full = unwrap(await hospital.GET('/calendar/appointments/{id}', { params: { path, query: { view: 'full' } } }));
  assert.deepEqual(
    [full.patient.last_name, full.doctor.first_name, full.department.code],
    [PATIENT.last_name, 'Erik', 'CARD'],
  );
  const bare = unwrap(await hospital.GET('/calendar/appointments/{id}', { params: { path } }));
  assert.equal('doctor' in bare, false);
});

test('Today is the date at the hospital, whose zone is asked once', async (t) => {
  const { hospital: other } = await newClient();
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2030, 11, 31, 9, 59) });
  network.fail('GET /settings', { fault: 'answer', status: 500 });
  await assert.rejects(other.today(), { status: 500 });
  assert.deepEqual(await Promise.all([other.today(), other.today()]), ['2030-12-31', '2030-12-31']);
  t.mock.timers.setTime(Date.UTC(2030, 11, 31, 10));
  assert.equal(await other.today(), '2031-01-01');
  assert.equal(network.count('GET /settings'), 2);
  await assert.rejects(createHospital({ baseUrl: network.url }).today(), { status: 401 });
});

test('Who is signed in is asked with what they may do', async () => {
  const { user, settings, can } = await hospital.me();
  assert.equal(user.email, email);
  assert.equal(settings.time_zone, TIME_ZONE);
  assert.deepEqual([can('patient:create'), can('audit:read')], [true, false]);
  const { hospital: bookkeeper } = await newClient({ role: 'billing' });
  const billing = await bookkeeper.me();
  assert.deepEqual([billing.can('patient:create'), billing.can('payment:create')], [false, true]);
  await assert.rejects(createHospital({ baseUrl: network.url }).me(), { status: 401 });
});

test('Hooks see each call once, without its token, and may change or answer it', async () => {
  const seen = [];
  const note = ({ request, schemaPath }) =>
    seen.push([request.method, schemaPath, request.headers.get('authorization')]);
  const tracing = {
    onRequest(call) {
      note(call);
      call.request.headers.set('traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01');
      if (call.schemaPath === '/health/') return Response.json({ status: 'from the hook' });
    },
    onResponse: ({ request, response }) => void seen.push([request.method, response.status]),
    onError: ({ error }) => void seen.push(error instanceof Error),
  };
  const watched = createHospital({ baseUrl: network.url, middleware: [tracing], retry: { attempts: 2, maxWait: 10 } });
  unwrap(await watched.login({ email: await signUp(), password: PASSWORD }));
  network.reset();
  network.fail('GET /department', 'lose');
  const path = { item_id: 'no-uuid' };
  assert.equal((await watched.GET('/department/{item_id}', { params: { path } })).status, 422);
  assert.deepEqual(seen, [
    ['POST', '/auth/login', null],
    ['POST', 200],
    ['GET', '/department/{item_id}', null],
    ['GET', 422],
  ]);
  assert.deepEqual([...new Set(network.seen.map(({ headers }) => headers.traceparent?.slice(0, 6)))], ['00-4bf']);
  assert.equal(network.seen.length, 2);
  assert.match(network.seen[0].headers.authorization, /^Bearer /);
  assert.deepEqual(unwrap(await watched.GET('/health/')), { status: 'from the hook' });
  seen.length = 0;
  network.fail('GET /department', 'refuse', 'refuse');
  assert.equal((await watched.GET('/department/')).status, 0);
  assert.deepEqual(seen.at(-1), true);
});

test('The constants are what the service takes and answers', async () => {
  const document = JSON.parse(readFileSync(join(root, 'public', 'openapi.json'), 'utf8'));
  const { Invoice, Patient, User } = document.components.schemas;
  assert.deepEqual(client.INVOICE_STATUSES, Invoice.properties.status.enum);
  assert.deepEqual(client.BLOOD_GROUPS, Patient.properties.blood_group.enum);
  assert.deepEqual(client.ROLES, User.properties.type.enum);
  for (const gender of [...client.GENDERS, 'two-spirit']) {
    const { data } = await hospital.POST('/patient/', { body: { ...PATIENT, gender } });
    assert.equal(data.gender, gender);
  }
});

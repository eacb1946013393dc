// Writes. `path` and `json` may be functions of the repetition: each writes a record of its own.
import { body, EMAIL, PASSWORD, pdf } from '../lib/bodies.mjs';

const COMPARED = 'is compared with those who share a name, the birth date or a phone number, at most 90 rows';
/** Patients that are created, and created again, under the same key. */
const KEYED = Array.from({ length: 3 }, () => body.patient());

const full = { headers: { prefer: 'return=representation' } };
const post = (name, path, json, rest = {}) => ({ name, method: 'POST', path, json, times: 3, ...rest });
const put = (name, path, json, rest = {}) => ({ name, method: 'PUT', path, json, times: 3, ...rest });
const patch = (name, path, json) => ({ name, method: 'PATCH', path, json: () => json, times: 3 });
const remove = (name, path, rest = {}) => ({ name, method: 'DELETE', path, times: 3, ...rest });

function form(entity_id) {
  const data = new FormData();
  data.set('entity_id', entity_id);
  data.set('file', new File([pdf(102_400)], 'report.pdf'));
  return data;
}

const ofAccounts = (world, state) => [
  post('signup', '/auth/signup', body.signup),
  post('login', '/auth/login', () => ({ email: EMAIL, password: PASSWORD }), {
    after: (answer) => {
      state.first ??= answer.json().refresh_token;
    },
  }),
  {
    name: 'own logins',
    path: '/auth/sessions',
    after: (answer) => {
      state.logins = answer.json().filter(({ current }) => !current);
    },
  },
  // The newest two of three: the first one logs out below, and that of all requests goes on.
  remove('end of an own login', (k) => `/auth/sessions/${state.logins[k].id}`, { times: 2 }),
  post('refresh', '/auth/refresh', () => ({ refresh_token: state.refresh }), {
    after: (answer) => {
      state.refresh = answer.json().refresh_token;
    },
  }),
  put(
    'account: role',
    (k) => `/auth/users/${world.doctorUser(10 + k)}`,
    () => ({ type: 'staff' }),
    { method: 'PATCH' },
  ),
  post('invitation', '/auth/users', body.invitation, {
    after: (answer) => {
      state.tokens = [...(state.tokens ?? []), answer.json().token];
    },
  }),
  post('password by a token', '/auth/password-token', (k) => ({
    token: state.tokens[k],
    password: 'correct-horse-9!',
  })),
  post('reset of a password', (k) => `/auth/users/${world.doctorUser(13 + k)}/reset`),
  post('logout', '/auth/logout', () => ({ refresh_token: state.first }), { times: 1 }),
];

const ofDepartments = (world, state) => [
  post('department create', '/department/', body.department, {
    after: (answer) => {
      state.departments = [...(state.departments ?? []), answer.json().id];
    },
  }),
  put('department update', (k) => `/department/${world.department(10 + k)}`, body.department),
  patch('department update, one field', (k) => `/department/${world.department(13 + k)}`, { description: 'Lungs' }),
  remove('department delete', (k) => `/department/${state.departments[k]}`),
];

const ofPeople = (world) => [
  post('patient create', '/patient/', body.patient, { grows: COMPARED, bound: { rows_written: 10 } }),
  post('patient create, with a key', '/patient/', (k) => KEYED[k], {
    options: (k) => ({ headers: { 'idempotency-key': `patient-${k}` } }),
    grows: COMPARED,
  }),
  post('patient create, the key again', '/patient/', (k) => KEYED[k], {
    options: (k) => ({ headers: { 'idempotency-key': `patient-${k}` } }),
    grows: COMPARED,
  }),
  put('patient update', (k) => `/patient/${world.patient(k)}`, body.patient),
  put('patient update, full answer', (k) => `/patient/${world.patient(3 + k)}`, body.patient, { options: full }),
  put(
    'patient update, required fields',
    (k) => `/patient/${world.patient(16 + k)}`,
    () => ({ gender: 'female', first_name: 'Newanna', last_name: 'Newsson' }),
  ),
  patch('patient update, one field', (k) => `/patient/${world.patient(22 + k)}`, { alt_phone_number: null }),
  remove('patient delete', (k) => `/patient/${world.patient(6 + k)}`),
  post('doctor create', '/doctor/', body.doctor),
  put(
    'doctor update',
    (k) => `/doctor/${world.doctor(20 + k)}`,
    (k) => body.doctor(k, null),
  ),
  put(
    'doctor update with password',
    (k) => `/doctor/${world.doctor(23 + k)}`,
    (k) => body.doctor(k),
  ),
  put(
    'doctor hours',
    (k) => `/calendar/doctors/${world.doctor(30 + k)}/hours`,
    (k) => body.hours(world, k),
  ),
  patch('doctor update, one field', (k) => `/doctor/${world.doctor(29 + k)}`, { bio: 'New' }),
  remove('doctor delete', (k) => `/doctor/${world.doctor(26 + k)}`),
];

const ofFiles = (world) => [
  post('upload, form', '/static/upload_file', undefined, {
    options: (k) => ({ body: form(world.patient(10 + k)) }),
  }),
  post('upload, raw', (k) => `/static/upload_file?entity_id=${world.patient(13 + k)}&filename=a.pdf`, undefined, {
    options: () => ({ body: pdf(102_400), headers: { 'content-type': 'application/pdf' } }),
  }),
  remove('file delete', (k) => `/static/delete_file/${world.files(k)}`),
];

const ofBills = (world) => [
  post('appointment create', '/appointment/', (k) => body.appointment(world, k)),
  post('invoice create', '/invoice/', (k) => body.invoice(world, k)),
  post('invoice create, of an appointment', '/invoice/', (k) =>
    body.invoice(world, k, { appointment_id: world.appointment.id, patient_id: world.appointment.patient_id }),
  ),
  post('invoice create, two catalog lines', '/invoice/', (k) =>
    body.invoice(world, k, { items: [{ catalog_id: world.catalog(0) }, { catalog_id: world.catalog(1) }] }),
  ),
  put(
    'invoice update',
    (k) => `/invoice/${world.drafts[k]}`,
    (k) => body.invoice(world, k),
  ),
  put(
    'invoice issue',
    (k) => `/invoice/${world.drafts[k]}`,
    (k) => body.invoice(world, k, { status: 'ISSUED' }),
  ),
  put(
    'invoice patch',
    (k) => `/invoice/${world.drafts[3 + k]}`,
    () => ({ due_date: '2027-01-31' }),
    { method: 'PATCH' },
  ),
  post(
    'payment',
    (k) => `/invoice/${world.bill(1 + k)}/payments`,
    () => ({ amount: 10, method: 'cash' }),
  ),
  post('catalog create', '/catalog/', body.catalog),
  put('catalog update', (k) => `/catalog/${world.catalog(10 + k)}`, body.catalog),
  patch('catalog update, one field', (k) => `/catalog/${world.catalog(13 + k)}`, { default_price: 7 }),
  remove('catalog delete', (k) => `/catalog/${world.catalog(16 + k)}`),
];

export const writes = (world, state) => [
  ...ofAccounts(world, state),
  ...ofDepartments(world, state),
  ...ofPeople(world),
  ...ofFiles(world),
  ...ofBills(world),
];

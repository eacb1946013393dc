// The table of what a write concerns, held against the service: after each write all that is read elsewhere must be what it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHospital, unwrap } from 'hospital-service-client';
import { PASSWORD, PATIENT, startHospital } from '../../typescript/test/lib/hospital.mjs';
import { concernedBy, entityOf } from '../dist/entities.js';

const { service, signUp } = await startHospital();
const hospital = createHospital({ baseUrl: service.url });
unwrap(await hospital.login({ email: await signUp('admin'), password: PASSWORD }));

const call = async (verb, path, options) => unwrap(await hospital[verb](path, options));
const create = (path, body) => call('POST', path, { body });
const of = (id) => ({ path: { id } });
const FULL = { view: 'full' };
const DAY = '2030-01-07';
const WEEK = { from: DAY, to: '2030-01-09' };

const department = await create('/department/', { name: 'Cardiology', code: 'CAR' });
const doctor = await create('/doctor/', {
  first_name: 'Ida',
  last_name: 'Berg',
  license_number: 'L1',
  user: { email: 'ida@clinic.example', password: PASSWORD },
});
const reader = await create('/doctor/', {
  first_name: 'Ola',
  last_name: 'Lind',
  license_number: 'L2',
  user: { email: 'ola@clinic.example', password: PASSWORD },
});
const [ida, ola] = [createHospital({ baseUrl: service.url }), createHospital({ baseUrl: service.url })];
for (const [one, { user }] of [
  [ida, doctor],
  [ola, reader],
])
  unwrap(await one.login({ email: user.email, password: PASSWORD }));
const [patient, twin] = [await create('/patient/', PATIENT), await create('/patient/', PATIENT)];
const hours = { weekday: 1, from: '09:00', to: '12:00', department_id: department.id, slot_minutes: 30 };
await call('PUT', '/calendar/doctors/{id}/hours', { params: of(doctor.id), body: { weekly: [hours] } });
const visit = { patient_id: patient.id, doctor_id: doctor.id, department_id: department.id };
const appointment = await create('/appointment/', { ...visit, schedule: `${DAY}T09:00` });
const room = await create('/calendar/resources/', { name: 'Room 12', kind: 'Echo' });
const type = await create('/calendar/types/', { name: 'Echo', minutes: 30, needs: 'Echo' });
const items = [{ name: 'Visit', unit_price: 100, doctor_id: doctor.id }];
const bill = { patient_id: patient.id, appointment_id: appointment.id, status: 'ISSUED', items };
const invoice = await create('/invoice/', bill);
const pay = (amount) =>
  call('POST', '/invoice/{id}/payments', { params: of(invoice.id), body: { amount, method: 'cash' } });
const payment = await pay(10);
unwrap(await ida.PUT('/calendar/appointments/{id}/note', { params: of(appointment.id), body: { text: 'Well.' } }));
const upload = (entity_id) => hospital.upload({ entity_id, file: new File(['%PDF-1.7\n'], 'a.pdf') }).then(unwrap);

/** What a portal has on its screens. */
const READS = [
  ['/department/'],
  ['/department/{item_id}', { path: { item_id: department.id } }],
  ['/doctor/', { query: FULL }],
  ['/doctor/{id}', { ...of(doctor.id), query: FULL }],
  ['/patient/', { query: FULL }],
  ['/patient/{id}', { ...of(patient.id), query: FULL }],
  ['/static/', { query: { entity_id: patient.id } }],
  ['/calendar/appointments/', { query: FULL }],
  ['/calendar/appointments/{id}', { ...of(appointment.id), query: FULL }],
  ['/calendar/appointments/{id}/note', of(appointment.id), ola],
  ['/patient/{id}/notes', of(patient.id), ola],
  ['/calendar/slots', { query: { ...WEEK, doctor_id: doctor.id } }],
  ['/calendar/slots', { query: { ...WEEK, department_id: department.id } }],
  ['/calendar/slots', { query: { ...WEEK, doctor_id: doctor.id, type_id: type.id } }],
  ['/calendar/types/'],
  ['/calendar/types/{id}', of(type.id)],
  ['/calendar/resources/'],
  ['/calendar/resources/{id}', of(room.id)],
  ['/calendar/doctors/{id}/hours', of(doctor.id)],
  ['/calendar/hours', { query: { date: DAY } }],
  ['/calendar/closures'],
  ['/calendar/summary', { query: { from: DAY, to: DAY, group_by: 'doctor' } }],
  ['/calendar/summary', { query: { from: DAY, to: DAY, group_by: 'department' } }],
  ['/invoice/'],
  ['/invoice/summary', { query: { group_by: 'doctor' } }],
  ['/invoice/{id}', { ...of(invoice.id), query: FULL }],
  ['/invoice/{id}/payments', of(invoice.id)],
  ['/invoice/{id}/payments/{payment_id}', { path: { id: invoice.id, payment_id: payment.id }, query: FULL }],
  ['/invoice/{id}/credit-note', of(invoice.id)],
  ['/payment/'],
  ['/payment/summary', { query: { from: DAY.replace('2030', '2026') } }],
  ['/catalog/'],
  ['/auth/users'],
  ['/events/', { query: { limit: 1000 } }],
  ['/settings/'],
];

const readAll = () =>
  Promise.all(
    READS.map(async ([path, params, as = hospital]) => {
      const { status, data, error } = await as.GET(path, { params });
      return { path, answer: JSON.stringify([status, data, error?.code]) };
    }),
  );

const closure = { from: `${DAY}T10:00`, to: `${DAY}T11:00`, name: 'Training' };
const WRITES = {
  'another doctor’s name': ['PATCH', '/doctor/{id}', { params: of(doctor.id), body: { last_name: 'Bergh' } }],
  'a department’s name': [
    'PATCH',
    '/department/{item_id}',
    { params: { path: { item_id: department.id } }, body: { name: 'Heart' } },
  ],
  'a patient’s name': ['PATCH', '/patient/{id}', { params: of(patient.id), body: { last_name: 'Ek' } }],
  'a move': [
    'PATCH',
    '/calendar/appointments/{id}',
    { params: of(appointment.id), body: { schedule: `${DAY}T09:30` } },
  ],
  'a booking': ['POST', '/appointment/', { body: { ...visit, patient_id: twin.id, schedule: `${DAY}T11:30` } }],
  'other hours': [
    'PUT',
    '/calendar/doctors/{id}/hours',
    { params: of(doctor.id), body: { weekly: [{ ...hours, to: '14:00' }] } },
  ],
  'a closure': ['PUT', '/calendar/closures', { body: { closures: [closure] } }],
  'a longer type': ['PATCH', '/calendar/types/{id}', { params: of(type.id), body: { minutes: 45 } }],
  'a room of another kind': ['PATCH', '/calendar/resources/{id}', { params: of(room.id), body: { kind: 'X-ray' } }],
  'a payment': ['POST', '/invoice/{id}/payments', { params: of(invoice.id), body: { amount: 20, method: 'card' } }],
  'a credit note': [
    'POST',
    '/invoice/{id}/credit-note',
    { params: of(invoice.id), body: { amount: 5, reason: 'Late' } },
  ],
  'a price': ['POST', '/catalog/', { body: { code: 'ECG', name: 'ECG', default_price: 45 } }],
  'an account’s role': ['PATCH', '/auth/users/{id}', { params: of(doctor.user.id), body: { type: 'billing' } }],
  'a bill': ['POST', '/invoice/', { body: { ...bill, appointment_id: null, patient_id: twin.id, paid_amount: 7 } }],
  'a merge': ['POST', '/patient/{id}/merge', { params: of(patient.id), body: { from: twin.id } }],
};

async function holds(entity, write) {
  const before = await readAll();
  await write();
  const after = await readAll();
  const changed = before.filter(({ answer }, i) => answer !== after[i].answer).map(({ path }) => path);
  assert.ok(changed.length > 0, 'it changes something');
  const missed = changed.filter((path) => !concernedBy(entity).includes(entityOf(path)));
  assert.deepEqual(missed, []);
}

const sign = () => ida.POST('/calendar/appointments/{id}/note/sign', { params: of(appointment.id) }).then(unwrap);
test('What a signature changes is read again', () => holds('note', sign));
for (const [what, [verb, path, options]] of Object.entries(WRITES)) {
  test(`What ${what} changes is read again`, () => holds(entityOf(path), () => call(verb, path, options)));
}
test('What an upload changes is read again', () => holds('file', () => upload(patient.id)));
test('What a deletion of a patient changes is read again', () =>
  holds('patient', () => call('DELETE', '/patient/{id}', { params: of(patient.id) })));
test('What a deletion of a doctor changes is read again', () =>
  holds('doctor', () => call('DELETE', '/doctor/{id}', { params: of(doctor.id) })));

// One row of each table, written by the service itself: what the generated hospital is copied from.
import { DatabaseSync } from 'node:sqlite';
import { createDatabase, serve } from '../../scripts/local-worker.mjs';
import { body, EMAIL, PASSWORD, pdf } from './bodies.mjs';
import { clientOf, logIn } from './client.mjs';
import { columnsOf } from './database.mjs';
import { TABLES } from './hospital.mjs';

const NAMES = { first_name: 'Givenname', middle_name: 'Middlename', last_name: 'Familyname' };

/** What the service is asked to create. Words like `Givenname` and numbers like 424242 are replaced in each copy. */
const SEEDS = {
  account: { email: EMAIL, password: PASSWORD, full_name: 'Bench Account' },
  department: { name: 'Wardname', code: 'Wardcode', description: 'Heart and vessels', icon_codes: ['heart', 'pulse'] },
  patient: {
    ...body.patient(),
    ...NAMES,
    phone_number: '+46710000000',
    alt_phone_number: '+46750000000',
    past_surgeries: [{ surgery: 'Appendectomy', date: '2001-11-30', surgeon: 'Dr. Ek', hospital: 'Akademiska' }],
    current_medications: [
      { medication: 'Salbutamol', dosage: '100 µg', frequency: 'as needed', prescribed_by: 'Dr. Ek' },
    ],
  },
  doctor: {
    ...body.doctor(),
    ...NAMES,
    alt_phone_number: '+46720000000',
    bio: 'Cardiologist since 2005',
    license_number: 'LIC-77777777',
    gender: 'female',
    dob: '1970-01-01',
    user: { email: 'loginname@test.example', password: PASSWORD },
  },
  appointment: { schedule: '2027-03-01T09:30:00', expected_duration_minutes: 20 },
  note: { text: 'Chest pain on stairs for two weeks, none at rest. ECG normal. '.repeat(10) },
  invoice: {
    issue_date: '2026-11-20T10:00:00',
    items: [
      { name: 'Consultation', code: 'CONS', unit_price: 100 },
      { name: 'Ultrasound', code: 'Labcode', unit_price: 4242.42 },
    ],
  },
  payment: { amount: 50, method: 'card', reference: 'T-4711', paid_at: '2026-11-20T10:15:00' },
  catalog_item: {
    code: 'CAT-77777777',
    name: 'Examname',
    default_price: 4242.42,
    category: 'Group 424242',
    description: 'Half an hour',
  },
};

/** Has the service create one of each, by an admin. */
async function create({ url, d1 }) {
  await clientOf(url)('POST', '/auth/signup', SEEDS.account);
  await (await d1()).exec(`UPDATE user SET type = 'admin'`);
  const { authorization } = await logIn(url);
  const request = clientOf(url, authorization);
  // Cloudflare sets this; without it audit rows would be shorter than they are in a deployment.
  const headers = { 'cf-connecting-ip': '192.0.2.1' };
  const post = async (path, json, body) => (await request('POST', path, json, { headers, body })).json()?.id;

  const department_id = await post('/department/', SEEDS.department);
  const patient_id = await post('/patient/', SEEDS.patient);
  const doctor_id = await post('/doctor/', SEEDS.doctor);
  await post(`/static/upload_file?entity_id=${patient_id}&filename=report.pdf`, undefined, pdf(102_400));
  const hours = { from: '08:00', to: '12:00', department_id, slot_minutes: 30 };
  await request('PUT', `/calendar/doctors/${doctor_id}/hours`, { weekly: [{ weekday: 1, ...hours }] });
  const visit = await post('/appointment/', { ...SEEDS.appointment, patient_id, doctor_id, department_id });
  const doctor = { token: (await logIn(url, SEEDS.doctor.user.email)).authorization };
  await request('PUT', `/calendar/appointments/${visit}/note`, SEEDS.note, doctor);
  await request('POST', `/calendar/appointments/${visit}/note/sign`, undefined, doctor);
  const bill = await post('/invoice/', { ...SEEDS.invoice, patient_id, status: 'ISSUED' });
  await post(`/invoice/${bill}/payments`, SEEDS.payment);
  await post('/invoice/', { ...SEEDS.invoice, patient_id });
  await post('/catalog/', SEEDS.catalog_item);
}

/** @returns the rows by table; `account` is the user that logs in, `audit` the audit row of a creation */
export async function seedsOf(module, data) {
  const file = await createDatabase(module, data);
  const worker = await serve(module, { data });
  try {
    await create(worker);
  } finally {
    await worker.stop();
  }
  using db = new DatabaseSync(file);
  const row = (table, which) => ({
    ...db.prepare(`SELECT ${columnsOf(db, table).join(', ')} FROM ${table} WHERE ${which}`).get(),
  });
  const last = (table) => row(table, `seq = (SELECT max(seq) FROM ${table})`);
  return {
    ...Object.fromEntries(TABLES.map((table) => [table, last(table)])),
    account: row('user', 'seq = 1'),
    audit: row('audit', `entity = 'patient'`),
  };
}

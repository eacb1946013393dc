// What the n-th row of each table holds, as the service itself would have stored it.
import { randomBytes, scryptSync } from 'node:crypto';
import { catalog_item, invoice } from './bills.mjs';
import {
  ACTOR,
  DAY,
  datetime,
  doctorSurname,
  entity,
  idOf,
  payer,
  pick,
  START,
  surname,
  termsOf,
  word,
} from './vocabulary.mjs';

export const PASSWORD = 'bench-password!';
export const EMAIL = 'bench@test.example';

const address = (seq) =>
  JSON.stringify([
    {
      address_type: 'home',
      street: `Storgatan ${100 + (seq % 900)}`,
      city: 'Uppsala',
      state: 'Uppland',
      postal_code: '753 20',
      country: 'Sweden',
    },
  ]);
const phone = (seq, from) => `+467${String(from + seq).padStart(8, '0')}`;
const day = (seq) => new Date(Date.UTC(1930, 0, 1) + pick(seq, 30_000) * DAY).toISOString().slice(0, 10);
const blood = ['A_POS', 'B_POS', 'O_POS', 'O_NEG', 'AB_NEG'];

function patient(seq, counts) {
  const row = {
    ...entity('patient', seq),
    gender: seq % 2 ? 'female' : 'male',
    first_name: word('An', pick(seq, 1000)),
    middle_name: word('Mid', pick(seq + 7, 1000)),
    last_name: surname(seq, counts),
    phone_number: phone(seq, 10_000_000),
    alt_phone_number: phone(seq, 50_000_000),
    dob: day(seq),
    blood_group: blood[seq % 5],
    medical_conditions: JSON.stringify([{ diagnozed_date: '2019-05-04', condition: 'Asthma', description: 'Mild' }]),
    past_surgeries: JSON.stringify([
      { surgery: 'Appendectomy', date: '2001-11-30', surgeon: 'Dr. Ek', hospital: 'Akademiska' },
    ]),
    current_medications: JSON.stringify([
      { medication: 'Salbutamol', dosage: '100 µg', frequency: 'as needed', prescribed_by: 'Dr. Ek' },
    ]),
    addresses: address(seq),
  };
  const { first_name, middle_name, last_name, phone_number, alt_phone_number } = row;
  const names = [first_name, middle_name, last_name];
  return { ...row, terms: termsOf(...names, phone_number, alt_phone_number), name_terms: termsOf(...names) };
}

function doctor(seq, counts) {
  const names = [word('Gre', pick(seq, 1000)), word('Eli', pick(seq + 7, 1000)), doctorSurname(seq, counts)];
  const license_number = `LIC-${String(seq).padStart(8, '0')}`;
  return {
    ...entity('doctor', seq),
    first_name: names[0],
    middle_name: names[1],
    last_name: names[2],
    alt_phone_number: phone(seq, 20_000_000),
    bio: 'Cardiologist since 2005',
    license_number,
    license_key: license_number.toLowerCase(),
    gender: 'female',
    dob: day(seq),
    experience: 19.5,
    consultation_fee: 12_050,
    addresses: address(seq),
    user_id: idOf('user', seq),
    terms: termsOf(...names, license_number),
  };
}

const salt = randomBytes(16);
const digest = scryptSync(PASSWORD, salt, 32, { N: 2 ** 14, r: 8, p: 5, maxmem: 2 ** 26 });
const password_hash = `$scrypt$ln=14,r=8,p=5$${salt.toString('base64url')}$${digest.toString('base64url')}`;
const account = (email, type) => ({
  email,
  email_key: email,
  username: email,
  username_key: email,
  full_name: 'Bench Account',
  phone_number: null,
  type,
  password_hash,
  disabled_at: null,
});

/** The users of the doctors, and behind them the one that logs in. */
const user = (seq, { doctor }) =>
  seq > doctor
    ? { ...entity('user', seq), id: ACTOR, ...account(EMAIL, 'admin') }
    : { ...entity('user', seq), ...account(`doctor${seq}@test.example`, 'doctor') };

function department(seq) {
  const [name, code] = [word('Ward', seq), `DEP${String(seq).padStart(6, '0')}`];
  const description = 'Heart and vessels';
  const icon_codes = '["heart","pulse"]';
  return {
    ...entity('department', seq),
    ...{ name, code, code_key: code.toLowerCase(), description, icon_codes },
    terms: termsOf(name, code),
  };
}

const file = (seq) => ({
  ...entity('file', seq),
  entity: 'patient',
  entity_id: idOf('patient', seq * 5),
  type: 'document',
  extension: '.pdf',
  name: 'report.pdf',
  size: 102_400,
  sha256: null,
});

function appointment(seq, { doctor, department }) {
  const starts_at = START + pick(seq, 525_600) * 60_000;
  return {
    ...entity('appointment', seq),
    type: 'OPD',
    status: 'SCEDULED',
    patient_id: idOf('patient', payer(seq * 2)),
    doctor_id: idOf('doctor', 1 + (seq % doctor)),
    department_id: idOf('department', 1 + (seq % department)),
    schedule: datetime(starts_at),
    is_follow_up: 0,
    expected_duration_minutes: 20,
    starts_at,
    ends_at: starts_at + 20 * 60_000,
  };
}

/** Row makers in the order of the foreign keys. */
export const TABLES = { user, department, patient, doctor, file, appointment, invoice, catalog_item };
export const rowsOf = (table, counts) => (table === 'user' ? counts.doctor + 1 : counts[table]);

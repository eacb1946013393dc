// Which of the loaded records the cases use: alike at every size, so that only the size of the tables differs.
import { randomBytes } from 'node:crypto';
import { catalogName, codeOf, doctorSurname, idOf, pick, statusOf, surname, tagOf } from '../lib/vocabulary.mjs';

export const pdf = (bytes) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes - 9)]);

export function worldOf(counts) {
  const middle = counts.patient / 2;
  /** Pays for a family and has no file. */
  const patientSeq = (k) => middle + 1 + 20 * k;
  const doctorSeq = (k) => counts.doctor / 2 + 1 + k;
  const filed = middle + 5;

  // Drafts without appointment and with one tag, from the middle on.
  const drafts = [];
  for (let seq = middle + 1; drafts.length < 10 && seq <= counts.invoice; seq += 2) {
    if (statusOf(seq, counts) === 'DRAFT' && pick(seq + 5, 4)) drafts.push(seq);
  }
  return {
    counts,
    middle,
    drafts: drafts.map((seq) => idOf('invoice', seq)),
    patient: (k = 0) => idOf('patient', patientSeq(k)),
    patientNumber: `PAT-${String(patientSeq(0)).padStart(8, '0')}`,
    patientWithFile: idOf('patient', filed),
    files: (k) => idOf('file', filed / 5 + 1 + k),
    doctor: (k = 0) => idOf('doctor', doctorSeq(k)),
    doctorNumber: `DOC-${String(doctorSeq(0)).padStart(8, '0')}`,
    doctorUser: (k) => idOf('user', doctorSeq(k)),
    department: (k = 0) => idOf('department', 101 + k),
    catalog: (k = 0) => idOf('catalog_item', 101 + k),
    /** with the patient that it is of */
    appointment: { id: idOf('appointment', (middle + 2) / 2), patient_id: idOf('patient', middle + 1) },
    words: {
      patient: surname(patientSeq(0), counts),
      doctor: doctorSurname(doctorSeq(0), counts),
      invoice: codeOf(middle + 1, counts),
      catalog: catalogName(101, counts),
    },
    tag: tagOf(middle + 1, counts),
    kit: `kit-${101 % (counts.catalog_item / 40)}`,
  };
}

const address = {
  address_type: 'home',
  street: 'Storgatan 1',
  city: 'Uppsala',
  state: 'Uppland',
  postal_code: '753 20',
  country: 'Sweden',
};
let made = 0;
const unique = (prefix) => `${prefix}${String(++made).padStart(8, '0')}`;

/** Bodies of creates and replacements. */
export const body = {
  department: () => ({ name: 'Newward', code: unique('NEW'), description: 'Heart', icon_codes: ['heart'] }),
  patient: () => ({
    gender: 'female',
    first_name: 'Newanna',
    middle_name: 'Newmaria',
    last_name: 'Newsson',
    phone_number: '+46701234567',
    alt_phone_number: '+46701234568',
    dob: '1984-02-29',
    blood_group: 'A_POS',
    medical_conditions: [{ diagnozed_date: '2019-05-04', condition: 'Asthma', description: 'Mild' }],
    addresses: [address],
  }),
  doctor: (_k, password = 'stethoscope!') => ({
    first_name: 'Newgreta',
    middle_name: 'Newelisabet',
    last_name: 'Newqvist',
    license_number: unique('NLIC'),
    experience: 5,
    consultation_fee: 80.5,
    addresses: [address],
    user: { email: `${unique('doc')}@test.example`, type: 'doctor', password },
  }),
  appointment: (world, k) => ({
    patient_id: world.patient(k),
    doctor_id: world.doctor(k),
    department_id: world.department(k),
    schedule: '2027-03-01T09:30:00',
    expected_duration_minutes: 30,
  }),
  invoice: (world, k, extra = {}) => ({
    patient_id: world.patient(k),
    issue_date: '2026-11-20T10:00:00',
    due_date: '2026-12-20T10:00:00',
    items: [
      { name: 'Newvisit', code: 'NEWCONS', unit_price: 100 },
      { name: 'Newtest', code: 'NEWLAB', quantity: 2, unit_price: 50.5, discount_percent: 10 },
    ],
    tags: ['newtag'],
    ...extra,
  }),
  catalog: () => ({ code: unique('NCAT'), name: 'Newexam', default_price: 120.5, category: 'Newgroup', tags: ['new'] }),
  signup: () => ({ email: `${unique('new')}@test.example`, password: 'correct-horse-9!', full_name: 'New Account' }),
};

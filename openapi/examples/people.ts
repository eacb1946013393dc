import type * as z from 'zod';
import type { Account } from '../../src/resources/auth/accounts/schemas';
import type { ClientWithSecret } from '../../src/resources/auth/clients/schemas';
import type { FeedWithUrl } from '../../src/resources/auth/feeds/schemas';
import type { Invited } from '../../src/resources/auth/invitations/schemas';
import type { Tokens } from '../../src/resources/auth/refresh-tokens/schemas';
import type { Session, UserSession } from '../../src/resources/auth/sessions/schemas';
import type { Department } from '../../src/resources/department/schemas';
import type { Doctor } from '../../src/resources/doctor/schemas';
import type { File, ListedFile } from '../../src/resources/file/schemas';
import type { PatientMerge } from '../../src/resources/patient/merge/schemas';
import type { Duplicate, Patient } from '../../src/resources/patient/schemas';

/** Records of one small hospital, so that all examples say the same of a record. */
const BASE = 'https://hospital.example';
const uppsala = {
  address_type: 'home',
  street: 'Storgatan 1',
  city: 'Uppsala',
  state: null,
  postal_code: '753 20',
  country: 'Sweden',
};

export const department: Department = {
  id: '3c9e1f00-1b2a-4c3d-8e4f-5a6b7c8d9e0f',
  name: 'Cardiology',
  code: 'CARD',
  description: 'Heart and vessels',
  icon_codes: ['heart'],
};

const PATIENT_ID = '0b0e3a1c-5a3f-4d0e-9c54-6d9f3f0e7a11';
const FILE_ID = '5ebc1c34-382d-4809-a310-d12107b4ecdd';

export const file: z.output<typeof File> = {
  id: FILE_ID,
  type: 'document',
  mime_type: '.pdf',
  entity_id: PATIENT_ID,
  url: `${BASE}/static/${PATIENT_ID}/${FILE_ID}.pdf`,
};

export const listedFile: ListedFile = {
  ...file,
  filename: 'blood-test.pdf',
  size: 48_213,
  created_at: '2027-02-22T14:02:11.480Z',
  deleted_at: null,
};

export const patient: Patient = {
  id: PATIENT_ID,
  reg_number: 'PAT-00000147',
  gender: 'female',
  first_name: 'Anna',
  middle_name: null,
  last_name: 'Svensson',
  phone_number: '+46 70 123 45 67',
  alt_phone_number: null,
  dob: '1984-02-29',
  blood_group: 'A_POS',
  medical_conditions: [{ diagnozed_date: '2019-05-04', condition: 'Asthma', description: 'Mild' }],
  past_surgeries: [{ surgery: 'Appendectomy', date: '2001-11-30', surgeon: 'Dr. Ek', hospital: 'Akademiska' }],
  current_medications: [
    { medication: 'Salbutamol', dosage: '100 µg', frequency: 'as needed', prescribed_by: 'Dr. Lind' },
  ],
  addresses: [uppsala],
  email: 'anna.svensson@family.example',
  national_id: '840229-1234',
  preferred_language: 'sv',
  next_of_kin: { name: 'Bo Svensson', relation: 'husband', phone: '+46 70 123 45 68' },
  allergies: [{ substance: 'Penicillin', reaction: 'Rash', severity: 'severe', noted_date: '2011-03-02' }],
  payer: { name: 'Ocean Mutual', kind: 'insurance', member_number: 'OM-4711', tax_id: null },
  contact: { email: true, sms: false },
  identifiers: [{ type: { text: 'Chart' }, system: 'urn:former-system', value: 'K-4711' }],
  files: [file],
};

export const duplicate: Duplicate = {
  patient: {
    id: '62c6f382-bde3-4403-85ce-0b9cace729a3',
    reg_number: 'PAT-00000148',
    gender: 'female',
    first_name: 'Anna',
    middle_name: null,
    last_name: 'Svenssno',
    phone_number: '070-123 45 67',
    alt_phone_number: null,
    dob: '1984-02-29',
    blood_group: 'A_POS',
  },
  reasons: ['name', 'dob', 'phone_number'],
  score: 12,
};

export const merge: PatientMerge = {
  id: PATIENT_ID,
  reg_number: patient.reg_number,
  from: {
    id: duplicate.patient.id,
    reg_number: duplicate.patient.reg_number,
    first_name: duplicate.patient.first_name,
    middle_name: null,
    last_name: duplicate.patient.last_name,
  },
  moved: { appointments: 3, appointment_series: 1, invoices: 2, files: 1, notes: 0 },
  undo_until: '2027-03-24T14:02:11.480Z',
};

export const doctor: z.output<typeof Doctor> = {
  id: '7f1d2c3b-8e4a-4b5c-a6d7-e8f901a2b3c4',
  reg_number: 'DOC-00000012',
  first_name: 'Erik',
  middle_name: null,
  last_name: 'Lind',
  alt_phone_number: null,
  bio: 'Cardiologist since 2005',
  license_number: 'SE-12345',
  gender: 'male',
  dob: '1975-06-15',
  experience: 12,
  consultation_fee: 80,
  addresses: [],
  user: {
    id: 'aea901cb-3c69-4626-b054-92c25b53c159',
    username: 'erik.lind@clinic.example',
    email: 'erik.lind@clinic.example',
    phone_number: '+46 18 61 10 02',
    type: 'doctor',
  },
  files: [],
};

export const account: Account = {
  id: '5e4682e5-8b4e-4b9d-a0b0-250b8d7c1ebe',
  email: 'nina@clinic.example',
  full_name: 'Nina Nurse',
  username: 'nina@clinic.example',
  phone_number: null,
  type: 'staff',
  pending_type: null,
  created_at: '2027-01-04T07:49:50.412Z',
  disabled: false,
  password_set: true,
  totp_enabled: false,
};

export const invited: Invited = {
  ...account,
  password_set: false,
  token: 'hp_1vYx0bM2pQ7sT4uW9zA3cE6gH8jK5nR',
  expires_at: '2027-01-11T07:49:50.412Z',
  mailed: true,
};

export const client: ClientWithSecret = {
  client_id: '0d3c0c2f-7a55-4a0c-8a0b-0e6a3a1b7c52',
  client_secret: 'hs_9WmZQv0t4yXr7sLd2uKfB1nGh6pJc8aEoTiVxYwRzQk',
  name: 'Website of the clinic',
  scope: 'system/Appointment.rs system/Slot.rs',
  jwks: null,
  expires_at: null,
  former_secret_until: null,
  last_used_at: '2027-03-01T09:14:41.007Z',
  created_at: '2027-01-04T07:49:50.412Z',
};

export const jwks = {
  keys: [
    {
      kty: 'EC',
      kid: '2027-01',
      alg: 'ES384',
      crv: 'P-384',
      x: '2AoBpUMrn_bnNDmAFdE-cO5-tB76bMCTQNfxoatJUuZbN9l5om3FRHqsIsP1IIN5',
      y: 'tNcfR_AL4XEDefJvCibgdGCD0AT_ucmEYjANtei4A6c5X2FKNiudZKaVo2gPyCq2',
    },
  ],
};

export const tokens: Tokens = {
  access_token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI1ZTQ2ODJlNSJ9.c2lnbmF0dXJl',
  token_type: 'bearer',
  expires_in: 900,
  refresh_token: 'Zk3uG1q9vP6xT0yB4mN7rS2wE5hJ8cL1',
};

export const userSession: UserSession = {
  id: 'c0a1f1de-52c7-4b8f-9d3a-6f2b8e4d7a90',
  created_at: '2027-03-01T06:58:03.120Z',
  last_used_at: '2027-03-01T09:14:41.007Z',
  expires_at: '2027-03-31T09:14:41.007Z',
  device: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  address: '192.0.2.17',
};
export const feed: FeedWithUrl = {
  id: '6d1f0b5e-7c0a-4d0e-9a53-2b7f60c4a1d8',
  doctor_id: doctor.id,
  department_id: null,
  created_at: '2027-03-01T08:20:11.400Z',
  url: `${BASE}/feeds/x3Jk0mVqLr7Yd2uTn9ZbEwCf5HsPaGi8oKtXvMyRe1A.ics`,
};
export const session: Session = { ...userSession, current: true };

// Bodies of creates and updates, with a value for every field: an update that leaves something out costs another trip.
import { randomBytes } from 'node:crypto';
import { namesOf } from './names.mjs';

export const PASSWORD = 'bench-password!';
export const EMAIL = 'bench@test.example';

export const pdf = (bytes) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes - 9)]);

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
/** Unlike those that are loaded, whose last digits follow one another: patients who share these are compared, too. */
const phoneNumber = (prefix) => `${prefix}${String((++made * 48_271) % 99_999_989).padStart(8, '0')}`;
/** Of the last hundred years: people who share one are compared as possible duplicates. */
const birthDate = () => new Date(Date.UTC(1926) + (++made % 36_500) * 86_400_000).toISOString().slice(0, 10);

/** So many rare family names 10,000 patients of a generated hospital have. */
const SLOTS = 250;
let people = 0;

export const body = {
  department: () => ({ name: 'Newward', code: unique('NEW'), description: 'Heart', icon_codes: ['heart'] }),
  patient: () => ({
    gender: 'female',
    first_name: 'Newanna',
    middle_name: 'Newmaria',
    last_name: 'Newsson',
    phone_number: phoneNumber('+4670'),
    alt_phone_number: phoneNumber('+4618'),
    dob: birthDate(),
    blood_group: 'A_POS',
    medical_conditions: [{ diagnozed_date: '2019-05-04', condition: 'Asthma', description: 'Mild' }],
    past_surgeries: [],
    current_medications: [],
    addresses: [address],
  }),
  /** Somebody else each time, who shares a name or a birth date with others about as often as the hospital's patients do. */
  person: () => {
    const person = 1_000_000 + ++people;
    return { ...body.patient(), ...namesOf({ slot: person % SLOTS, household: person, person, special: 0.1 }) };
  },
  doctor: (_k, password = 'stethoscope!') => {
    const username = unique('doc');
    return {
      first_name: 'Newgreta',
      middle_name: 'Newelisabet',
      last_name: 'Newqvist',
      alt_phone_number: '+46701234569',
      bio: 'Newbio',
      license_number: unique('NLIC'),
      gender: 'female',
      dob: '1975-06-15',
      experience: 5,
      consultation_fee: 80.5,
      addresses: [address],
      user: { username, email: `${username}@test.example`, phone_number: '+46701234560', type: 'doctor', password },
    };
  },
  appointment: (world, k) => ({
    patient_id: world.patient(k),
    doctor_id: world.doctor(k),
    department_id: world.department(k),
    schedule: '2027-03-01T09:30:00',
    expected_duration_minutes: 30,
  }),
  hours: (world, k) => {
    const hours = { from: '08:00', to: '12:00', department_id: world.department(20 + k), slot_minutes: 30 };
    return { weekly: [{ weekday: 1, ...hours }], exceptions: [{ date: '2027-12-27', hours: [hours] }] };
  },
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
  catalog: () => ({
    code: unique('NCAT'),
    name: 'Newexam',
    default_price: 120.5,
    discount_percent: 0,
    discount_amount: 0,
    category: 'Newgroup',
    description: 'Newtext',
    tags: ['new'],
  }),
  invitation: () => ({ email: `${unique('invited')}@test.example`, type: 'staff', full_name: 'New Account' }),
  signup: () => ({ email: `${unique('new')}@test.example`, password: 'correct-horse-9!', full_name: 'New Account' }),
};

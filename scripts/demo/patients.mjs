// Patients and what they have been through: conditions that come with an age, the medicines for these, operations; whom to call,
// and what they must not be given.
import { addDays } from './doctors.mjs';
import { addressOf, ageOf, dateBefore, personOf } from './people.mjs';
import { hashOf, randomOf } from './random.mjs';

// biome-ignore format: a table
const CONDITIONS = {
  child: [
    ['Asthma', 'Worse in spring and with colds', ['Salbutamol', '100 µg', 'when needed']],
    ['Allergic rhinitis', 'Birch and grass pollen', ['Loratadine', '5 mg', 'once a day']],
    ['Atopic dermatitis', null, ['Hydrocortisone cream', '1 %', 'twice a day']],
  ],
  young: [
    ['Migraine', 'Three to four attacks a month', ['Sumatriptan', '50 mg', 'at the onset']],
    ['Iron deficiency anaemia', null, ['Ferrous sulphate', '100 mg', 'every other day']],
    ['Penicillin allergy', 'Rash in childhood', null],
    ['Generalised anxiety disorder', null, ['Sertraline', '50 mg', 'once a day']],
  ],
  middle: [
    ['Hypertension', null, ['Losartan', '50 mg', 'once a day']],
    ['Type 2 diabetes', 'Diet and tablets, HbA1c 52 mmol/mol', ['Metformin', '500 mg', 'twice a day']],
    ['Hypothyroidism', null, ['Levothyroxine', '75 µg', 'every morning']],
    ['Hyperlipidaemia', null, ['Atorvastatin', '20 mg', 'at night']],
    ['Low back pain', 'After lifting at work', ['Ibuprofen', '400 mg', 'when needed']],
  ],
  old: [
    ['Atrial fibrillation', null, ['Apixaban', '5 mg', 'twice a day']],
    ['Heart failure', 'NYHA II', ['Bisoprolol', '2.5 mg', 'once a day']],
    ['Osteoarthritis of the knee', 'Right more than left', ['Paracetamol', '1 g', 'three times a day']],
    ['Chronic kidney disease, stage 3', null, null],
    ['Type 2 diabetes', 'On insulin', ['Insulin glargine', '18 units', 'at night']],
    ['Cataract', 'Left eye', null],
  ],
};

const SURGERIES = {
  child: ['Tonsillectomy', 'Tympanostomy tubes'],
  young: ['Appendectomy', 'Arthroscopy of the knee', 'Wisdom teeth'],
  middle: ['Cholecystectomy', 'Inguinal hernia repair', 'Appendectomy'],
  old: ['Hip replacement', 'Cataract surgery', 'Pacemaker', 'Cholecystectomy'],
};

const ALLERGIES = [
  { substance: 'Penicillin', reaction: 'Rash and swelling', severity: 'severe' },
  { substance: 'Latex', reaction: 'Itching', severity: 'mild' },
  { substance: 'Peanut', reaction: 'Anaphylaxis', severity: 'severe' },
  { substance: 'Ibuprofen', reaction: 'Wheezing', severity: 'moderate' },
  { substance: 'Iodinated contrast', reaction: 'Hives', severity: 'moderate' },
];

/** By how often they are found. */
const BLOOD = [
  ...Array(36).fill('O_POS'),
  ...Array(34).fill('A_POS'),
  ...Array(13).fill('B_POS'),
  ...Array(6).fill('O_NEG'),
];
const BLOOD_GROUPS = [...BLOOD, ...Array(6).fill('A_NEG'), ...Array(4).fill('AB_POS'), 'B_NEG', 'AB_NEG'];

/** Registered a second time, in a hurry: somebody should merge the two. */
const TWIN = { n: 11, of: 10 };
/** Born yesterday, and who gave birth. */
export const NEWBORN = { n: 13, mother: 12 };
/** Died some weeks ago. */
const DEAD = 7;
const FIXED = {
  [NEWBORN.mother]: { gender: 'female', age: { from: 22, to: 38 } },
  [DEAD]: { age: { from: 80, to: 96 } },
};

const INSURERS = ['Ocean Mutual', 'Nordic Care', 'Citizens Health Fund'];

/** Of some: none, and of others nobody has asked. The pair to merge has some. */
function allergiesOf(seed, n) {
  const random = randomOf(seed, 'allergies', n);
  if (n === TWIN.of || random.chance(0.15)) return { allergies: random.some(ALLERGIES, random.between(1, 2)) };
  return random.chance(0.5) ? { allergies: [] } : {};
}

/** Somebody of the family, with a phone of the same country. */
function kinOf(seed, n, { country, age, last_name, gender: own }) {
  const random = randomOf(seed, 'kin', n);
  if (n !== TWIN.of && !random.chance(0.6)) return {};
  // A surname that has a form for each is that of the patient's.
  const gender = country.feminine ? own : random.pick(['female', 'male']);
  const relations = age < 18 ? { female: 'mother', male: 'father' } : { female: 'sister', male: 'brother' };
  country.faker.seed(hashOf(seed, 'kin', n, 'faker'));
  const name = [country.faker.person.firstName(gender), last_name].filter(Boolean).join(' ');
  return { next_of_kin: { name, relation: relations[gender], phone: random.digits(random.pick(country.phones)) } };
}

/** Of some somebody else pays the bills. */
function payerOf(seed, n) {
  const random = randomOf(seed, 'payer', n);
  if (n !== NEWBORN.mother && !random.chance(0.2)) return {};
  return { payer: { name: random.pick(INSURERS), kind: 'insurance', member_number: random.digits('M-*#####') } };
}

/** The mother is named once she has been registered. */
function newbornOf(seed, day) {
  const { body } = patientOf(seed, NEWBORN.mother, day);
  const { first_name, gender } = personOf([seed, 'patient', NEWBORN.n], day);
  const { last_name, phone_number, addresses, payer } = body;
  const own = { first_name, last_name, gender, dob: addDays(day, -1) };
  return { isChild: true, isWoman: false, isAway: true, body: { ...own, phone_number, addresses, payer } };
}

function twinOf(seed, day) {
  const { body, ...rest } = patientOf(seed, TWIN.of, day);
  const { first_name, last_name, gender, dob, phone_number, addresses } = body;
  return { ...rest, body: { first_name, last_name, gender, dob, phone_number, addresses } };
}

/** The n-th patient: what is sent, and what the rest of the demo goes by. */
export function patientOf(seed, n, day) {
  if (n === TWIN.n) return twinOf(seed, day);
  if (n === NEWBORN.n) return newbornOf(seed, day);
  const person = personOf([seed, 'patient', n], day, FIXED[n]);
  const { random, age } = person;
  const group = ageOf(person);
  const ill = { child: 0.2, young: 0.35, middle: 0.65, old: 0.95 }[group];
  const found = random.chance(ill) ? random.some(CONDITIONS[group], random.between(1, group === 'old' ? 3 : 2)) : [];
  const since = () => dateBefore(day, random.between(0, Math.min(12, Math.max(0, age - 2))), random);
  const later = (date) => [date, person.dob].sort()[1];
  const address = addressOf(person);
  const operated = age > 2 && random.chance({ child: 0.08, young: 0.15, middle: 0.3, old: 0.6 }[group]);
  return {
    isChild: group === 'child',
    isWoman: person.gender === 'female' && age > 15,
    /** has no appointments */
    isAway: n === DEAD,
    body: {
      first_name: person.first_name,
      last_name: person.last_name,
      gender: person.gender,
      dob: person.dob,
      phone_number: person.phone_number,
      blood_group: random.chance(0.7) ? random.pick(BLOOD_GROUPS) : 'NOT_SET',
      ...(random.chance(0.2) && { alt_phone_number: random.digits(random.pick(person.country.phones)) }),
      medical_conditions: found.map(([condition, description]) => ({
        condition,
        description,
        diagnozed_date: later(since()),
      })),
      current_medications: found
        .flatMap(([, , medicine]) => (medicine ? [medicine] : []))
        .map(([medication, dosage, frequency]) => ({ medication, dosage, frequency })),
      past_surgeries: operated
        ? [{ surgery: random.pick(SURGERIES[group]), date: later(since()), hospital: address.city }]
        : [],
      addresses: [address],
      ...allergiesOf(seed, n),
      ...kinOf(seed, n, person),
      ...payerOf(seed, n),
      ...(n === DEAD && { deceased_at: addDays(day, -20) }),
      // Of some nobody knows the day.
      ...(age > 20 && random.chance(0.06) && { dob_precision: random.chance(0.7) ? 'year' : 'month' }),
    },
  };
}

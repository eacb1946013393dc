// Doctors and when they work. Each pattern has a lunch, weekends are covered by several of them.
import { DEPARTMENTS } from './departments.mjs';
import { addressOf, personOf } from './people.mjs';
import { randomOf } from './random.mjs';

/** Days are ISO 8601's: 1 is Monday. Of any six doctors in a row, at least three work on any day. */
const PATTERNS = [
  { days: [1, 2, 3, 4, 5], blocks: ['08:00-12:00', '13:00-16:00'], slot: 20 },
  { days: [1, 2, 3, 4, 7], blocks: ['09:00-12:30', '13:30-17:00'], slot: 30 },
  { days: [2, 3, 4, 5, 6], blocks: ['08:00-11:40', '12:20-14:00'], slot: 20 },
  { days: [3, 4, 5, 6, 7], blocks: ['10:00-13:00', '14:00-18:00'], slot: 30 },
  { days: [1, 5, 6, 7], blocks: ['07:00-11:00', '11:30-15:30'], slot: 20 },
  { days: [1, 2, 6, 7], blocks: ['12:00-16:00', '16:30-20:00'], slot: 30 },
];

const BIOS = [
  'Trained in %city%, at this hospital for %years% years. Sees patients in two languages.',
  'Leads the department’s teaching. Before that %years% years in %city%.',
  'Came from %city% after %years% years in research, and works part-time in a health centre.',
];

const asciiOf = (name) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .replaceAll('đ', 'd')
    .replaceAll('ß', 'ss')
    .replace(/[^a-z]/g, '');

export const doctorCount = (patients) => Math.min(40, Math.max(6, Math.ceil(patients / 75)));

/** The n-th doctor: what is sent but the password, the number of the department and the days of work. */
export function doctorOf(seed, n, day) {
  const person = personOf([seed, 'doctor', n], day, { latin: true, age: { from: 31, to: 66 } });
  const { random, country, age } = person;
  const address = addressOf(person, 'work');
  const experience = Math.max(1, age - 28 - random.between(0, 3));
  const bio = random
    .pick(BIOS)
    .replace('%city%', address.city)
    .replace('%years%', String(Math.min(experience, 12)));
  const name = [person.first_name, person.last_name].map(asciiOf).filter(Boolean).join('.');
  return {
    department: n % DEPARTMENTS.length,
    pattern: PATTERNS[n % PATTERNS.length],
    email: `${name}.${n + 1}@demo.example`,
    body: {
      first_name: person.first_name,
      last_name: person.last_name,
      gender: person.gender,
      dob: person.dob,
      bio,
      experience,
      license_number: `${country.code}-${random.digits('*####')}-${n + 1}`,
      consultation_fee: random.between(12, 30) * 5,
      addresses: [address],
    },
    phone_number: person.phone_number,
  };
}

export const addDays = (day, days) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const weekdayOf = (day) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** Days on which a doctor works otherwise than in other weeks; never the day of the demo. */
function exceptionsOf(seed, n, day, { days, slot }) {
  const random = randomOf(seed, 'exceptions', n);
  const workdays = [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    .map((offset) => addDays(day, offset))
    .filter((date) => days.includes(weekdayOf(date)));
  const [free, short] = random.some(workdays, 2);
  if (n % 3 === 0) return [{ date: free, off: true, note: random.pick(['Vacation', 'Conference', 'Parental leave']) }];
  if (n % 3 === 1) return [{ date: short, blocks: ['08:00-11:00'], slot, note: 'Teaching in the afternoon' }];
  return [];
}

const hoursOf = (block, department_id, slot_minutes) => {
  const [from, to] = block.split('-');
  return { from, to, department_id, slot_minutes };
};

/** What a PUT of a doctor's hours takes. */
export function workingHours(seed, n, day, { pattern }, department_id) {
  const { days, blocks, slot } = pattern;
  return {
    weekly: days.flatMap((weekday) => blocks.map((block) => ({ weekday, ...hoursOf(block, department_id, slot) }))),
    exceptions: exceptionsOf(seed, n, day, pattern).map(({ date, off, blocks = [], note }) => ({
      date,
      ...(off ? { off } : { hours: blocks.map((block) => hoursOf(block, department_id, slot)) }),
      note,
    })),
  };
}

/** The doctor's hours on a date, as minutes of the day. */
export function blocksOn(seed, n, day, { pattern }, date) {
  const exception = exceptionsOf(seed, n, day, pattern).find((it) => it.date === date);
  const usual = pattern.days.includes(weekdayOf(date)) ? pattern.blocks : [];
  const blocks = exception ? (exception.blocks ?? []) : usual;
  return blocks.map((block) =>
    block.split('-').map((time) => {
      const [hours, minutes] = time.split(':').map(Number);
      return hours * 60 + minutes;
    }),
  );
}

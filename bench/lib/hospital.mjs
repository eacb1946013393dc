// The generated hospital. Its rows are copies of rows that the service itself has written (seeds.mjs): this file says
// how the n-th copy differs. A rare family name, a tag and a code belong to SAME rows however large the hospital is.
// Search terms are computed for each copy by the service's own functions.
import '../../scripts/typescript.mjs';
import { namesOf } from './names.mjs';

const { termsOf } = await import('./terms.mjs');

const SAME = 40;
const START = Date.UTC(2025, 0, 1);
const BORN = Date.UTC(1930, 0, 1);
const DAY = 86_400_000;
const STATUSES = ['DRAFT', 'ISSUED', 'PARTIALY_PAID', 'PAID', 'VOID', 'WRITTEN_OFF'];

/** So that the slots of a rare name (names.mjs) are the same ones at every size. */
const groups = (rows) => Math.max(1, Math.ceil(rows / (5 * SAME))) * 5 * SAME;

/** Invoices of statuses that stand side by side; those that are PARTIALY_PAID or PAID have a payment each (DIFFERING). */
const batch = (invoices) => invoices / SAME;
const paymentsOf = (invoices) => 2 * batch(invoices) * Math.floor(SAME / STATUSES.length + 1);

/**
 * Rows of each table in a hospital with so many patients, in the order of the foreign keys; never so few that a page of
 * 100 is not full. The last user is the account that logs in, the others are the doctors'.
 */
export const countsOf = (patients) => ({
  user: groups(patients / 200) + 1,
  department: 200,
  patient: patients,
  doctor: groups(patients / 200),
  file: patients / 5,
  appointment: patients / 2,
  invoice: patients,
  catalog_item: groups(patients / 100),
  payment: paymentsOf(patients),
  doctor_hours: groups(patients / 200),
  note: patients / 20,
});
export const TABLES = Object.keys(countsOf(0));

/** Bijective on 32 bits: neighbours in time are not neighbours in an index of it. */
const scatter = (seq) => Math.imul(seq, 2_654_435_761) >>> 0;
/** One of `n`, by the better ones of the scattered bits. */
const pick = (seq, n) => (scatter(seq) >>> 7) % n;
const hex = (n, width) => n.toString(16).padStart(width, '0');
export const idOf = (table, seq) =>
  `${hex(scatter(seq), 8)}-${hex(TABLES.indexOf(table), 4)}-4000-8000-${hex(seq, 12)}`;
const digits = (n, width = 8) => String(n).padStart(width, '0');
/** The n-th word of a vocabulary; none is the beginning of another. */
const word = (prefix, n) => prefix + digits(n, 12);
const datetime = (ms) => new Date(ms).toISOString().slice(0, 19);
const date = (ms) => datetime(ms).slice(0, 10);
/** Four patients in a row are a family, one of whom gets the bills of all. */
const family = (seq) => Math.floor((seq - 1) / 4);
const payer = (seq) => idOf('patient', family(seq) * 4 + 1);
/** Pays every fiftieth invoice of the hospital, and has a rare family name. */
export const LARGE_PAYER_SEQ = 5;
export const LARGE_PAYER = idOf('patient', LARGE_PAYER_SEQ);

/** What was paid of invoices that are PARTIALY_PAID. */
const PART = 5_000;
const price = (seq) => 10_011 + pick(seq, 80_000);

const named = ({ first_name, middle_name, last_name }) => ({
  Givenname: first_name,
  Middlename: middle_name,
  Familyname: last_name,
});

// People are numbered from the middle on, where the cases find theirs (growth/world.mjs): these have the same names at
// every size.
const patientNames = (seq, { patient }, few) =>
  named(
    namesOf({
      few,
      slot: family(seq) % (patient / SAME),
      household: family(seq) - family(patient / 2 + 1),
      person: seq - patient / 2,
      special: 0.03,
    }),
  );
const doctorNames = (seq, { doctor }, few) =>
  named(namesOf({ few, slot: seq % (doctor / SAME), household: seq - doctor / 2, person: seq - doctor / 2 }));

/** So many doctors, from the middle on, work in the department whose free times the cases ask for, every day. */
const COLLEAGUES = 20;
export const THEIR_DEPARTMENT_SEQ = 101;
/** In May 2027 each of them has as many appointments at every size, one a day. */
const IN_MAY = 20 * COLLEAGUES;
const inMay = (seq, { doctor }) => ({
  doctor_id: idOf('doctor', doctor / 2 + 1 + ((seq - 1) % COLLEAGUES)),
  starts_at: Date.UTC(2027, 4, 3 + Math.floor((seq - 1) / COLLEAGUES), 8),
});

/** How the n-th copy differs: words by the words of the seed that they replace, and columns. */
const DIFFERING = {
  user: (seq, counts, few) => [{ loginname: `doctor${seq}`, ...doctorNames(seq, counts, few) }],
  department: (seq) => [{ Wardname: word('Ward', seq), Wardcode: `DEP${digits(seq, 6)}` }],
  patient: (seq, counts, few) => [
    {
      ...patientNames(seq, counts, few),
      10000000: digits(10_000_000 + seq),
      50000000: digits(50_000_000 + ((seq * 7_654_321) % 10_000_000)),
    },
    { dob: date(BORN + pick(seq + 11, 34_000) * DAY) },
  ],
  doctor: (seq, counts, few) => [
    { ...doctorNames(seq, counts, few), 20000000: digits(20_000_000 + seq), 77777777: digits(seq) },
    { user_id: idOf('user', seq) },
  ],
  file: (seq) => [{}, { entity_id: idOf('patient', seq * 5) }],
  appointment(seq, { doctor, department, appointment }) {
    const { doctor_id, starts_at } =
      seq <= IN_MAY
        ? inMay(seq, { doctor })
        : { doctor_id: idOf('doctor', 1 + (seq % doctor)), starts_at: START + pick(seq, 525_600) * 60_000 };
    const columns = {
      patient_id: payer(seq * 2),
      doctor_id,
      department_id: idOf('department', 1 + (seq % department)),
      schedule: datetime(starts_at),
      starts_at,
      ends_at: starts_at + 20 * 60_000,
      tags: JSON.stringify([`plan-${seq % (appointment / SAME)}`]),
    };
    return [{}, columns];
  },
  /** Every tenth appointment has one, signed by its doctor. A patient has one in fifty of all. */
  note(seq, counts) {
    const of = 10 * seq;
    const [, { patient_id, doctor_id }] = DIFFERING.appointment(of, counts);
    return [
      {},
      { appointment_id: idOf('appointment', of), patient_id: seq % 50 === 49 ? LARGE_PAYER : patient_id, doctor_id },
    ];
  },
  /**
   * One of the two lines is the same in every invoice. Every second has an appointment; a quarter are insured, another
   * quarter are of outpatients.
   */
  invoice(seq, { invoice }) {
    const vocabulary = batch(invoice);
    // Each tag has its statuses in the same proportion.
    const status = STATUSES[Math.floor(seq / vocabulary) % STATUSES.length];
    const total = 10_000 + price(seq);
    const paid_amount = { PAID: total, PARTIALY_PAID: PART }[status] ?? 0;
    const issue_at = START + pick(seq + 3, 31_536_000) * 1000;
    const due_at = issue_at + 30 * DAY;
    const columns = {
      ...{ issue_date: datetime(issue_at), issue_at, due_date: datetime(due_at), due_at, status },
      ...{ subtotal: total, total_amount: total, paid_amount, remaining_amount: total - paid_amount },
      appointment_id: seq % 2 ? null : idOf('appointment', seq / 2),
      patient_id: seq % 50 === 49 ? LARGE_PAYER : payer(seq),
      tags: JSON.stringify([
        `batch-${seq % vocabulary}`,
        ...(pick(seq + 5, 4) ? [] : ['insured']),
        ...(pick(seq * 3 + 1, 4) ? [] : ['outpatient']),
      ]),
    };
    return [{ Labcode: word('LAB', seq % vocabulary), 424242: price(seq) }, columns];
  },
  /** The n-th of the invoices that are PARTIALY_PAID or PAID, which stand behind each other. */
  payment(seq, { invoice }) {
    const size = batch(invoice);
    const [round, place] = [Math.floor((seq - 1) / (2 * size)), (seq - 1) % (2 * size)];
    const of = (STATUSES.length * round + STATUSES.indexOf('PARTIALY_PAID')) * size + place;
    return [{}, { invoice_id: idOf('invoice', of), amount: place < size ? PART : 10_000 + price(of) }];
  },
  catalog_item: (seq, { catalog_item }) => [
    { 77777777: digits(seq), Examname: word('Exam', seq % (catalog_item / SAME)), 424242: 10 + (seq % 10) },
    {
      default_price: price(seq),
      tags: JSON.stringify([`kit-${seq % (catalog_item / SAME)}`, 'listed', ...(seq % 2 ? [] : ['routine'])]),
    },
  ],
  doctor_hours(seq, { doctor }) {
    const isColleague = seq > doctor / 2 && seq <= doctor / 2 + COLLEAGUES;
    const department_id = idOf('department', isColleague ? THEIR_DEPARTMENT_SEQ : 1 + (seq % 100));
    const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      ...{ weekday, from: '08:00', to: '12:00', department_id, slot_minutes: 30 },
    }));
    const columns = { id: idOf('doctor', seq), weekly: JSON.stringify(weekly), exceptions: '[]' };
    return [{}, { ...columns, department_ids: JSON.stringify([department_id]) }];
  },
};

/** Makes copies of a row with other words; where the row has a word in lower case (keys), so has the copy. */
function copier(seed, words) {
  const pattern = new RegExp(`(${words.join('|')})`, 'i');
  const texts = Object.entries(seed).filter(
    ([, text]) => typeof text === 'string' && words.length > 0 && pattern.test(text),
  );
  const split = texts.map(([column, text]) => [column, text.split(pattern)]);
  return (replacements) => {
    const other = { ...replacements };
    for (const [from, to] of Object.entries(replacements)) other[from.toLowerCase()] ??= String(to).toLowerCase();
    const row = { ...seed };
    for (const [column, parts] of split) {
      row[column] = parts.map((part) => other[part] ?? part).join('');
    }
    return row;
  };
}

/** @param seeds from seedsOf @param counts from countsOf @param few whether names are few (names.mjs) */
export function hospitalOf(seeds, counts, { few = false } = {}) {
  const copiers = {};
  const row = (table, seq) => {
    if (table === 'user' && seq === counts.user) return { ...seeds.account, seq };
    const [words, columns] = DIFFERING[table](seq, counts, few);
    const at = START + seq * 1000;
    copiers[table] ??= copier(seeds[table], Object.keys(words));
    const times = 'updated_at' in seeds[table] ? { created_at: at, updated_at: at } : { created_at: at };
    const copy = { ...copiers[table](words), id: idOf(table, seq), ...columns, seq, ...times };
    return Object.assign(copy, termsOf(table, copy));
  };
  /** The audit row of a creation. */
  const audit = (table, { id, created_at }) => ({
    ...seeds.audit,
    ...{ seq: null, at: created_at, entity: table, entity_id: id, request_id: id },
  });
  return { counts, row, audit };
}

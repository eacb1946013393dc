// The hospital that is generated: what the n-th row of each table holds. The same for every size but for the sizes of
// the vocabularies: a surname, a tag and a code always belong to SAME rows, however large the tables are.
import { terms } from '../../src/search.ts';

/** How many rows one word finds, at every size. */
export const SAME = 40;
export const ACTOR = '00000000-0000-4000-8000-00000000b00c';
export const START = Date.UTC(2025, 0, 1);
export const DAY = 86_400_000;
const STATUSES = ['DRAFT', 'ISSUED', 'PARTIALY_PAID', 'PAID', 'VOID', 'WRITTEN_OFF'];
const KINDS = ['user', 'department', 'patient', 'doctor', 'file', 'appointment', 'invoice', 'catalog_item'];

const groups = (rows) => Math.max(200, Math.ceil(rows / SAME) * SAME);

/** Rows of each table in a hospital with so many patients; never so few that a page of 100 is not full. */
export const countsOf = (patients) => ({
  department: 200,
  patient: patients,
  doctor: groups(patients / 200),
  file: patients / 5,
  appointment: patients / 2,
  invoice: patients,
  catalog_item: groups(patients / 100),
});

/** Bijective on 32 bits: neighbours in time are not neighbours in an index of it. */
const scatter = (seq) => Math.imul(seq, 2_654_435_761) >>> 0;
/** One of `n`, by the better ones of the scattered bits. */
export const pick = (seq, n) => (scatter(seq) >>> 7) % n;
const hex = (n, width) => n.toString(16).padStart(width, '0');
export const idOf = (kind, seq) => `${hex(scatter(seq), 8)}-${hex(KINDS.indexOf(kind), 4)}-4000-8000-${hex(seq, 12)}`;

const SYLLABLES = ['ba', 'de', 'fi', 'go', 'hu', 'ka', 'le', 'mi', 'no', 'ru'];
/** The n-th word of a vocabulary; none is the beginning of another. */
export const word = (prefix, n) =>
  prefix + [...String(n).padStart(6, '0')].map((digit) => SYLLABLES[Number(digit)]).join('');

/** Four patients in a row are a family, one of whom gets the bills of all. */
const family = (seq) => Math.floor((seq - 1) / 4);
export const surname = (seq, { patient }) => word('Lind', family(seq) % (patient / SAME));
export const doctorSurname = (seq, { doctor }) => word('Dok', seq % (doctor / SAME));
export const tagOf = (seq, { invoice }) => `batch-${seq % (invoice / SAME)}`;
/** Each tag has its statuses in the same proportion. */
export const statusOf = (seq, { invoice }) => STATUSES[Math.floor(seq / (invoice / SAME)) % STATUSES.length];
export const codeOf = (seq, { invoice }) => word('LAB', seq % (invoice / SAME));
export const catalogName = (seq, { catalog_item }) => word('Exam', seq % (catalog_item / SAME));
export const payer = (invoice) => family(invoice) * 4 + 1;

/** What every row has. */
export const entity = (kind, seq) => ({
  seq,
  id: idOf(kind, seq),
  version: 1,
  created_at: START + seq * 1000,
  created_by: ACTOR,
  updated_at: START + seq * 1000,
  updated_by: ACTOR,
  deleted_at: null,
});
export const datetime = (ms) => new Date(ms).toISOString().slice(0, 19);
export const termsOf = (...values) => JSON.stringify(terms(values));

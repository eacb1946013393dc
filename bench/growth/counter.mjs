// What the counter and the record ask for: the cash report, credit notes, lists of who has not paid, and the person of a patient
// with merges, closures and walk-ins. Cases are as in reads.mjs and writes.mjs.
import { body } from '../lib/bodies.mjs';

const SUMMED = 'adds up the payments of its period, 250,000 at most';
const SCANNED = 'looks at 5,000 payments at most';
/** And the invoice, the patient and the account of each one that it lists. */
const SCANNED_MAX = 5_000 + 5 * 100;
const RANGED = 'looks at 10,000 invoices of the range at most';
/** For the total an entry of the index and a row, for the page its place in the order, too; and what the page shows. */
const RANGED_MAX = 5 * 10_000 + 3 * 100;

/** The loaded payments are of the first days of that month, a second apart, and none is of the other one. */
const [DAY, PAID, IDLE] = [
  'from=2025-01-01&to=2025-01-01',
  'from=2025-01-01&to=2025-01-31',
  'from=2026-02-01&to=2026-02-28',
];
const NATIONAL_ID = '19840229-1234';

const person = (world) => ({
  ...body.patient(),
  email: 'newanna@family.example',
  national_id: NATIONAL_ID,
  preferred_language: 'sv',
  next_of_kin: { name: 'Newbo Newsson', relation: 'husband', phone: '+46701234568' },
  allergies: [{ substance: 'Penicillin', reaction: 'Rash', severity: 'severe', noted_date: '2011-03-02' }],
  payer: { name: 'Ocean Mutual', kind: 'insurance', member_number: 'OM-4711', tax_id: null },
  mother_id: world.patient(),
});

const cashReads = (world) => [
  { name: 'cash report, of a month without payments', path: `/payment/summary?${IDLE}` },
  { name: 'cash report, of a day', path: `/payment/summary?${DAY}`, grows: SUMMED },
  { name: 'all payments, 100', path: `/payment/?${PAID}&limit=100` },
  { name: 'all payments, of a month without any', path: `/payment/?${IDLE}&limit=100` },
  ...['method=cash', 'kind=refund', 'reference=unknown', `by=${world.doctorUser(0)}`].map((filter) => ({
    name: `all payments, ${filter.replace(/=.{36}$/, '=who took none')}`,
    path: `/payment/?${PAID}&limit=100&${filter}`,
    grows: SCANNED,
    bound: { rows_read: SCANNED_MAX },
  })),
];

const owed = (name, query) => ({
  name: `invoices ${name}`,
  path: `/invoice/?limit=100&${query}`,
  grows: RANGED,
  bound: { rows_read: RANGED_MAX },
});

const invoiceReads = (world) => [
  owed('overdue', 'overdue=true'),
  owed('overdue by -total_amount', 'overdue=true&order_by=-total_amount'),
  owed('unpaid', 'unpaid=true&order_by=-issue_date&view=full'),
  owed('due before a day', 'due_before=2025-06-01&order_by=due_date'),
  owed('issued in a month', 'issued_from=2025-06-01&issued_to=2025-06-30'),
  owed('issued in a month, as CSV', 'issued_from=2025-06-01&issued_to=2025-06-30&format=csv'),
  { name: 'invoices overdue of a patient', path: `/invoice/?overdue=true&patient_id=${world.patient()}` },
];

const tables = ({ words }) => [
  ...[
    ['patients', '/patient/?limit=500'],
    ['patients in full', '/patient/?limit=500&view=full'],
    ['doctors', '/doctor/?limit=100'],
    ['catalog', '/catalog/?limit=100'],
    ['appointments', '/calendar/appointments/?limit=100'],
  ].map(([name, path]) => ({ name: `${name}, as CSV`, path: `${path}&format=csv&locale=de-DE` })),
  {
    name: 'patients of a search, as CSV',
    path: `/patient/?limit=100&search=${words.patient}&format=csv`,
    bound: { rows_read: 2 * 100 + 50, trips: 1 },
  },
];

const documents = (world, state) => [
  { name: 'receipt', path: `/invoice/${world.bill(0)}/payments/${state.payment}?view=full` },
  {
    name: 'credit note create',
    method: 'POST',
    path: (k) => `/invoice/${world.bill(4 + k)}/credit-note`,
    json: () => ({ amount: 10, reason: 'Not done' }),
    times: 3,
    after: (answer) => {
      state.creditNote ??= answer.json().id;
    },
  },
  { name: 'credit notes of an invoice', path: `/invoice/${world.bill(4)}/credit-note` },
];

// Two who pay for a family each, and have no file.
const merge = (world, name, path, rest) => ({
  name: `patient ${name}`,
  method: 'POST',
  path: `/patient/${world.payers(0)}/${path}`,
  json: () => ({ from: world.payers(1) }),
  times: 1,
  ...rest,
});

const people = (world) => [
  { name: 'patient create, with all fields', method: 'POST', path: '/patient/', json: () => person(world), times: 1 },
  { name: 'patients list, a national id', path: `/patient/?national_id=${NATIONAL_ID}` },
  {
    name: 'patient update, a death',
    method: 'PATCH',
    path: `/patient/${world.payers(2)}`,
    json: () => ({ deceased_at: '2025-01-02' }),
    times: 1,
  },
  merge(world, 'merge', 'merge'),
  merge(world, 'merge, again', 'merge'),
  merge(world, 'unmerge', 'unmerge'),
];

const days = (world) => [
  {
    name: 'appointment create, of a walk-in',
    method: 'POST',
    path: '/appointment/',
    json: (k) => ({ ...body.appointment(world, k), status: 'CHECKED_IN', schedule: '2027-04-01T09:30:00' }),
    times: 3,
  },
  {
    name: 'appointment create, beside another of the patient',
    method: 'POST',
    path: '/appointment/',
    json: (k) => ({ ...body.appointment(world, 3), doctor_id: world.doctor(k), schedule: '2027-04-02T09:30:00' }),
    times: 3,
  },
  {
    name: 'closures set',
    method: 'PUT',
    path: '/calendar/closures',
    json: () => ({
      closures: [
        { name: 'Midsummer', from: '2027-06-21', to: '2027-06-22' },
        { name: 'Leave', from: '2027-08-01', to: '2027-08-14', doctor_id: world.doctor(0) },
      ],
    }),
    times: 3,
  },
  { name: 'closures', path: '/calendar/closures' },
];

export const counter = (world, state) => [
  ...cashReads(world),
  ...invoiceReads(world),
  ...tables(world),
  ...documents(world, state),
  ...people(world),
  ...days(world),
  {
    name: 'own name',
    method: 'PATCH',
    path: '/auth/users/me',
    json: (k) => ({ full_name: `New Name ${k}` }),
    times: 2,
  },
];

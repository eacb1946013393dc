import type { Body } from './client';
import { make } from './factories';
import { STATUSES } from './invoices';
import { pick, type Reference } from './list-reference';

export const ORDERS = ['created_at', 'issue_date', 'due_date', 'status', 'reg_number', 'total_amount'];
export const TAGS = ['all', 'even', "o'clock", 'a"b', '100%', 'ü,ö'];

const NAMES = [
  ['Anna', null, 'Bergström'],
  ['Björn', 'Anders', 'Ångman'],
  ['Chloë', 'Test', "O'Brien"],
  ['Žofie', null, 'Núñez'],
  ['Bo', null, 'Annasson'],
];
/** Two of the issue dates are the same instant in different zones; some due dates are null. */
const ISSUED = [
  '2026-03-01T12:00:00',
  '2026-03-01T14:00:00+02:00',
  '2025-12-31T23:59:59.999Z',
  '2026-03-01T12:00:00.001',
];
const DUE = [null, '2026-04-01T00:00', '2026-04-01T00:00:00Z', '2026-05-01T00:00'];
const ITEMS = [
  [{ name: 'Blood test', code: 'LAB-12', unit_price: 10 }],
  [
    { name: 'Röntgen chest', code: 'IMG', unit_price: 20.5 },
    { name: 'blood count', unit_price: 0 },
  ],
  [],
  [{ name: 'Anna-Lena therapy', unit_price: 10 }],
];

/** The fields of invoice `i`. The first two patients have an appointment each, which some of their invoices are for. */
function fieldsOf(i: number, patients: Body[], appointments: Body[]) {
  const status = pick(STATUSES, i * 5 + Math.floor(i / 6));
  const items = pick(ITEMS, i);
  const total = items.reduce((sum, { unit_price }) => sum + unit_price, 0);
  const fits = total > 0 || status !== 'PARTIALY_PAID';
  const owner = i % 7 < 2 ? i % 7 : i;
  return {
    patient_id: pick(patients, owner).id,
    appointment_id: appointments[i % 7]?.id ?? null,
    issue_date: pick(ISSUED, i * 3),
    due_date: pick(DUE, i + Math.floor(i / 4)),
    status: fits ? status : 'ISSUED',
    paid_amount: status === 'PAID' ? total : status === 'PARTIALY_PAID' ? total / 2 : 0,
    items,
    tags: ['all', ...(i % 2 ? [] : ['even']), pick(TAGS.slice(2), i)],
  };
}

const at = (date: string | null) => date && Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(date) ? date : `${date}Z`);

/** Creates sixty invoices of five patients. `list` is the reference to compare the lists of the service to. */
export async function makeInvoices() {
  const patients: Body[] = [];
  for (const [first_name, middle_name, last_name] of NAMES)
    patients.push(await make.patient({ first_name, middle_name, last_name }));
  const first = await make.appointment({ patient_id: patients[0].id });
  const appointments = [first, await make.appointment({ ...first, patient_id: patients[1].id })];
  const records: Body[] = [];
  for (let i = 0; i < 60; i++) records.push(await make.invoice(fieldsOf(i, patients, appointments)));

  const list: Reference<Body> = {
    path: '/invoice/',
    records: () => records,
    key: (record, order) => {
      if (order === 'created_at') return 0;
      return order.endsWith('_date') ? at(record[order]) : record[order];
    },
    texts: ({ reg_number, items, patient_id }) => {
      const owner = patients.find(({ id }) => id === patient_id);
      const lines = items.flatMap(({ code, name }: Body) => [code, name]);
      return [reg_number, ...lines, owner?.first_name, owner?.middle_name, owner?.last_name, owner?.reg_number];
    },
  };
  return { records, patients, appointments, list };
}

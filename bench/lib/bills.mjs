// The n-th invoice and catalog item.
import {
  catalogName,
  codeOf,
  DAY,
  datetime,
  entity,
  idOf,
  payer,
  pick,
  SAME,
  START,
  statusOf,
  tagOf,
  termsOf,
} from './vocabulary.mjs';

const SERVICES = [
  'Radiography',
  'Physiotherapy',
  'Vaccination',
  'Ultrasound',
  'Endoscopy',
  'Dialysis',
  'Biopsy',
  'Suture',
];

const line = (code, name, unit_price) => ({
  catalog_id: null,
  code,
  name,
  quantity: 1,
  unit_price,
  discount_percent: 0,
  discount_amount: 0,
  net_amount: unit_price,
});

/** Of its two lines one is found in every invoice; every second invoice has an appointment, every fourth is insured. */
export function invoice(seq, counts) {
  const lines = [
    line('CONS', 'Consultation', 10_000),
    line(codeOf(seq, counts), SERVICES[seq % SERVICES.length], 10_011 + pick(seq, 80_000)),
  ];
  const total = lines[0].net_amount + lines[1].net_amount;
  const status = statusOf(seq, counts);
  const paid_amount = { PAID: total, PARTIALY_PAID: 5_000 }[status] ?? 0;
  const issue_at = START + pick(seq + 3, 31_536_000) * 1000;
  return {
    ...entity('invoice', seq),
    issue_date: datetime(issue_at),
    issue_at,
    due_date: datetime(issue_at + 30 * DAY),
    due_at: issue_at + 30 * DAY,
    status,
    discount_amount: 0,
    discount_percent: 0,
    paid_amount,
    appointment_id: seq % 2 ? null : idOf('appointment', seq / 2),
    patient_id: idOf('patient', payer(seq)),
    items: JSON.stringify(lines),
    tags: JSON.stringify([tagOf(seq, counts), ...(pick(seq + 5, 4) ? [] : ['insured'])]),
    subtotal: total,
    total_amount: total,
    remaining_amount: total - paid_amount,
    terms: termsOf(...lines.flatMap(({ code, name }) => [code, name])),
  };
}

export function catalog_item(seq, counts) {
  const code = `CAT-${String(seq).padStart(8, '0')}`;
  const [name, category, description] = [catalogName(seq, counts), `Group ${10 + (seq % 10)}`, 'Half an hour'];
  return {
    ...entity('catalog_item', seq),
    ...{ code, code_key: code.toLowerCase(), name },
    default_price: 10_011 + pick(seq, 80_000),
    discount_percent: 0,
    discount_amount: 0,
    category,
    description,
    tags: JSON.stringify([`kit-${seq % (counts.catalog_item / SAME)}`, 'listed']),
    terms: termsOf(code, name, category, description),
  };
}

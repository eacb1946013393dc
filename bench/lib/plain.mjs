// SQL and rows of the contenders that the service is compared with: written by hand, to give the same answers. Only the
// search terms are made by the service's own functions, so that the rows are the same too.
import { body } from './bodies.mjs';
import { termsOf } from './terms.mjs';

const LISTED =
  'id, reg_number, gender, first_name, middle_name, last_name, phone_number, dob, blood_group, alt_phone_number';
const INVOICE =
  'id, reg_number, issue_date, due_date, status, discount_amount, discount_percent, paid_amount, appointment_id, ' +
  'patient_id, items, subtotal, remaining_amount, total_amount, tags, created_at, updated_at';

export const PATIENT = `SELECT ${LISTED}, (SELECT json_group_array(json_object('id', f.id, 'type', f.type,
    'extension', f.extension, 'entity_id', f.entity_id)) FROM (SELECT * FROM file
    WHERE entity_id = patient.id AND deleted_at IS NULL ORDER BY seq) AS f) AS files
  FROM patient WHERE id = ? AND deleted_at IS NULL`;
export const PATIENTS = `SELECT ${LISTED} FROM patient WHERE deleted_at IS NULL ORDER BY seq DESC LIMIT ?`;
export const SEARCH = `SELECT ${LISTED} FROM (SELECT rowid FROM patient_search
    WHERE patient_search MATCH '"' || ? || '"*' ORDER BY rowid DESC LIMIT ?) AS match
  CROSS JOIN patient ON patient.seq = match.rowid WHERE deleted_at IS NULL ORDER BY match.rowid DESC`;
export const TOTAL = `SELECT coalesce(sum(n), 0) AS total FROM counter WHERE kind = 'invoice'`;
export const INVOICES = `SELECT ${INVOICE} FROM invoice WHERE deleted_at IS NULL ORDER BY seq LIMIT ?`;
export const FILE = 'SELECT name FROM file WHERE id = ? AND entity_id = ? AND extension = ? AND deleted_at IS NULL';

const insert = (table, columns, returning) =>
  `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) RETURNING ${returning}`;

const entity = (id, now) => ({ id, version: 1, created_at: now, updated_at: now });

/** Of an input in full. */
export function patientRow(input, id, now) {
  const row = { ...entity(id, now), ...input };
  for (const name in input) if (Array.isArray(input[name])) row[name] = JSON.stringify(input[name]);
  return Object.assign(row, termsOf('patient', row));
}
export const CREATE_PATIENT = insert('patient', Object.keys(patientRow(body.patient(), '', 0)), 'id, reg_number');

const cents = (amount) => Math.round((amount ?? 0) * 100);

export function invoiceRow(input, id, now) {
  const lines = (input.items ?? []).map((item) => {
    const [quantity, percent, less] = [item.quantity ?? 1, item.discount_percent ?? 0, cents(item.discount_amount)];
    const gross = Math.round(quantity * cents(item.unit_price));
    return {
      catalog_id: null,
      code: item.code ?? null,
      name: item.name,
      quantity,
      unit_price: cents(item.unit_price),
      discount_percent: percent,
      discount_amount: less,
      net_amount: gross - Math.round((gross * percent) / 100) - less,
    };
  });
  const subtotal = lines.reduce((sum, line) => sum + line.net_amount, 0);
  const percent = input.discount_percent ?? 0;
  const total_amount = subtotal - Math.round((subtotal * percent) / 100) - cents(input.discount_amount);
  const items = JSON.stringify(lines);
  return {
    ...entity(id, now),
    issue_date: input.issue_date,
    issue_at: Date.parse(`${input.issue_date}Z`),
    due_date: input.due_date,
    due_at: Date.parse(`${input.due_date}Z`),
    status: input.status ?? 'DRAFT',
    discount_amount: cents(input.discount_amount),
    discount_percent: percent,
    paid_amount: cents(input.paid_amount),
    appointment_id: input.appointment_id ?? null,
    patient_id: input.patient_id,
    items,
    tags: JSON.stringify(input.tags ?? []),
    subtotal,
    total_amount,
    remaining_amount: total_amount - cents(input.paid_amount),
    ...termsOf('invoice', { items }),
  };
}
export const CREATE_INVOICE = insert('invoice', Object.keys(invoiceRow({}, '', 0)), 'reg_number');

/** An invoice as it is answered, of the columns that are answered. */
export const toInvoice = (row) => ({
  ...row,
  discount_amount: row.discount_amount / 100,
  paid_amount: row.paid_amount / 100,
  items: JSON.parse(row.items).map((line) => ({
    ...line,
    unit_price: line.unit_price / 100,
    discount_amount: line.discount_amount / 100,
    net_amount: line.net_amount / 100,
  })),
  subtotal: row.subtotal / 100,
  remaining_amount: row.remaining_amount / 100,
  total_amount: row.total_amount / 100,
  tags: JSON.parse(row.tags),
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
});

export const toPatient = ({ files, ...patient }, origin) => ({
  ...patient,
  files: JSON.parse(files).map(({ extension, ...file }) => ({
    ...file,
    mime_type: extension,
    url: `${origin}/static/${file.entity_id}/${file.id}${extension}`,
  })),
});

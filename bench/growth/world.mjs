// Which of the loaded records the cases use: alike at every size, so that only the size of the tables differs.
import { idOf, LARGE_PAYER, LARGE_PAYER_SEQ, THEIR_DEPARTMENT_SEQ } from '../lib/hospital.mjs';

// Node can import it now that hospital.mjs has run scripts/typescript.mjs.
export const { OFFSET_MAX, SEARCH_OFFSET_MAX } = await import('../../src/schemas/listing.ts');

/** The offset of a part of so many rows, or the deepest that the service takes. */
export const offsetAt = (rows, part, most = OFFSET_MAX) => Math.min(Math.floor(rows * part), most);

export function worldOf({ counts, row }) {
  const middle = counts.patient / 2;
  /** Pays for a family and has no file. */
  const patientSeq = (k) => middle + 1 + 20 * k;
  const doctorSeq = (k) => counts.doctor / 2 + 1 + k;
  const filed = middle + 5;

  // Drafts without appointment and with one tag, from the middle on.
  const drafts = [];
  for (let seq = middle + 1; drafts.length < 10 && seq <= counts.invoice; seq += 2) {
    const { id, status, tags } = row('invoice', seq);
    if (status === 'DRAFT' && JSON.parse(tags).length === 1) drafts.push(id);
  }
  // Of those that are PARTIALY_PAID.
  const bill = (k) => idOf('invoice', (2 * counts.invoice) / 40 + k);
  const [invoice, item] = [row('invoice', middle + 1), row('catalog_item', 101)];
  return {
    counts,
    middle,
    drafts,
    bill,
    patient: (k = 0) => idOf('patient', patientSeq(k)),
    patientWithFile: idOf('patient', filed),
    /** Others who pay for a family and have no file. */
    payers: (k) => idOf('patient', patientSeq(k) + 8),
    /** Has one in fifty of the invoices, and of the notes. */
    largePayer: LARGE_PAYER,
    files: (k) => idOf('file', filed / 5 + 1 + k),
    doctor: (k = 0) => idOf('doctor', doctorSeq(k)),
    doctorEmail: (k) => row('user', doctorSeq(k)).email,
    doctorUser: (k) => idOf('user', doctorSeq(k)),
    department: (k = 0) => idOf('department', THEIR_DEPARTMENT_SEQ + k),
    catalog: (k = 0) => idOf('catalog_item', 101 + k),
    /** with a note, and its patient */
    visit: (k = 0) => row('appointment', 10 * (counts.note / 2 + 10 + k)),
    appointments: (k) => idOf('appointment', (middle + 12) / 2 + k),
    /** with the patient that it is of */
    appointment: row('appointment', (middle + 2) / 2),
    words: {
      patient: row('patient', patientSeq(0)).last_name,
      doctor: row('doctor', doctorSeq(0)).last_name,
      invoice: JSON.parse(invoice.items)[1].code,
      catalog: item.name,
      largePayer: row('patient', LARGE_PAYER_SEQ).last_name,
    },
    tag: JSON.parse(invoice.tags)[0],
    plan: JSON.parse(row('appointment', middle / 2 + 1).tags)[0],
    kit: JSON.parse(item.tags)[0],
  };
}

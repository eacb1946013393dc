import type { Columns } from '../../rules/csv';
import type { NamedInvoice } from './schemas';

/** The list as a table. A bill has the names of whom it was issued to, although their record was merged since. */
export const INVOICE_COLUMNS: Columns<NamedInvoice> = {
  reg_number: ({ reg_number }) => reg_number,
  issue_date: ({ issue_date }) => issue_date,
  due_date: ({ due_date }) => due_date,
  status: ({ status }) => status,
  patient: ({ issued_to, patient }) => (issued_to ?? patient).reg_number,
  first_name: ({ issued_to, patient }) => (issued_to ?? patient).first_name,
  last_name: ({ issued_to, patient }) => (issued_to ?? patient).last_name,
  payer: ({ payer }) => payer?.name,
  subtotal: ({ subtotal }) => subtotal,
  tax_amount: ({ tax_amount }) => tax_amount,
  total_amount: ({ total_amount }) => total_amount,
  paid_amount: ({ paid_amount }) => paid_amount,
  credited_amount: ({ credited_amount }) => credited_amount,
  remaining_amount: ({ remaining_amount }) => remaining_amount,
  tags: ({ tags }) => tags.join('; '),
  id: ({ id }) => id,
};

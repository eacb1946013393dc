import type { Columns } from '../../rules/csv';
import type { Group, InvoiceSum } from './schemas';

const KEYS: Record<Group, Columns<InvoiceSum>> = {
  doctor: {
    doctor: ({ doctor }) => doctor?.reg_number,
    first_name: ({ doctor }) => doctor?.first_name,
    last_name: ({ doctor }) => doctor?.last_name,
  },
  service: {
    code: ({ service }) => service?.code,
    name: ({ service }) => service?.name,
    quantity: ({ quantity }) => quantity,
  },
  day: { date: ({ date }) => date },
};

/** The summary as a table. It has no row of the total: spreadsheets add up. */
export const invoiceSummaryColumns = (group: Group): Columns<InvoiceSum> => ({
  ...KEYS[group],
  invoices: ({ invoices }) => invoices,
  lines: ({ lines }) => lines,
  net_amount: ({ net_amount }) => net_amount,
  tax_amount: ({ tax_amount }) => tax_amount,
  total_amount: ({ total_amount }) => total_amount,
  credited_amount: ({ credited_amount }) => credited_amount,
  earned_amount: ({ earned_amount }) => earned_amount,
});

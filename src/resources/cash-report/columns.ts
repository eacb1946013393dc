/** What the list and the report are as tables, apart from the routes, which pick one. */
import type { Columns } from '../../rules/csv';
import type { ListedPayment, PaymentSummary } from './schemas';

export const PAYMENT_COLUMNS: Columns<ListedPayment> = {
  receipt_number: ({ receipt_number }) => receipt_number,
  date: ({ date }) => date,
  created_at: ({ created_at }) => created_at,
  paid_at: ({ paid_at }) => paid_at,
  kind: ({ kind }) => kind,
  method: ({ method }) => method,
  amount: ({ amount }) => amount,
  reference: ({ reference }) => reference,
  account: ({ account }) => account?.full_name,
  invoice: ({ invoice }) => invoice.reg_number,
  patient: ({ patient }) => patient.reg_number,
  first_name: ({ patient }) => patient.first_name,
  last_name: ({ patient }) => patient.last_name,
  payer: ({ payer }) => payer?.name,
  note: ({ note }) => note,
  id: ({ id }) => id,
};

interface SummaryRow {
  row: 'opening' | 'sum' | 'closing';
  date: string;
  method: string;
  account?: string | undefined;
  count?: number;
  received?: number;
  refunded?: number;
  net?: number;
  balance?: number | undefined;
}

export const SUMMARY_COLUMNS: Columns<SummaryRow> = {
  row: ({ row }) => row,
  date: ({ date }) => date,
  method: ({ method }) => method,
  account: ({ account }) => account,
  count: ({ count }) => count,
  received: ({ received }) => received,
  refunded: ({ refunded }) => refunded,
  net: ({ net }) => net,
  balance: ({ balance }) => balance,
};

/** What each method opens with, the sums, and what each closes with. */
export function summaryRows({ from, to, days, methods }: PaymentSummary): SummaryRow[] {
  const known = methods.filter(({ opening }) => opening !== undefined);
  return [
    ...known.map(({ method, opening }): SummaryRow => ({ row: 'opening', date: from, method, balance: opening })),
    ...days.map(({ account, ...sum }): SummaryRow => ({ row: 'sum', ...sum, account: account?.full_name })),
    ...known.map(({ method, closing }): SummaryRow => ({ row: 'closing', date: to, method, balance: closing })),
  ];
}

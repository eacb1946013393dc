import { currencyExponent } from '../../currency';
import { instant } from '../../datetime';
import { rowBy, selection } from '../../db/reads';
import { type InvoiceStatus, invoice, type StoredLine } from '../../db/schema/invoice';
import { toAmount, toMinor } from '../../money';
import { terms } from '../../search';
import { totalsOf } from './lines';
import { Invoice, type InvoiceInput } from './schemas';
import { checkPayment } from './transitions';

/** What a read of an invoice selects. */
export const COLUMNS = selection(invoice, Invoice);
export type Row = Pick<typeof invoice.$inferSelect, keyof Invoice>;
export const byId = rowBy(invoice, invoice.id, COLUMNS);

export const toInvoice = (row: Row): Invoice => {
  const exponent = currencyExponent();
  const lines = JSON.parse(row.items) as StoredLine[];
  return {
    id: row.id,
    reg_number: row.reg_number,
    issue_date: row.issue_date,
    due_date: row.due_date,
    status: row.status,
    discount_amount: toAmount(row.discount_amount, exponent),
    discount_percent: row.discount_percent,
    paid_amount: toAmount(row.paid_amount, exponent),
    appointment_id: row.appointment_id,
    patient_id: row.patient_id,
    items: lines.map((line) => ({
      ...line,
      unit_price: toAmount(line.unit_price, exponent),
      discount_amount: toAmount(line.discount_amount, exponent),
      net_amount: toAmount(line.net_amount, exponent),
    })),
    subtotal: toAmount(row.subtotal, exponent),
    remaining_amount: toAmount(row.remaining_amount, exponent),
    total_amount: toAmount(row.total_amount, exponent),
    tags: JSON.parse(row.tags),
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  };
};

/** What the client decides of an invoice, in minor units. */
export const moneyOf = (input: InvoiceInput) => ({
  discount_percent: input.discount_percent,
  discount_amount: toMinor(input.discount_amount, currencyExponent()),
  paid_amount: toMinor(input.paid_amount, currencyExponent()),
});

/** The columns that an input gives, with all that is computed. @throws RuleError when money or payment break a rule */
export function columnsOf(input: InvoiceInput, lines: readonly StoredLine[], issue_date: string) {
  const money = moneyOf(input);
  const totals = totalsOf(lines, money);
  const status: InvoiceStatus = input.status;
  checkPayment(status, money.paid_amount, totals.remaining_amount);
  return {
    ...money,
    ...totals,
    status,
    issue_date,
    issue_at: instant(issue_date),
    due_date: input.due_date,
    due_at: input.due_date === null ? null : instant(input.due_date),
    appointment_id: input.appointment_id,
    patient_id: input.patient_id,
    items: JSON.stringify(lines),
    tags: JSON.stringify(input.tags),
    terms: JSON.stringify(terms(lines.flatMap(({ code, name }) => [code, name]))),
  };
}

import { columnsFor, isLive } from '../../db/entity';
import { type InvoiceLine, invoice } from '../../db/schema/invoice';
import { db, type Inputs, statement } from '../../db/statement';
import { instant, isoTime } from '../../rules/datetime';
import { toAmount } from '../../rules/money';
import { Invoice, type InvoiceInput } from './schemas';
import { invoiceTerms } from './terms';

/** What a read of an invoice selects. */
export const columns = columnsFor(invoice, Invoice);
export type InvoiceRow = Pick<typeof invoice.$inferSelect, keyof Invoice>;

export const byId = statement((p: Inputs<{ id: string }>) =>
  db
    .select({ ...columns, version: invoice.version })
    .from(invoice)
    .where(isLive(invoice, p.id)),
);

/** The columns that hold an input, except its amounts. @param timeZone in which dates without a zone count */
export const toColumns = (input: InvoiceInput, lines: InvoiceLine[], issue_date: string, timeZone: string) => ({
  status: input.status,
  issue_date,
  issue_at: instant(issue_date, timeZone),
  due_date: input.due_date,
  due_at: input.due_date === null ? null : instant(input.due_date, timeZone),
  appointment_id: input.appointment_id,
  patient_id: input.patient_id,
  items: lines,
  tags: input.tags,
  ...invoiceTerms({ items: lines }),
});

/** @param exponent decimals of the currency */
export const toInvoice = (row: InvoiceRow, exponent: number): Invoice => ({
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
  items: row.items.map((line) => ({
    ...line,
    unit_price: toAmount(line.unit_price, exponent),
    discount_amount: toAmount(line.discount_amount, exponent),
    net_amount: toAmount(line.net_amount, exponent),
  })),
  subtotal: toAmount(row.subtotal, exponent),
  remaining_amount: toAmount(row.remaining_amount, exponent),
  total_amount: toAmount(row.total_amount, exponent),
  tags: row.tags,
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
});

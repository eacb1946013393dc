import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Payer } from '../../schemas/payer';
import { appendOnly } from './append-only';
import { longText, numbered, optionalJson } from './columns';
import { invoice } from './invoice';
import { ofRecord } from './whose';

/** Minor units, negative for a refund; an invoice's `paid_amount` is their sum. Another payment corrects a mistake. */
export const payment = sqliteTable(
  'payment',
  {
    // No AUTOINCREMENT, which reads a row per table: payments have no registration number, and are never deleted.
    seq: integer().primaryKey(),
    id: text().notNull().unique(),
    invoice_id: text()
      .notNull()
      .references(() => invoice.id),
    amount: integer().notNull(),
    method: text().notNull(),
    reference: text(),
    /** the text as sent */
    paid_at: text().notNull(),
    note: longText(),
    created_at: integer().notNull(),
    created_by: text(),
    payer: optionalJson<Payer>(),
    receipt_number: numbered('RCP'),
    /** of all payments by the method so far, with this one: what a cash report opens and closes with; versions before 0017 write none */
    method_total: integer(),
  },
  (t) => [
    index('payment_invoice').on(t.invoice_id),
    index('payment_created').on(t.created_at),
    index('payment_method').on(t.method),
  ],
);

export const paymentRows = ofRecord(payment, payment.invoice_id, { fhir: 'PaymentNotice' });

export const paymentExtras = () => [appendOnly(payment)];

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { appendOnly } from './append-only';
import { longText } from './columns';
import { invoice } from './invoice';

/**
 * What was paid on an invoice, or refunded (negative), in minor units; `paid_at` is the text as sent. The sum of an invoice's
 * payments is its `paid_amount`. Append-only: a mistake is corrected by another payment.
 */
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
    paid_at: text().notNull(),
    note: longText(),
    created_at: integer().notNull(),
    created_by: text(),
  },
  (t) => [index('payment_invoice').on(t.invoice_id)],
);

export const paymentExtras = () => [appendOnly(payment)];

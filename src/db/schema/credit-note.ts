import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { InvoiceTax } from '../../rules/taxes';
import { appendOnly } from './append-only';
import { json, longText, optionalJson, regNumber } from './columns';
import { type InvoiceLine, invoice } from './invoice';
import { ofRecord } from './whose';

/** What an issued invoice is lowered by, in minor units. It never changes: another invoice corrects a mistake. */
export const creditNote = sqliteTable(
  'credit_note',
  {
    // No AUTOINCREMENT: they are never deleted.
    seq: integer().primaryKey(),
    id: text().notNull().unique(),
    reg_number: regNumber('CRN'),
    invoice_id: text()
      .notNull()
      .references(() => invoice.id),
    /** empty where only an amount was given */
    items: json<InvoiceLine[]>(),
    discount_percent: real().notNull(),
    amount: integer().notNull(),
    taxes: optionalJson<InvoiceTax[]>(),
    tax_amount: integer().notNull(),
    reason: longText().notNull(),
    created_at: integer().notNull(),
    created_by: text(),
  },
  (t) => [
    uniqueIndex('credit_note_reg_number').on(t.reg_number),
    index('credit_note_invoice').on(t.invoice_id),
    index('credit_note_created').on(t.created_at),
  ],
);

export const creditNoteRows = ofRecord(creditNote, creditNote.invoice_id, { fhir: null });

export const creditNoteExtras = () => [appendOnly(creditNote)];

import { and, eq, isNull, sql } from 'drizzle-orm';
import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { InvoiceTax } from '../../rules/taxes';
import type { Payer } from '../../schemas/payer';
import { appointment } from './appointment';
import { entityColumns, json, live, optionalJson, regNumber, terms } from './columns';
import { counted, countedByTag } from './counted';
import { type MergedPatient, patient } from './patient';
import { searchable } from './searchable';
import { ofPatient } from './whose';

export const INVOICE_STATUSES = ['DRAFT', 'ISSUED', 'PARTIALY_PAID', 'PAID', 'VOID', 'WRITTEN_OFF'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** Amounts are in minor units. */
export interface InvoiceLine {
  catalog_id: string | null;
  code: string | null;
  name: string;
  quantity: number;
  unit_price: number;
  discount_percent: number;
  discount_amount: number;
  net_amount: number;
  /** a line without one is not taxed */
  tax_percent?: number;
  /** who did it */
  doctor_id?: string;
}

/** Amounts are minor units. The dates are the text as sent; `issue_at` and `due_at` (epoch milliseconds) order by them. */
export const invoice = sqliteTable(
  'invoice',
  {
    ...entityColumns(),
    reg_number: regNumber('INV'),
    issue_date: text().notNull(),
    issue_at: integer().notNull(),
    due_date: text(),
    due_at: integer(),
    status: text({ enum: INVOICE_STATUSES }).notNull(),
    discount_amount: integer().notNull(),
    discount_percent: real().notNull(),
    paid_amount: integer().notNull(),
    appointment_id: text().references(() => appointment.id),
    patient_id: text()
      .notNull()
      .references(() => patient.id),
    items: json<InvoiceLine[]>(),
    tags: json<string[]>(),
    subtotal: integer().notNull(),
    total_amount: integer().notNull(),
    remaining_amount: integer().notNull(),
    /** the sum of its credit notes */
    credited_amount: integer().notNull().default(0),
    /** whether prices have the tax in them */
    tax_included: integer({ mode: 'boolean' }).notNull().default(false),
    /** null: no line has a tax */
    taxes: optionalJson<InvoiceTax[]>(),
    tax_amount: integer().notNull().default(0),
    payer: optionalJson<Payer>(),
    /** whose name is on it, where that is a record that was merged into the patient's since */
    issued_to: optionalJson<MergedPatient>(),
    terms: terms(),
  },
  (t) => [
    uniqueIndex('invoice_reg_number').on(t.reg_number),
    live(index('invoice_patient').on(t.patient_id)),
    live(index('invoice_appointment').on(t.appointment_id)),
    live(index('invoice_issue').on(t.issue_at)),
    live(index('invoice_updated').on(t.updated_at)),
    live(index('invoice_due').on(t.due_at)),
    live(index('invoice_total').on(t.total_amount)),
    live(index('invoice_status').on(t.status)),
    live(index('invoice_status_issue').on(t.status, t.issue_at)),
    live(index('invoice_status_due').on(t.status, t.due_at)),
    live(index('invoice_status_total').on(t.status, t.total_amount)),
  ],
);

/** Once issued, a bill keeps the name that is on it. Deleted ones stay. */
export const invoiceRows = ofPatient(invoice, invoice.patient_id, {
  fhir: 'Invoice',
  isOf: (id) => and(eq(invoice.patient_id, id), isNull(invoice.deleted_at)),
  moved: (p) => ({
    issued_to: sql`iif(${invoice.status} = 'DRAFT', ${invoice.issued_to}, coalesce(${invoice.issued_to}, ${p.issued_to}))`,
  }),
  restored: (p) => ({
    issued_to: sql`iif(${invoice.issued_to} ->> 'id' = ${p.to}, null, ${invoice.issued_to})`,
  }),
});

export const invoiceExtras = () => [
  searchable(invoice, {
    beginnings: 12,
    tags: invoice.tags,
    of: { table: patient, key: invoice.patient_id, terms: patient.name_terms },
  }),
  countedByTag(invoice),
  counted(invoice, { by: invoice.status }),
];

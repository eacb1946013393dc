import { eq, inArray, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { auditedInsert } from '../../db/audit';
import { columnsFor, existsLive, isLive } from '../../db/entity';
import type { Idempotency } from '../../db/idempotency';
import type { NewRow } from '../../db/insert';
import { withFollowers } from '../../db/query';
import { creditNote } from '../../db/schema/credit-note';
import { invoice } from '../../db/schema/invoice';
import { db, type Inputs, rawStatement, statement } from '../../db/statement';
import type { InvoiceTax } from '../../rules/taxes';
import { invoiceFollows } from '../payment/batch';
import { entriesOf } from '../payment/ledger';
import { CREDITABLE } from './rules';
import { CreditNote } from './schemas';

const columns = columnsFor(creditNote, CreditNote);
export type CreditNoteRow = Pick<typeof creditNote.$inferSelect, keyof CreditNote>;

const wholeColumns = { ...columns, items: creditNote.items, discount_percent: creditNote.discount_percent };
export type WholeRow = CreditNoteRow & Pick<typeof creditNote.$inferSelect, 'items' | 'discount_percent'>;

const ofInvoice = {
  version: invoice.version,
  status: invoice.status,
  items: invoice.items,
  discount_percent: invoice.discount_percent,
  tax_included: invoice.tax_included,
  taxes: invoice.taxes,
  total_amount: invoice.total_amount,
  credited_amount: invoice.credited_amount,
};
export type CreditedInvoice = Pick<typeof invoice.$inferSelect, keyof typeof ofInvoice>;

/** What a credit note is made from. */
export const creditedInvoice = statement((p: Inputs<{ id: string }>) =>
  db.select(ofInvoice).from(invoice).where(isLive(invoice, p.id)),
);

/** What the credit notes of an invoice have of each rate, added up. */
export const creditedTaxesOf = rawStatement<{ id: string }, InvoiceTax>((p) => {
  const field = (name: keyof InvoiceTax) => sql`json_extract(tax.value, ${sql.raw(`'$.${name}'`)})`;
  return sql`select ${field('tax_percent')} as tax_percent, sum(${field('net_amount')}) as net_amount,
      sum(${field('tax_amount')}) as tax_amount
    from ${creditNote}, json_each(${creditNote.taxes}) as tax
    where ${creditNote.invoice_id} = ${p.id} group by 1`;
});

export type NewCreditNote = NewRow<typeof creditNote> & {
  /** what was credited when its taxes were computed, which depend on that */
  credited_before: number;
};

const insert = auditedInsert(creditNote, {
  where: (p: Inputs<NewCreditNote>) =>
    existsLive(
      invoice,
      p.invoice_id,
      inArray(invoice.status, [...CREDITABLE]),
      eq(invoice.credited_amount, p.credited_before),
    ),
  returning: ['reg_number'],
});

const lower = invoiceFollows('credited_amount');

/** No row where the invoice has changed since it was read. */
export const insertAndLower = (ctx: ServiceContext, row: NewCreditNote, idempotency: Idempotency | null) =>
  withFollowers(insert(ctx, row, idempotency), ...lower(ctx, row));

export const { byId, page, newest: newestCreditNotes } = entriesOf(creditNote, columns, wholeColumns);

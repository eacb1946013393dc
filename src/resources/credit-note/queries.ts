import { and, asc, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { auditedInsert, auditRows, type Origin, origin } from '../../db/audit';
import { columnsFor, existsLive, isLive } from '../../db/entity';
import type { Idempotency } from '../../db/idempotency';
import type { NewRow } from '../../db/insert';
import { withFollowers } from '../../db/query';
import { creditNote } from '../../db/schema/credit-note';
import { invoice } from '../../db/schema/invoice';
import { asExpression, db, type Inputs, rawStatement, statement } from '../../db/statement';
import type { InvoiceTax } from '../../rules/taxes';
import { statusOf } from '../payment/queries';
import { PAYMENTS_MAX, Settlement } from '../payment/schemas';
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

/** Right behind the insert of the note. */
const isCreditedBy = (p: Inputs<NewCreditNote>) => and(isLive(invoice, p.invoice_id), sql`changes() > 0`);

const credited = (p: Inputs<NewCreditNote>): SQL => sql`(${invoice.credited_amount} + ${p.amount})`;
const remaining = (p: Inputs<NewCreditNote>): SQL => sql`(${invoice.remaining_amount} - ${p.amount})`;
const status = (p: Inputs<NewCreditNote>): SQL =>
  statusOf({ paid: invoice.paid_amount, credited: credited(p), remaining: remaining(p) });

const auditInvoice = rawStatement<NewCreditNote & Origin, never>((p) =>
  auditRows(p, invoice, {
    action: 'update',
    changed: sql`iif(${invoice.status} = ${status(p)}, '["credited_amount"]', '["status","credited_amount"]')`,
    where: isCreditedBy(p),
  }),
);

const lower = statement((p: Inputs<NewCreditNote & Origin>) =>
  db
    .update(invoice)
    .set({
      credited_amount: credited(p),
      remaining_amount: remaining(p),
      status: status(p),
      version: sql`${invoice.version} + 1`,
      updated_at: sql`${p.at}`,
      updated_by: sql`${p.actor}`,
    })
    .where(isCreditedBy(p)),
);

/** The invoice's amounts and status follow. No row where the invoice has changed since it was read. */
export function insertAndLower(ctx: ServiceContext, row: NewCreditNote, idempotency: Idempotency | null) {
  const inputs = { ...row, ...origin(ctx) };
  return withFollowers(insert(ctx, row, idempotency), auditInvoice(inputs), lower(inputs));
}

export const byId = statement((p: Inputs<{ id: string; invoice_id: string }>) =>
  db
    .select(wholeColumns)
    .from(creditNote)
    .where(and(eq(creditNote.id, p.id), eq(creditNote.invoice_id, p.invoice_id))),
);

/** What a credit note prints of its invoice. */
export const printedInvoice = statement((p: Inputs<{ id: string }>) =>
  db
    .select(columnsFor(invoice, Settlement, 'issue_date', 'tax_included', 'taxes', 'payer', 'issued_to'))
    .from(invoice)
    .where(isLive(invoice, p.id)),
);

export const page = statement((p: Inputs<{ invoice_id: string; after: number; rows: number }>) =>
  db
    .select({ ...columns, seq: creditNote.seq })
    .from(creditNote)
    .where(and(eq(creditNote.invoice_id, p.invoice_id), gt(creditNote.seq, p.after)))
    .orderBy(asc(creditNote.seq))
    .limit(asExpression(p.rows)),
);

const newest = statement((p: Inputs<{ invoice_id: string; rows: number }>) =>
  db
    .select(columns)
    .from(creditNote)
    .where(eq(creditNote.invoice_id, p.invoice_id))
    .orderBy(desc(creditNote.seq))
    .limit(asExpression(p.rows)),
);
export const newestCreditNotes = (invoice_id: string) => newest({ invoice_id, rows: PAYMENTS_MAX });

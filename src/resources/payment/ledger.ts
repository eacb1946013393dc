/**
 * What payments and credit notes have in common, apart from the queries of either: entries that are only added to an invoice, in
 * their order, and whose sum its amounts and status follow.
 */
import { and, asc, desc, eq, gt, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { ServiceContext } from '../../context';
import { auditRows, type Origin, origin } from '../../db/audit';
import { columnsFor, isLive } from '../../db/entity';
import type { Fields } from '../../db/fields';
import type { creditNote } from '../../db/schema/credit-note';
import { invoice } from '../../db/schema/invoice';
import type { payment } from '../../db/schema/payment';
import { asExpression, db, type Inputs, rawStatement, statement } from '../../db/statement';
import { STAYS } from './rules';
import { PAYMENTS_MAX, Settlement } from './schemas';

interface Entry {
  invoice_id: string;
  amount: number;
}

type Sum = 'paid_amount' | 'credited_amount';
const { paid_amount, credited_amount } = invoice;

const statusOf = (sums: Record<Sum, SQLWrapper>, remaining: SQL): SQL =>
  sql`case when ${inArray(invoice.status, [...STAYS])} then ${invoice.status}
    when ${remaining} <= 0 and (${sums.paid_amount} > 0 or ${sums.credited_amount} > 0) then 'PAID'
    when ${sums.paid_amount} > 0 then 'PARTIALY_PAID' else 'ISSUED' end`;

/** What follows right behind the insert of an entry. @param sum the column that adds up such entries */
export function invoiceFollows(sum: Sum) {
  type In = Entry & Origin;
  const added = (p: Inputs<In>) => sql`(${invoice[sum]} + ${p.amount})`;
  const remaining = (p: Inputs<In>) => sql`(${invoice.remaining_amount} - ${p.amount})`;
  const status = (p: Inputs<In>) => statusOf({ paid_amount, credited_amount, [sum]: added(p) }, remaining(p));
  const isEntered = (p: Inputs<In>) => and(isLive(invoice, p.invoice_id), sql`changes() > 0`);

  const audit = rawStatement<In, never>((p) =>
    auditRows(p, invoice, {
      action: 'update',
      changed: sql`iif(${invoice.status} = ${status(p)}, ${sql.raw(`'["${sum}"]', '["status","${sum}"]'`)})`,
      where: isEntered(p),
    }),
  );
  const update = statement((p: Inputs<In>) =>
    db
      .update(invoice)
      .set({
        [sum]: added(p),
        remaining_amount: remaining(p),
        status: status(p),
        version: sql`${invoice.version} + 1`,
        updated_at: sql`${p.at}`,
        updated_by: sql`${p.actor}`,
      })
      .where(isEntered(p)),
  );
  return (ctx: ServiceContext, entry: Entry) => {
    const inputs = { ...entry, ...origin(ctx) };
    return [audit(inputs), update(inputs)];
  };
}

/** @param columns of an entry in a list @param whole and alone */
export function entriesOf<F extends Fields, W extends Fields>(
  table: typeof payment | typeof creditNote,
  columns: F,
  whole: W,
) {
  const from = table as SQLiteTable;
  const fields: Fields = columns;
  const newest = rawStatement<{ invoice_id: string; rows: number }, SelectResultFields<F>>((p) =>
    db
      .select(fields)
      .from(from)
      .where(eq(table.invoice_id, p.invoice_id))
      .orderBy(desc(table.seq))
      .limit(asExpression(p.rows)),
  );
  return {
    byId: rawStatement<{ id: string; invoice_id: string }, SelectResultFields<W>>((p) =>
      db
        .select(whole)
        .from(from)
        .where(and(eq(table.id, p.id), eq(table.invoice_id, p.invoice_id))),
    ),
    /** The oldest first. */
    page: rawStatement<{ invoice_id: string; after: number; rows: number }, SelectResultFields<F> & { seq: number }>(
      (p) =>
        db
          .select({ ...fields, seq: table.seq })
          .from(from)
          .where(and(eq(table.invoice_id, p.invoice_id), gt(table.seq, p.after)))
          .orderBy(asc(table.seq))
          .limit(asExpression(p.rows)),
    ),
    newest: (invoice_id: string) => newest({ invoice_id, rows: PAYMENTS_MAX }),
  };
}

export const settlementOf = statement((p: Inputs<{ id: string }>) =>
  db.select(columnsFor(invoice, Settlement)).from(invoice).where(isLive(invoice, p.id)),
);
export type SettlementRow = Pick<typeof invoice.$inferSelect, keyof Settlement>;

/** What receipts and credit notes print of the invoice. */
export const printedInvoice = statement((p: Inputs<{ id: string }>) =>
  db
    .select(columnsFor(invoice, Settlement, 'issue_date', 'tax_included', 'taxes', 'payer', 'issued_to'))
    .from(invoice)
    .where(isLive(invoice, p.id)),
);
export type PrintedRow = SettlementRow & Pick<typeof invoice.$inferSelect, 'issue_date' | 'payer' | 'issued_to'>;

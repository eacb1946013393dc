/**
 * What is read of payments and credit notes alike: entries that are only added to an invoice, in their order. How they are written is
 * in batch.ts.
 */
import { and, asc, desc, eq, gt } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { columnsFor, isLive } from '../../db/entity';
import type { Fields } from '../../db/fields';
import type { creditNote } from '../../db/schema/credit-note';
import { invoice } from '../../db/schema/invoice';
import type { payment } from '../../db/schema/payment';
import { asExpression, db, type Inputs, rawStatement, statement } from '../../db/statement';
import { PAYMENTS_MAX, Settlement } from './schemas';

/** @param columns of an entry in a list @param whole and alone */
export function entriesOf<F extends Fields, W extends Fields>(
  table: typeof payment | typeof creditNote,
  columns: F,
  whole: W,
) {
  const from: SQLiteTable = table;
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

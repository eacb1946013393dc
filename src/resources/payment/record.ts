import { desc, eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { auditedInsert } from '../../db/audit';
import { columnsFor } from '../../db/entity';
import { type Query, withFollowers } from '../../db/query';
import { payment } from '../../db/schema/payment';
import { asExpression, db, type Inputs, statement } from '../../db/statement';
import { isoTime } from '../../rules/datetime';
import { toAmount } from '../../rules/money';
import { ADJUSTMENT, PAYMENTS_MAX, Payment, type PaymentInput } from './schemas';

/** What a read of a payment selects. */
export const columns = columnsFor(payment, Payment);
export type PaymentRow = Pick<typeof payment.$inferSelect, keyof Payment>;

/** @param exponent decimals of the currency */
export const toPayment = (row: PaymentRow, exponent: number): Payment => ({
  id: row.id,
  invoice_id: row.invoice_id,
  amount: toAmount(row.amount, exponent),
  method: row.method,
  reference: row.reference,
  paid_at: row.paid_at,
  note: row.note,
  created_at: isoTime(row.created_at),
});

/** A new row; `amount` in minor units. */
export const newPayment = (
  ctx: ServiceContext,
  invoice_id: string,
  { paid_at, ...given }: Pick<PaymentInput, 'amount' | 'method'> & Partial<PaymentInput>,
) => ({
  id: crypto.randomUUID() as string,
  invoice_id,
  reference: null,
  note: null,
  ...given,
  paid_at: paid_at ?? isoTime(ctx.now),
  created_at: ctx.now,
  created_by: ctx.actor?.id ?? null,
});

const insertBehind = auditedInsert(payment, { where: () => sql`changes() > 0` });

/**
 * The write of an invoice, followed by a payment of what it adds to `paid_amount`, in minor units: the sum of an invoice's
 * payments is always its `paid_amount`. No trigger does it: a restore loads invoices first, with what was paid, and then
 * their payments.
 */
export const withAdjustment = <Result>(
  ctx: ServiceContext,
  write: Query<Result>,
  invoice_id: string,
  amount: number,
): Query<Result> =>
  amount === 0
    ? write
    : withFollowers(write, insertBehind(ctx, newPayment(ctx, invoice_id, { amount, method: ADJUSTMENT })));

const newest = statement((p: Inputs<{ invoice_id: string; rows: number }>) =>
  db
    .select(columns)
    .from(payment)
    .where(eq(payment.invoice_id, p.invoice_id))
    .orderBy(desc(payment.seq))
    .limit(asExpression(p.rows)),
);
/** The newest payments of an invoice, as many as one answer may have, the newest first. */
export const newestPayments = (invoice_id: string) => newest({ invoice_id, rows: PAYMENTS_MAX });

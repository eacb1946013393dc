/*
 * How a payment is written. In each batch the statements run from top to bottom, all or none: the first has the conditions, and each
 * behind it asks whether the one right before has changed a row.
 */
import { and, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { auditedInsert, auditRows, type Origin, origin } from '../../db/audit';
import { existsLive, isLive } from '../../db/entity';
import type { Idempotency } from '../../db/idempotency';
import type { NewRow } from '../../db/insert';
import { type Query, withFollowers } from '../../db/query';
import { invoice } from '../../db/schema/invoice';
import { payment } from '../../db/schema/payment';
import { db, type Inputs, previousChanged, rawStatement, statement } from '../../db/statement';
import { isoTime } from '../../rules/datetime';
import { MAX_MINOR } from '../../rules/money';
import { ADJUSTMENT } from '../../schemas/words';
import { methodTotal } from './queries';
import { STAYS } from './rules';
import type { PaymentInput } from './schemas';

type NewPayment = NewRow<typeof payment>;

/** `amount` in minor units. */
export const newPayment = (
  ctx: ServiceContext,
  invoice_id: string,
  { paid_at, ...given }: Pick<PaymentInput, 'amount' | 'method'> & Partial<PaymentInput>,
): NewPayment => ({
  id: crypto.randomUUID(),
  invoice_id,
  reference: null,
  note: null,
  payer: null,
  ...given,
  paid_at: paid_at ?? isoTime(ctx.now),
  created_at: ctx.now,
  created_by: ctx.actor?.id ?? null,
  method_total: 0, // made by the insert
});

/** After the last payment by the method: D1 runs one batch at a time, so nothing comes between. */
const method_total = (p: Inputs<NewPayment>) =>
  sql`coalesce((select ${methodTotal(sql`last`)} from ${payment} last where last.method = ${p.method}
    order by last.seq desc limit 1), 0) + ${p.amount}`;

const insert = auditedInsert(payment, {
  where: (p: Inputs<NewPayment>) =>
    existsLive(
      invoice,
      p.invoice_id,
      sql`(${invoice.status} <> 'VOID' or ${p.amount} < 0)`,
      sql`${invoice.paid_amount} + ${p.amount} between 0 and ${MAX_MINOR}`,
    ),
  computed: { method_total },
  returning: ['receipt_number'],
});

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

/** For right behind the insert of an entry. @param sum the column of the invoice that adds up such entries */
export function invoiceFollows(sum: Sum) {
  type In = Entry & Origin;
  const added = (p: Inputs<In>) => sql`(${invoice[sum]} + ${p.amount})`;
  const remaining = (p: Inputs<In>) => sql`(${invoice.remaining_amount} - ${p.amount})`;
  const status = (p: Inputs<In>) => statusOf({ paid_amount, credited_amount, [sum]: added(p) }, remaining(p));
  const isEntered = (p: Inputs<In>) => and(isLive(invoice, p.invoice_id), previousChanged);

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

const settle = invoiceFollows('paid_amount');

/** The payment and its audit row, then that of the invoice and the invoice. No row where the payment is refused. */
export const insertAndSettle = (ctx: ServiceContext, row: NewPayment, idempotency: Idempotency | null) =>
  withFollowers(insert(ctx, row, idempotency), ...settle(ctx, row));

const insertAdjustment = auditedInsert(payment, { where: () => previousChanged, computed: { method_total } });

/**
 * The write, and a payment of what it adds to `paid_amount`, in minor units: an invoice's payments always add up to that. No
 * trigger does it, as a restore loads invoices, with what was paid, before their payments.
 */
export const withAdjustment = <Result>(
  ctx: ServiceContext,
  write: Query<Result>,
  invoice_id: string,
  amount: number,
): Query<Result> =>
  amount === 0
    ? write
    : withFollowers(write, insertAdjustment(ctx, newPayment(ctx, invoice_id, { amount, method: ADJUSTMENT })));

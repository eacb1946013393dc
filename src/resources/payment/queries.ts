import { and, asc, desc, eq, gt, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { auditedInsert, auditRows, type Origin, origin } from '../../db/audit';
import { columnsFor, existsLive, isLive } from '../../db/entity';
import type { Idempotency } from '../../db/idempotency';
import type { NewRow } from '../../db/insert';
import { withFollowers } from '../../db/query';
import { invoice } from '../../db/schema/invoice';
import { payment } from '../../db/schema/payment';
import { asExpression, db, type Inputs, rawStatement, statement } from '../../db/statement';
import { MAX_MINOR } from '../../rules/money';
import { STAYS } from './rules';
import { PAYMENTS_MAX, Payment, Settlement } from './schemas';

const columns = columnsFor(payment, Payment);
export type PaymentRow = Pick<typeof payment.$inferSelect, keyof Payment>;
export type NewPayment = NewRow<typeof payment>;

const paid = (p: Inputs<NewPayment>): SQL => sql`(${invoice.paid_amount} + ${p.amount})`;
const remaining = (p: Inputs<NewPayment>): SQL => sql`(${invoice.remaining_amount} - ${p.amount})`;

/** What the status of an invoice becomes with these amounts. */
export const statusOf = ({ paid, credited, remaining }: Record<'paid' | 'credited' | 'remaining', SQLWrapper>): SQL =>
  sql`case when ${inArray(invoice.status, [...STAYS])} then ${invoice.status}
    when ${remaining} <= 0 and (${paid} > 0 or ${credited} > 0) then 'PAID'
    when ${paid} > 0 then 'PARTIALY_PAID' else 'ISSUED' end`;
const status = (p: Inputs<NewPayment>): SQL =>
  statusOf({ paid: paid(p), credited: invoice.credited_amount, remaining: remaining(p) });

/** Of a row of payments by its alias. An older version of the service writes none: then it is added up. */
export const methodTotal = (row: SQL): SQL => sql`coalesce(${row}.method_total,
  (select sum(amount) from ${payment} before where before.method = ${row}.method and before.seq <= ${row}.seq))`;

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
      sql`${paid(p)} between 0 and ${MAX_MINOR}`,
    ),
  computed: { method_total },
  returning: ['receipt_number'],
});

/** Right behind the insert of the payment. */
const isPaidOn = (p: Inputs<NewPayment>) => and(isLive(invoice, p.invoice_id), sql`changes() > 0`);

const auditInvoice = rawStatement<NewPayment & Origin, never>((p) =>
  auditRows(p, invoice, {
    action: 'update',
    changed: sql`iif(${invoice.status} = ${status(p)}, '["paid_amount"]', '["status","paid_amount"]')`,
    where: isPaidOn(p),
  }),
);

const settle = statement((p: Inputs<NewPayment & Origin>) =>
  db
    .update(invoice)
    .set({
      paid_amount: paid(p),
      remaining_amount: remaining(p),
      status: status(p),
      version: sql`${invoice.version} + 1`,
      updated_at: sql`${p.at}`,
      updated_by: sql`${p.actor}`,
    })
    .where(isPaidOn(p)),
);

/** The invoice's amounts and status follow from the payment. No row where that is refused. */
export function insertAndSettle(ctx: ServiceContext, row: NewPayment, idempotency: Idempotency | null) {
  const inputs = { ...row, ...origin(ctx) };
  return withFollowers(insert(ctx, row, idempotency), auditInvoice(inputs), settle(inputs));
}

export const insertBehind = auditedInsert(payment, { where: () => sql`changes() > 0`, computed: { method_total } });

export const settlementOf = statement((p: Inputs<{ id: string }>) =>
  db.select(columnsFor(invoice, Settlement)).from(invoice).where(isLive(invoice, p.id)),
);
export type SettlementRow = Pick<typeof invoice.$inferSelect, keyof Settlement>;

export const byId = statement((p: Inputs<{ id: string; invoice_id: string }>) =>
  db
    .select(columns)
    .from(payment)
    .where(and(eq(payment.id, p.id), eq(payment.invoice_id, p.invoice_id))),
);

export const page = statement((p: Inputs<{ invoice_id: string; after: number; rows: number }>) =>
  db
    .select({ ...columns, seq: payment.seq })
    .from(payment)
    .where(and(eq(payment.invoice_id, p.invoice_id), gt(payment.seq, p.after)))
    .orderBy(asc(payment.seq))
    .limit(asExpression(p.rows)),
);

const newest = statement((p: Inputs<{ invoice_id: string; rows: number }>) =>
  db
    .select(columns)
    .from(payment)
    .where(eq(payment.invoice_id, p.invoice_id))
    .orderBy(desc(payment.seq))
    .limit(asExpression(p.rows)),
);
export const newestPayments = (invoice_id: string) => newest({ invoice_id, rows: PAYMENTS_MAX });

import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { auditedInsert } from '../../db/audit';
import { columnsFor, existsLive } from '../../db/entity';
import type { Idempotency } from '../../db/idempotency';
import type { NewRow } from '../../db/insert';
import { withFollowers } from '../../db/query';
import { invoice } from '../../db/schema/invoice';
import { payment } from '../../db/schema/payment';
import { user } from '../../db/schema/user';
import { db, type Inputs, statement } from '../../db/statement';
import { MAX_MINOR } from '../../rules/money';
import { entriesOf, invoiceFollows } from './ledger';
import { Payment } from './schemas';

const columns = columnsFor(payment, Payment);
export type PaymentRow = Pick<typeof payment.$inferSelect, keyof Payment>;
export type NewPayment = NewRow<typeof payment>;

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
      sql`${invoice.paid_amount} + ${p.amount} between 0 and ${MAX_MINOR}`,
    ),
  computed: { method_total },
  returning: ['receipt_number'],
});

const settle = invoiceFollows('paid_amount');

/** No row where the payment is refused. */
export const insertAndSettle = (ctx: ServiceContext, row: NewPayment, idempotency: Idempotency | null) =>
  withFollowers(insert(ctx, row, idempotency), ...settle(ctx, row));

export const insertBehind = auditedInsert(payment, { where: () => sql`changes() > 0`, computed: { method_total } });

export const accountName = sql<string | null>`coalesce(${user.full_name}, ${user.username})`;

export const byIdWithAccount = statement((p: Inputs<{ id: string; invoice_id: string }>) =>
  db
    .select({ ...columns, created_by: payment.created_by, account_name: accountName.as('account_name') })
    .from(payment)
    .leftJoin(user, eq(user.id, payment.created_by))
    .where(and(eq(payment.id, p.id), eq(payment.invoice_id, p.invoice_id))),
);

export const { byId, page, newest: newestPayments } = entriesOf(payment, columns, columns);

import { and, eq, type SQL, sql } from 'drizzle-orm';
import { columnsFor } from '../../db/entity';
import { payment } from '../../db/schema/payment';
import { user } from '../../db/schema/user';
import { db, type Inputs, statement } from '../../db/statement';
import { entriesOf } from './ledger';
import { Payment } from './schemas';

const columns = columnsFor(payment, Payment);
export type PaymentRow = Pick<typeof payment.$inferSelect, keyof Payment>;

/** Of a row of payments by its alias. An older version of the service writes none: then it is added up. */
export const methodTotal = (row: SQL): SQL => sql`coalesce(${row}.method_total,
  (select sum(amount) from ${payment} before where before.method = ${row}.method and before.seq <= ${row}.seq))`;

export const accountName = sql<string | null>`coalesce(${user.full_name}, ${user.username})`;

export const byIdWithAccount = statement((p: Inputs<{ id: string; invoice_id: string }>) =>
  db
    .select({ ...columns, created_by: payment.created_by, account_name: accountName.as('account_name') })
    .from(payment)
    .leftJoin(user, eq(user.id, payment.created_by))
    .where(and(eq(payment.id, p.id), eq(payment.invoice_id, p.invoice_id))),
);

export const { byId, page, newest: newestPayments } = entriesOf(payment, columns, columns);

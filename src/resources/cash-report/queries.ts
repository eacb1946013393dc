import { and, asc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { columnsFor } from '../../db/entity';
import { pageStatement, wholeRows } from '../../db/page-bytes';
import { invoice } from '../../db/schema/invoice';
import { patient } from '../../db/schema/patient';
import { payment } from '../../db/schema/payment';
import { user } from '../../db/schema/user';
import { asExpression, db, type Inputs, rawStatement } from '../../db/statement';
import { MINUTE } from '../../rules/clock';
import { accountName, methodTotal } from '../payment/queries';
import { Payment } from '../payment/schemas';
import { METHODS_MAX, SUMMED_MAX, SUMS_MAX } from './schemas';

/**
 * The `seq` of the last payment that was recorded before a time: what separates two days, so that one closes where the next one
 * opens. Payments get their time before their number, so neighbours may have theirs in another order, but not a minute apart.
 */
const lastBefore = (time: SQL): SQL => sql`iif(exists (select 1 from ${payment} where created_at >= ${time}),
  (select coalesce(max(p.seq), 0) from (select max(created_at) as at from ${payment} where created_at < ${time}) l
    join ${payment} p on p.created_at between l.at - ${sql.raw(String(MINUTE))} and l.at),
  (select coalesce(max(seq), 0) from ${payment}))`;

interface Filters {
  method: string | null;
  by: string | null;
}
const meets = (p: Inputs<Filters>) => [
  or(isNull(p.method), eq(payment.method, p.method)),
  or(isNull(p.by), eq(payment.created_by, p.by)),
];

/** The first and the last `seq` of a time, the first one excluded. */
export const range = rawStatement<Record<'from' | 'to', number>, { first: number; last: number }>(
  (p) => sql`select ${lastBefore(sql`${p.from}`)} as first, ${lastBefore(sql`${p.to}`)} as last`,
);

const kind = sql<string>`iif(${payment.method} = 'adjustment', 'adjustment', iif(${payment.amount} < 0, 'refund', 'payment'))`;

const fields = {
  ...columnsFor(payment, Payment, 'seq', 'created_by'),
  kind: kind.as('kind'),
  account_name: accountName.as('account_name'),
  invoice_number: sql<string>`${invoice.reg_number}`.as('invoice_number'),
  patient_id: invoice.patient_id,
  issued_to: invoice.issued_to,
  patient_number: sql<string>`${patient.reg_number}`.as('patient_number'),
  first_name: patient.first_name,
  last_name: patient.last_name,
};

export type ListedRow = Pick<typeof payment.$inferSelect, keyof Payment | 'seq' | 'created_by'> &
  Pick<typeof invoice.$inferSelect, 'issued_to'> &
  Record<'invoice_number' | 'patient_id' | 'patient_number' | 'first_name' | 'last_name', string> & {
    kind: 'payment' | 'refund' | 'adjustment';
    account_name: string | null;
  };

interface Page extends Filters {
  kind: string | null;
  reference: string | null;
  from: number;
  to: number;
  cursor: number;
  /** payments that the page looks at */
  scan: number;
}

/** In the order in which they were recorded. A `seq` has no gaps, so a part of them is a number of payments. */
export const page = pageStatement<Page, ListedRow>(payment.seq, fields, (selected, p) => {
  const start = sql`max(${p.cursor}, ${lastBefore(sql`${p.from}`)})`;
  return db
    .select(selected)
    .from(payment)
    .innerJoin(invoice, eq(invoice.id, payment.invoice_id))
    .innerJoin(patient, eq(patient.id, invoice.patient_id))
    .leftJoin(user, eq(user.id, payment.created_by))
    .where(
      and(
        gt(payment.seq, start),
        lte(payment.seq, sql`min(${lastBefore(sql`${p.to}`)}, ${start} + ${p.scan})`),
        ...meets(p),
        or(isNull(p.kind), eq(kind, p.kind)),
        or(isNull(p.reference), eq(payment.reference, p.reference)),
      ),
    )
    .orderBy(asc(payment.seq))
    .limit(asExpression(p.limit));
});
export const whole = wholeRows(fields);

export interface SumRow {
  /** which day of the period */
  day: number;
  method: string;
  account: string | null;
  account_name: string | null;
  count: number;
  received: number;
  refunded: number;
}

/** By day, method and account; nothing of a period with more than SUMMED_MAX payments. @param times JSON: the beginning of each day, and the end of the last */
export const sums = rawStatement<Filters & { times: string }, SumRow>(
  (p) => sql`with borders as materialized (
      select j.key as day, ${lastBefore(sql`j.value`)} as seq from json_each(${p.times}) j),
    days as materialized (select day, seq as after, lead(seq) over (order by day) as until from borders
      where (select max(seq) - min(seq) from borders) <= ${sql.raw(String(SUMMED_MAX))})
    select s.*, ${accountName} as account_name from (
      select days.day, ${payment.method} as method, ${payment.created_by} as account, count(*) as count,
        sum(max(${payment.amount}, 0)) as received, -sum(min(${payment.amount}, 0)) as refunded
      from days join ${payment} on ${payment.seq} > days.after and ${payment.seq} <= days.until
      where ${and(...meets(p))}
      group by 1, 2, 3 order by 1, 2, 3 limit ${sql.raw(String(SUMS_MAX + 1))}) s
    left join ${user} on ${user.id} = s.account order by s.day, s.method, s.account`,
);

/** What each method has before a time. Each step goes to the next method in the index. */
export const balances = rawStatement<Filters & { from: number }, { method: string; balance: number }>(
  (p) => sql`with recursive methods(method) as (
      select coalesce(${p.method}, (select min(method) from ${payment}))
      union all
      select (select min(p.method) from ${payment} p where p.method > methods.method) from methods
      where methods.method is not null and ${p.method} is null
      limit ${sql.raw(String(METHODS_MAX + 2))}),
    opening(seq) as materialized (select ${lastBefore(sql`${p.from}`)})
    select method, coalesce((select ${methodTotal(sql`last`)} from ${payment} last
        where last.method = methods.method and last.seq <= (select seq from opening) order by last.seq desc limit 1), 0) as balance
      from methods where method is not null`,
);

import type { ServiceContext } from '../../context';
import { cutPage } from '../../db/keyset-list';
import { onlyRow } from '../../db/query';
import { periodOf, refusePeriod } from '../../period';
import { dateOfDay, localDay } from '../../rules/datetime';
import { toAmount } from '../../rules/money';
import { namedOn, toAccount, toPayment } from '../payment/service';
import * as queries from './queries';
import {
  DAYS_MAX,
  type DaySum,
  type ListedPayment,
  METHODS_MAX,
  type MethodSum,
  type PaymentSummary,
  type PaymentsQuery,
  SUMMED_MAX,
  SUMS_MAX,
  type SummaryQuery,
} from './schemas';

/** Payments that a page looks at, where filters may leave few of them. */
const PAYMENTS_SCAN_MAX = 5_000;

const toListed = (ctx: ServiceContext, row: queries.ListedRow): ListedPayment => ({
  ...toPayment(ctx, row),
  date: dateOfDay(localDay(row.created_at, ctx.settings.TIME_ZONE)),
  kind: row.kind,
  account: toAccount(row.created_by, row.account_name),
  invoice: { id: row.invoice_id, reg_number: row.invoice_number },
  patient_id: row.patient_id,
  patient: namedOn(row, {
    id: row.patient_id,
    reg_number: row.patient_number,
    first_name: row.first_name,
    last_name: row.last_name,
  }),
});

/** In the order in which they were recorded. `next` is null on the last page; one before it may be short. @throws InvalidError */
export async function listAllPayments(
  ctx: ServiceContext,
  { limit, cursor = 0, ...query }: PaymentsQuery,
): Promise<{ rows: ListedPayment[]; next: number | null }> {
  const { method = null, by = null, kind = null, reference = null } = query;
  const { from, to } = periodOf(ctx, query, DAYS_MAX);
  const isScan = [method, by, kind, reference].some((filter) => filter !== null);
  const scan = isScan ? PAYMENTS_SCAN_MAX : limit + 1;
  const { payments, ranges } = await ctx.db.batch({
    payments: queries.page({ method, by, kind, reference, from, to, cursor, scan, limit: limit + 1 }),
    ranges: queries.range({ from, to }),
  });
  const { rows, next } = cutPage(payments, Math.min(limit, queries.whole(payments)));
  const { first, last } = onlyRow(ranges);
  const scanned = Math.max(cursor, first) + scan;
  return { rows: rows.map((row) => toListed(ctx, row)), next: next ?? (scanned < last ? scanned : null) };
}

type Sums = Pick<queries.SumRow, 'received' | 'refunded'>;
const total = (rows: readonly Sums[]): Sums => ({
  received: rows.reduce((sum, { received }) => sum + received, 0),
  refunded: rows.reduce((sum, { refunded }) => sum + refunded, 0),
});

/** @throws InvalidError */
export async function getPaymentSummary(ctx: ServiceContext, query: SummaryQuery): Promise<PaymentSummary> {
  const { method = null, by = null } = query;
  const { code, exponent } = ctx.settings.CURRENCY;
  const { days, first: first_day, times, from, to } = periodOf(ctx, query, DAYS_MAX);
  const { rows, ranges, opened } = await ctx.db.batch({
    rows: queries.sums({ method, by, times: JSON.stringify(times) }),
    ranges: queries.range({ from, to }),
    opened: by === null ? queries.balances({ method, by, from }) : undefined,
  });
  const { first, last } = onlyRow(ranges);
  if (last - first > SUMMED_MAX)
    throw refusePeriod(`The period has more than ${SUMMED_MAX} payments: ask for fewer days`);
  if (rows.length > SUMS_MAX)
    throw refusePeriod(`The period has more than ${SUMS_MAX} sums: ask for fewer days, a method or an account`);
  if (opened && opened.length > METHODS_MAX)
    throw refusePeriod(`There are more than ${METHODS_MAX} methods: ask for one, or for an account`, 'method');

  const amount = (minor: number) => toAmount(minor, exponent);
  const amounts = (moved: Sums, opening: number | undefined) => ({
    opening: opening === undefined ? undefined : amount(opening),
    received: amount(moved.received),
    refunded: amount(moved.refunded),
    closing: opening === undefined ? undefined : amount(opening + moved.received - moved.refunded),
  });
  const dateOf = (n: number) => dateOfDay(first_day + n);
  const byMethod = Map.groupBy(rows, (row) => row.method);
  const balanceOf = new Map(opened?.map((one) => [one.method, one.balance]));
  const openingOf = (one: string) => (opened ? (balanceOf.get(one) ?? 0) : undefined);
  const methods = [...new Set([...balanceOf.keys(), ...byMethod.keys()])].sort().flatMap((one): MethodSum[] => {
    const [moved, opening] = [byMethod.get(one) ?? [], openingOf(one)];
    return moved.length === 0 && !opening ? [] : [{ method: one, ...amounts(total(moved), opening) }];
  });
  return {
    from: dateOf(0),
    to: dateOf(days.length - 1),
    currency: code,
    ...amounts(
      total(rows),
      opened?.reduce((sum, { balance }) => sum + balance, 0),
    ),
    days: rows.map(
      (row): DaySum => ({
        date: dateOf(row.day),
        method: row.method,
        account: toAccount(row.account, row.account_name),
        count: row.count,
        received: amount(row.received),
        refunded: amount(row.refunded),
        net: amount(row.received - row.refunded),
      }),
    ),
    methods,
  };
}

import type { ServiceContext } from '../../context';
import { periodOf, refusePeriod } from '../../period';
import { dateOfDay } from '../../rules/datetime';
import { toAmount } from '../../rules/money';
import * as queries from './queries';
import {
  BILLS_MAX,
  DAYS_MAX,
  type InvoiceSum,
  type InvoiceSummary,
  type InvoiceSummaryQuery,
  type InvoiceTotal,
  LINES_MAX_BYTES,
  SUMS_MAX,
} from './schemas';
import { addBill, addCredits, nothing, type Sum, type SummedLine, type Sums } from './sums';

type Period = ReturnType<typeof periodOf>;

/** @throws InvalidError where the bills, and what is read for them, are too many for one request */
function requireFew(...lists: readonly (readonly { bytes: number }[])[]): void {
  const bills = lists.reduce((all, { length }) => all + length, 0);
  if (bills > BILLS_MAX) throw refusePeriod(`The period has more than ${BILLS_MAX} bills: ask for fewer days`);
  if (lists.flat().some(({ bytes }) => bytes > LINES_MAX_BYTES))
    throw refusePeriod('The bills of the period have too many lines: ask for fewer days');
}

type Of = Omit<InvoiceSum, keyof InvoiceTotal>;

interface Added {
  total: Sum;
  /** what a row is of, and its sum */
  rows: [of: Of, sum: Sum][];
}

function totalOf(
  bills: readonly { total_amount: number; tax_amount: number; lines: number }[],
  credited: readonly { amount: number }[],
): Sum {
  const total = nothing();
  for (const { total_amount, tax_amount, lines } of bills) {
    total.invoices += 1;
    total.lines += lines;
    total.net += total_amount - tax_amount;
    total.tax += tax_amount;
  }
  for (const { amount } of credited) total.credited += amount;
  return total;
}

async function byDay({ db }: ServiceContext, { days, first, times, from, to }: Period): Promise<Added> {
  const { bills, notes } = await db.batch({
    bills: queries.issuedByDay({ from, to }),
    notes: queries.notesByDay({ from, to }),
  });
  requireFew(bills, notes);
  const dayAt = (time: number) => first + times.findLastIndex((begin) => begin <= time);
  const billsOf = Map.groupBy(bills, ({ issue_at }) => dayAt(issue_at));
  const notesOf = Map.groupBy(notes, ({ created_at }) => dayAt(created_at));
  const summed = days.filter((day) => billsOf.has(day) || notesOf.has(day));
  return {
    total: totalOf(bills, notes),
    rows: summed.map((day) => [{ date: dateOfDay(day) }, totalOf(billsOf.get(day) ?? [], notesOf.get(day) ?? [])]),
  };
}

const KEYS = {
  doctor: ({ doctor_id }: SummedLine) => doctor_id ?? '',
  service: ({ catalog_id, code, name }: SummedLine) => catalog_id ?? JSON.stringify([code, name]),
};

async function byLine({ db }: ServiceContext, { from, to }: Period, group: 'doctor' | 'service'): Promise<Added> {
  const { bills, credited, notes, doctors } = await db.batch({
    bills: queries.issued({ from, to }),
    credited: queries.credited({ from, to }),
    notes: queries.notes({ from, to }),
    doctors: group === 'doctor' ? queries.doctors({ from, to }) : undefined,
  });
  requireFew(bills, credited, notes);
  const sums: Sums<string> = new Map();
  const keyOf = KEYS[group];
  for (const bill of bills) addBill(sums, bill, keyOf);
  const isSummed = ({ created_at }: { created_at: number }) => created_at >= from && created_at < to;
  const notesOf = Map.groupBy(notes, ({ invoice_id }) => invoice_id);
  for (const bill of credited) addCredits(sums, bill, notesOf.get(bill.id) ?? [], isSummed, keyOf);

  const doctorOf = new Map((doctors ?? []).map((one) => [one.id, one] as const));
  const lineOf = new Map(
    [...credited, ...bills].flatMap(({ lines }) => lines.map((line) => [keyOf(line), line] as const)),
  );
  const ofKey = (key: string, { quantity }: Sum): Of => {
    if (group === 'doctor') return { doctor: doctorOf.get(key) ?? null };
    const { catalog_id = null, code = null, name = '' } = lineOf.get(key) ?? {};
    return { service: { catalog_id, code, name }, quantity: quantity / 1_000 };
  };
  const counted = bills.map((bill) => ({ ...bill, lines: bill.lines.length }));
  return {
    total: totalOf(counted, notes.filter(isSummed)),
    rows: [...sums].toSorted(([, a], [, b]) => earned(b) - earned(a)).map(([key, sum]) => [ofKey(key, sum), sum]),
  };
}

const earned = ({ net, tax, credited }: Sum): number => net + tax - credited;

/** @throws InvalidError for too long a period, or one with too many bills */
export async function getInvoiceSummary(ctx: ServiceContext, query: InvoiceSummaryQuery): Promise<InvoiceSummary> {
  const { group_by } = query;
  const { code, exponent } = ctx.settings.CURRENCY;
  const period = periodOf(ctx, query, DAYS_MAX);
  const { total, rows } = group_by === 'day' ? await byDay(ctx, period) : await byLine(ctx, period, group_by);
  if (rows.length > SUMS_MAX) throw refusePeriod(`The period has more than ${SUMS_MAX} services: ask for fewer days`);
  const shown = (sum: Sum): InvoiceTotal => ({
    invoices: sum.invoices,
    lines: sum.lines,
    net_amount: toAmount(sum.net, exponent),
    tax_amount: toAmount(sum.tax, exponent),
    total_amount: toAmount(sum.net + sum.tax, exponent),
    credited_amount: toAmount(sum.credited, exponent),
    earned_amount: toAmount(earned(sum), exponent),
  });
  return {
    from: dateOfDay(period.first),
    to: dateOfDay(period.last),
    group_by,
    currency: code,
    total: shown(total),
    rows: rows.map(([of, sum]) => ({ ...of, ...shown(sum) })),
  };
}

import type { ServiceContext } from '../../context';
import { createOnce, type Idempotency } from '../../db/idempotency';
import { cutPage } from '../../db/keyset-list';
import { NotFoundError } from '../../errors';
import { isoTime } from '../../rules/datetime';
import { toAmount, toMinor } from '../../rules/money';
import type { BriefPerson } from '../../schemas/brief';
import { patientOf } from '../invoice/queries';
import { insertAndSettle, newPayment } from './batch';
import { type PrintedRow, printedInvoice, type SettlementRow, settlementOf } from './ledger';
import * as queries from './queries';
import { refusalOf } from './rules';
import type { FullPayment, Payment, PaymentInput, PaymentQuery, SettledPayment, Settlement } from './schemas';

const ENTITY = 'Payment';

/** It is made of `seq`, and so never null: but SQLite refuses to add a generated column that is NOT NULL. */
function receiptNumberOf({ receipt_number }: Pick<queries.PaymentRow, 'receipt_number'>): string {
  if (receipt_number === null) throw new TypeError('A payment has no receipt number');
  return receipt_number;
}

export const toPayment = ({ settings }: ServiceContext, row: queries.PaymentRow): Payment => ({
  id: row.id,
  receipt_number: receiptNumberOf(row),
  invoice_id: row.invoice_id,
  amount: toAmount(row.amount, settings.CURRENCY.exponent),
  method: row.method,
  reference: row.reference,
  paid_at: row.paid_at,
  note: row.note,
  payer: row.payer ?? undefined,
  created_at: isoTime(row.created_at),
});

export const toSettlement = ({ settings }: ServiceContext, row: SettlementRow): Settlement => {
  const amount = (minor: number) => toAmount(minor, settings.CURRENCY.exponent);
  return {
    id: row.id,
    reg_number: row.reg_number,
    status: row.status,
    total_amount: amount(row.total_amount),
    paid_amount: amount(row.paid_amount),
    remaining_amount: amount(row.remaining_amount),
    ...(row.credited_amount > 0 && { credited_amount: amount(row.credited_amount) }),
  };
};

export const toAccount = (id: string | null, full_name: string | null) =>
  id === null ? null : { id, full_name: full_name ?? '' };

/** The patient as the invoice names them, whose record may have been merged since. */
export function namedOn({ issued_to }: Pick<PrintedRow, 'issued_to'>, patient: BriefPerson): BriefPerson {
  const { middle_name: _, ...named } = issued_to ?? { ...patient, middle_name: null };
  return named;
}

/** Beside a receipt or a credit note. */
export const toPrinted = (ctx: ServiceContext, row: PrintedRow, patient: BriefPerson) => ({
  invoice: { ...toSettlement(ctx, row), issue_date: row.issue_date, payer: row.payer ?? undefined },
  patient: namedOn(row, patient),
  tax_id: ctx.settings.TAX_ID,
});

const toSettled = (ctx: ServiceContext, row: queries.PaymentRow, invoice: SettlementRow): SettledPayment => ({
  ...toPayment(ctx, row),
  invoice: toSettlement(ctx, invoice),
});

/** @throws NotFoundError, RuleError, ConflictError */
export function createPayment(
  ctx: ServiceContext,
  invoice_id: string,
  input: PaymentInput,
  idempotency: Idempotency | null,
): Promise<SettledPayment> {
  const row = newPayment(ctx, invoice_id, { ...input, amount: toMinor(input.amount, ctx.settings.CURRENCY.exponent) });
  return createOnce(ctx, idempotency, {
    create: async () => {
      const { inserted, invoices } = await ctx.db.batch({
        inserted: insertAndSettle(ctx, row, idempotency),
        invoices: settlementOf({ id: invoice_id }),
      });
      const [invoice] = invoices;
      if (!invoice) throw new NotFoundError('Invoice', invoice_id);
      const [made] = inserted;
      if (!made) throw refusalOf(invoice.status, row.amount);
      return toSettled(ctx, { ...row, ...made }, invoice);
    },
    read: (id) => getPayment(ctx, invoice_id, id),
  });
}

/** In the order in which they were recorded. @throws NotFoundError */
export async function listPayments(ctx: ServiceContext, invoice_id: string, { limit, cursor = 0 }: PaymentQuery) {
  const { payments, invoices } = await ctx.db.batch({
    payments: queries.page({ invoice_id, after: cursor, rows: limit + 1 }),
    invoices: settlementOf({ id: invoice_id }),
  });
  if (invoices.length === 0) throw new NotFoundError('Invoice', invoice_id);
  const { rows, next } = cutPage(payments, limit);
  return { rows: rows.map((row) => toPayment(ctx, row)), next };
}

/** @throws NotFoundError */
export async function getPayment(ctx: ServiceContext, invoice_id: string, id: string): Promise<SettledPayment> {
  const { payments, invoices } = await ctx.db.batch({
    payments: queries.byId({ id, invoice_id }),
    invoices: settlementOf({ id: invoice_id }),
  });
  const [[row], [invoice]] = [payments, invoices];
  if (!row || !invoice) throw new NotFoundError(ENTITY, id);
  return toSettled(ctx, row, invoice);
}

/** What a receipt prints. @throws NotFoundError */
export async function getFullPayment(ctx: ServiceContext, invoice_id: string, id: string): Promise<FullPayment> {
  const { payments, invoices, patients } = await ctx.db.batch({
    payments: queries.byIdWithAccount({ id, invoice_id }),
    invoices: printedInvoice({ id: invoice_id }),
    patients: patientOf({ id: invoice_id }),
  });
  const [[row], [invoice], [patient]] = [payments, invoices, patients];
  if (!row || !invoice || !patient) throw new NotFoundError(ENTITY, id);
  return {
    ...toPayment(ctx, row),
    account: toAccount(row.created_by, row.account_name),
    ...toPrinted(ctx, invoice, patient),
  };
}

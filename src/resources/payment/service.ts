import { and, asc, eq, gt, ne, type SQL, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { auditedInsert, auditRows, type Origin, origin } from '../../db/audit';
import { columnsFor, existsLive, isLive } from '../../db/entity';
import { createOnce, type Idempotency } from '../../db/idempotency';
import { cutPage } from '../../db/keyset-list';
import { batchOf, withFollowers } from '../../db/query';
import { type InvoiceStatus, invoice } from '../../db/schema/invoice';
import { payment } from '../../db/schema/payment';
import { asExpression, db, type Inputs, rawStatement, statement } from '../../db/statement';
import { type AppError, NotFoundError, RuleError } from '../../errors';
import { MAX_MINOR, toAmount, toMinor } from '../../rules/money';
import { columns, newPayment, type PaymentRow, toPayment } from './record';
import { type Payment, type PaymentInput, type PaymentQuery, type SettledPayment, Settlement } from './schemas';

type Row = ReturnType<typeof newPayment>;

/** Statuses that no payment leads to or away from. */
const UNPAYABLE = ['DRAFT', 'VOID', 'WRITTEN_OFF'] as const satisfies InvoiceStatus[];

// What a payment makes of its invoice. Raw: arithmetic.
const paid = (p: Inputs<Row>): SQL => sql`(${invoice.paid_amount} + ${p.amount})`;
const remaining = (p: Inputs<Row>): SQL => sql`(${invoice.remaining_amount} - ${p.amount})`;
const status = (p: Inputs<Row>): SQL =>
  sql`iif(${paid(p)} <= 0, 'ISSUED', iif(${remaining(p)} <= 0, 'PAID', 'PARTIALY_PAID'))`;

const insert = auditedInsert(payment, {
  where: (p: Inputs<Row>) =>
    existsLive(
      invoice,
      p.invoice_id,
      ...UNPAYABLE.map((status) => ne(invoice.status, status)),
      sql`${paid(p)} between 0 and ${MAX_MINOR}`,
    ),
  returning: ['id'],
});

/** The condition: right before, a payment of this live invoice was written. */
const isPaidOn = (p: Inputs<Row>) => and(isLive(invoice, p.invoice_id), sql`changes() > 0`);

const auditInvoice = rawStatement<Row & Origin, never>((p) =>
  auditRows(p, invoice, {
    action: 'update',
    changed: sql`iif(${invoice.status} = ${status(p)}, '["paid_amount"]', '["status","paid_amount"]')`,
    where: isPaidOn(p),
  }),
);

const settle = statement((p: Inputs<Row & Origin>) =>
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

const settlementOf = statement((p: Inputs<{ id: string }>) =>
  db.select(columnsFor(invoice, Settlement)).from(invoice).where(isLive(invoice, p.id)),
);
type InvoiceRow = Pick<typeof invoice.$inferSelect, keyof Settlement>;

const byId = statement((p: Inputs<{ id: string; invoice_id: string }>) =>
  db
    .select(columns)
    .from(payment)
    .where(and(eq(payment.id, p.id), eq(payment.invoice_id, p.invoice_id))),
);

const page = statement((p: Inputs<{ invoice_id: string; after: number; rows: number }>) =>
  db
    .select({ ...columns, seq: payment.seq })
    .from(payment)
    .where(and(eq(payment.invoice_id, p.invoice_id), gt(payment.seq, p.after)))
    .orderBy(asc(payment.seq))
    .limit(asExpression(p.rows)),
);

const toSettled = (ctx: ServiceContext, row: PaymentRow, of: InvoiceRow): SettledPayment => {
  const { exponent } = ctx.settings.CURRENCY;
  return {
    ...toPayment(row, exponent),
    invoice: {
      id: of.id,
      reg_number: of.reg_number,
      status: of.status,
      total_amount: toAmount(of.total_amount, exponent),
      paid_amount: toAmount(of.paid_amount, exponent),
      remaining_amount: toAmount(of.remaining_amount, exponent),
    },
  };
};

/** Why nothing was written. @param of the invoice as it is */
function refusalOf({ invoice_id, amount }: Row, of: InvoiceRow | undefined): AppError {
  if (!of) return new NotFoundError('Invoice', invoice_id);
  if (UNPAYABLE.some((status) => status === of.status))
    return new RuleError('not_editable', `An invoice that is ${of.status} takes no payments`);
  return new RuleError(
    'amount',
    amount < 0 ? 'A refund must not exceed paid_amount' : 'paid_amount would be too large',
  );
}

/**
 * The payment, and the invoice's amounts and status that follow from it, in one transaction.
 * @throws NotFoundError, RuleError, ConflictError
 */
export function createPayment(
  ctx: ServiceContext,
  invoice_id: string,
  input: PaymentInput,
  idempotency: Idempotency | null,
): Promise<SettledPayment> {
  const row = newPayment(ctx, invoice_id, { ...input, amount: toMinor(input.amount, ctx.settings.CURRENCY.exponent) });
  const inputs = { ...row, ...origin(ctx) };
  return createOnce(ctx, idempotency, {
    create: async () => {
      const { inserted, invoices } = await ctx.db.run(
        batchOf({
          inserted: withFollowers(insert(ctx, row, idempotency), auditInvoice(inputs), settle(inputs)),
          invoices: settlementOf({ id: invoice_id }),
        }),
      );
      const [of] = invoices;
      if (!of || inserted.length === 0) throw refusalOf(row, of);
      return toSettled(ctx, row, of);
    },
    read: (id) => getPayment(ctx, invoice_id, id),
  });
}

/** The payment, with its invoice as it is now. @throws NotFoundError */
export async function getPayment(ctx: ServiceContext, invoice_id: string, id: string) {
  const { found, invoices } = await ctx.db.batch({
    found: byId({ id, invoice_id }),
    invoices: settlementOf({ id: invoice_id }),
  });
  const [[row], [of]] = [found, invoices];
  if (!row || !of) throw new NotFoundError('Payment', id);
  return toSettled(ctx, row, of);
}

/** In the order in which they were recorded. @throws NotFoundError */
export async function listPayments(ctx: ServiceContext, invoice_id: string, { limit, cursor = 0 }: PaymentQuery) {
  const { found, invoices } = await ctx.db.batch({
    found: page({ invoice_id, after: cursor, rows: limit + 1 }),
    invoices: settlementOf({ id: invoice_id }),
  });
  if (invoices.length === 0) throw new NotFoundError('Invoice', invoice_id);
  const { rows, next } = cutPage(found, limit);
  const { exponent } = ctx.settings.CURRENCY;
  return { rows: rows.map((row): Payment => toPayment(row, exponent)), next };
}

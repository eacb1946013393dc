import type { ServiceContext } from '../../context';
import { newId } from '../../db/entity';
import { createOnce, type Idempotency } from '../../db/idempotency';
import { cutPage } from '../../db/keyset-list';
import type { InvoiceLine } from '../../db/schema/invoice';
import { readThenWrite } from '../../db/update-record';
import { NotFoundError, ReferenceNotFoundError } from '../../errors';
import { isoTime } from '../../rules/datetime';
import { toAmount, toMinor } from '../../rules/money';
import { creditedTaxes, type InvoiceTax, leftOf } from '../../rules/taxes';
import { invoiceTotals } from '../../rules/totals';
import { computeLines, newDoctors, requireMoney, toItems, toTaxes } from '../invoice/amounts';
import { patientOf } from '../invoice/queries';
import type { InvoiceItemInput } from '../invoice/schemas';
import { printedInvoice, type SettlementRow, settlementOf } from '../payment/ledger';
import { toPrinted, toSettlement } from '../payment/service';
import * as queries from './queries';
import { heldToRates, requireCreditable, requireOneOf, requireWithin } from './rules';
import type { CreditNote, CreditNoteInput, CreditNoteQuery, FullCreditNote, SettledCreditNote } from './schemas';

export const toCreditNote = ({ settings }: ServiceContext, row: queries.CreditNoteRow): CreditNote => ({
  id: row.id,
  reg_number: row.reg_number,
  invoice_id: row.invoice_id,
  amount: toAmount(row.amount, settings.CURRENCY.exponent),
  ...toTaxes(row, (minor) => toAmount(minor, settings.CURRENCY.exponent)),
  reason: row.reason,
  created_at: isoTime(row.created_at),
});

const toSettled = (ctx: ServiceContext, row: queries.WholeRow, invoice: SettlementRow): SettledCreditNote => ({
  ...toCreditNote(ctx, row),
  items: toItems(row.items, (minor) => toAmount(minor, ctx.settings.CURRENCY.exponent)),
  discount_percent: row.discount_percent,
  invoice: toSettlement(ctx, invoice),
});

interface Before {
  invoice: queries.CreditedInvoice;
  /** what was credited of each rate so far */
  taxes: InvoiceTax[];
}

/** A line that says no rate has that of the invoice's line of the same name and price, as one of the catalog has of its item. */
function atRates(sent: InvoiceItemInput[], lines: readonly InvoiceLine[], exponent: number): InvoiceItemInput[] {
  return sent.map((item) => {
    const { catalog_id, unit_price } = item;
    if (typeof item.tax_percent === 'number' || catalog_id !== null || unit_price === null) return item;
    const price = toMinor(unit_price, exponent);
    const same = lines.find((line) => line.name === item.name && line.unit_price === price);
    return { ...item, tax_percent: same?.tax_percent ?? null };
  });
}

/** Who did it is nobody else than on the invoice. Where a line does not say so, the lines of its name share it. @throws ReferenceNotFoundError */
function byDoctors(sent: readonly InvoiceItemInput[], lines: readonly InvoiceLine[]): InvoiceItemInput[] {
  const [unknown] = newDoctors(sent, lines);
  if (unknown !== undefined) throw new ReferenceNotFoundError(['Doctor', unknown]);
  return sent.map((item) => ({ ...item, doctor_id: item.doctor_id ?? null }));
}

/** In minor units. A catalog line is credited as it was invoiced, not as the catalog has it now. @throws RuleError */
function contentOf({ settings }: ServiceContext, input: CreditNoteInput, { invoice, taxes }: Before) {
  const { exponent } = settings.CURRENCY;
  requireOneOf(input);
  const show = (minor: bigint) => toAmount(Number(minor), exponent);
  const left = leftOf(invoice, [{ amount: invoice.credited_amount, taxes }]);
  if (input.amount !== null) {
    const amount = toMinor(input.amount, exponent);
    requireWithin(amount, invoice, show);
    return { items: [], discount_percent: 0, amount, ...creditedTaxes(left, amount) };
  }
  const { discount_percent, tax_included } = invoice;
  const credited = byDoctors(atRates(input.items, invoice.items, exponent), invoice.items);
  const items = computeLines(credited, [], exponent, invoice.items);
  const terms = { discount_percent, discount_amount: 0, tax_included, paid_amount: 0 };
  const priced = requireMoney('', () => invoiceTotals(items, terms));
  // Where nothing is taxed, all of it is in one sum, which is what total_amount bounds.
  if (!invoice.taxes && !priced.taxes) requireWithin(priced.total_amount, invoice, show);
  const held = heldToRates(priced, left, tax_included, show);
  requireWithin(held.amount, invoice, show);
  return { items, discount_percent, ...held };
}

/** @throws NotFoundError, RuleError, ConflictError */
export function createCreditNote(
  ctx: ServiceContext,
  invoice_id: string,
  input: CreditNoteInput,
  idempotency: Idempotency | null,
): Promise<SettledCreditNote> {
  const read = async () => {
    const { invoices, taxes } = await ctx.db.batch({
      invoices: queries.creditedInvoice({ id: invoice_id }),
      taxes: queries.creditedTaxesOf({ id: invoice_id }),
    });
    const [invoice] = invoices;
    if (!invoice) throw new NotFoundError('Invoice', invoice_id);
    return { version: invoice.version, record: { invoice, taxes } };
  };
  const write = async (before: Before) => {
    requireCreditable(before.invoice.status);
    const row = {
      ...{ id: newId(), invoice_id, reason: input.reason },
      ...{ created_at: ctx.now, created_by: ctx.actor?.id ?? null },
      ...contentOf(ctx, input, before),
      credited_before: before.invoice.credited_amount,
    };
    const { inserted, invoices } = await ctx.db.batch({
      inserted: queries.insertAndLower(ctx, row, idempotency),
      invoices: settlementOf({ id: invoice_id }),
    });
    const [[made], [invoice]] = [inserted, invoices];
    return made && invoice && toSettled(ctx, { ...row, ...made }, invoice);
  };
  return createOnce(ctx, idempotency, {
    create: () => readThenWrite('Invoice', { id: invoice_id, if_version: null }, read, write),
    read: (id) => getCreditNote(ctx, invoice_id, id),
  });
}

/** In the order in which they were made. @throws NotFoundError */
export async function listCreditNotes(ctx: ServiceContext, invoice_id: string, query: CreditNoteQuery) {
  const { limit, cursor = 0 } = query;
  const { notes, invoices } = await ctx.db.batch({
    notes: queries.page({ invoice_id, after: cursor, rows: limit + 1 }),
    invoices: settlementOf({ id: invoice_id }),
  });
  if (invoices.length === 0) throw new NotFoundError('Invoice', invoice_id);
  const { rows, next } = cutPage(notes, limit);
  return { rows: rows.map((row) => toCreditNote(ctx, row)), next };
}

/** @throws NotFoundError */
export async function getCreditNote(ctx: ServiceContext, invoice_id: string, id: string): Promise<SettledCreditNote> {
  const { notes, invoices } = await ctx.db.batch({
    notes: queries.byId({ id, invoice_id }),
    invoices: settlementOf({ id: invoice_id }),
  });
  const [[row], [invoice]] = [notes, invoices];
  if (!row || !invoice) throw new NotFoundError('Credit note', id);
  return toSettled(ctx, row, invoice);
}

/** @throws NotFoundError */
export async function getFullCreditNote(ctx: ServiceContext, invoice_id: string, id: string): Promise<FullCreditNote> {
  const { notes, invoices, patients } = await ctx.db.batch({
    notes: queries.byId({ id, invoice_id }),
    invoices: printedInvoice({ id: invoice_id }),
    patients: patientOf({ id: invoice_id }),
  });
  const [[row], [invoice], [patient]] = [notes, invoices, patients];
  if (!row || !invoice || !patient) throw new NotFoundError('Credit note', id);
  const { tax_included, taxes } = invoice;
  const printed = toPrinted(ctx, invoice, patient);
  return {
    ...toSettled(ctx, row, invoice),
    ...printed,
    invoice: { ...printed.invoice, ...(taxes && { tax_included }) },
  };
}

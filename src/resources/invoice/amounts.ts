// Between an invoice as sent and answered, in major units, and its row, in minor ones. `exponent`: decimals of the currency.

import type { ServiceContext } from '../../context';
import type { catalogItem } from '../../db/schema/catalog';
import type { InvoiceLine, invoice } from '../../db/schema/invoice';
import type { Settings } from '../../env';
import { ReferenceNotFoundError, RuleError } from '../../errors';
import { instant, isoTime } from '../../rules/datetime';
import { MoneyError, toAmount, toMinor } from '../../rules/money';
import type { Taxed } from '../../rules/taxes';
import { invoiceTotals, lineNet } from '../../rules/totals';
import { covers } from '../../scopes';
import type { Invoice, InvoiceInput, InvoiceItemInput } from './schemas';
import { invoiceTerms } from './terms';

export type InvoiceRow = Pick<typeof invoice.$inferSelect, keyof Invoice>;
export type CatalogRow = Pick<
  typeof catalogItem.$inferSelect,
  'id' | 'code' | 'name' | 'default_price' | 'discount_percent' | 'discount_amount' | 'tax_percent'
>;

export const catalogIds = (items: readonly InvoiceItemInput[]): string[] => [
  ...new Set(items.flatMap(({ catalog_id }) => catalog_id ?? [])),
];

/** Of doctors whom no stored line has: one may have been deleted since. */
export function newDoctors(
  items: readonly { doctor_id?: string | null | undefined }[],
  stored: readonly InvoiceLine[] = [],
): string[] {
  const known = new Set(stored.map(({ doctor_id }) => doctor_id));
  return [...new Set(items.flatMap(({ doctor_id }) => (doctor_id && !known.has(doctor_id) ? doctor_id : [])))];
}

export type LineTerms = Omit<InvoiceLine, 'net_amount'>;
type LineDefaults = Omit<LineTerms, 'catalog_id' | 'tax_percent' | 'doctor_id'> &
  Partial<Pick<CatalogRow, 'tax_percent'>>;

// The schema requires name and price of such a line.
export const WITHOUT_CATALOG: LineDefaults = {
  code: null,
  name: '',
  quantity: 1,
  unit_price: 0,
  discount_percent: 0,
  discount_amount: 0,
};

const fromCatalog = ({ id: _, default_price, ...item }: CatalogRow): LineDefaults => ({
  ...item,
  quantity: 1,
  unit_price: default_price,
});

export function fillIn(given: InvoiceItemInput, defaults: LineDefaults, exponent: number): LineTerms {
  const minor = (amount: number | null) => (amount === null ? null : toMinor(amount, exponent));
  return {
    catalog_id: given.catalog_id,
    code: given.code ?? defaults.code,
    name: given.name ?? defaults.name,
    quantity: given.quantity ?? defaults.quantity,
    unit_price: minor(given.unit_price) ?? defaults.unit_price,
    discount_percent: given.discount_percent ?? defaults.discount_percent,
    discount_amount: minor(given.discount_amount) ?? defaults.discount_amount,
    // Most clinics tax nothing: their lines do not store that each time.
    tax_percent: given.tax_percent ?? defaults.tax_percent ?? undefined,
    doctor_id: given.doctor_id ?? undefined,
  };
}

/** An impossible amount is the client's error. @throws RuleError */
export function requireMoney<T>(where: string, compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    throw error instanceof MoneyError ? new RuleError('amount', `${where}${error.message}`) : error;
  }
}

/** A client that does not know taxes and doctors sends lines as it has read them, but without these. */
export function withStored(given: InvoiceItemInput, line: InvoiceLine | undefined): InvoiceItemInput {
  if (!line || given.catalog_id !== line.catalog_id || given.name !== line.name) return given;
  const { tax_percent = line.tax_percent, doctor_id = line.doctor_id } = given;
  return { ...given, tax_percent, doctor_id };
}

/** @param stored each may stay although its catalog item was retired @throws ReferenceNotFoundError, RuleError */
export function computeLines(
  items: readonly InvoiceItemInput[],
  catalog: readonly CatalogRow[],
  exponent: number,
  stored: readonly InvoiceLine[] = [],
): InvoiceLine[] {
  const known = new Map(catalog.map((item) => [item.id, fromCatalog(item)]));
  const storedOf = Map.groupBy(stored, ({ catalog_id }) => catalog_id);
  const defaultsOf = (id: string) => known.get(id) ?? storedOf.get(id)?.shift();
  return items.map((given, i) => {
    const defaults = given.catalog_id === null ? WITHOUT_CATALOG : defaultsOf(given.catalog_id);
    if (!defaults) throw new ReferenceNotFoundError(['Catalog item', given.catalog_id ?? '']);
    const line = fillIn(withStored(given, stored[i]), defaults, exponent);
    return { ...line, net_amount: requireMoney(`Line ${i + 1}: `, () => lineNet(line)) };
  });
}

/** In minor units. */
export const givenAmounts = (input: InvoiceInput, exponent: number) => ({
  discount_percent: input.discount_percent,
  discount_amount: toMinor(input.discount_amount, exponent),
  paid_amount: toMinor(input.paid_amount, exponent),
});

/** An invoice that does not say so itself is as the deployment has it. */
export const isTaxIncluded = ({ tax_included }: Pick<InvoiceInput, 'tax_included'>, { TAX_INCLUDED }: Settings) =>
  tax_included ?? TAX_INCLUDED === 'yes';

/** @param credited_amount in minor units */
function computeAmounts(
  input: InvoiceInput,
  lines: readonly InvoiceLine[],
  settings: Settings,
  credited_amount: number,
) {
  const given = {
    ...givenAmounts(input, settings.CURRENCY.exponent),
    tax_included: isTaxIncluded(input, settings),
  };
  // A client that knows only the contract sends no lines: there is nothing that a discount could take off.
  const { discount_amount } = lines.length === 0 ? { discount_amount: 0 } : given;
  const terms = { ...given, discount_amount, credited_amount };
  return { ...given, ...requireMoney('', () => invoiceTotals(lines, terms)) };
}

/** @throws RuleError for a negative total */
export function toColumns(
  { settings }: ServiceContext,
  input: InvoiceInput,
  lines: InvoiceLine[],
  issue_date: string,
  credited_amount = 0,
) {
  const { TIME_ZONE } = settings;
  return {
    status: input.status,
    issue_date,
    issue_at: instant(issue_date, TIME_ZONE),
    due_date: input.due_date,
    due_at: input.due_date === null ? null : instant(input.due_date, TIME_ZONE),
    appointment_id: input.appointment_id,
    patient_id: input.patient_id,
    items: lines,
    payer: input.payer ?? null,
    tags: input.tags,
    ...computeAmounts(input, lines, settings, credited_amount),
    ...invoiceTerms({ items: lines }),
  };
}

type ToAmount = (minor: number) => number;

/** Neither is shown of what has no taxes. */
export function toTaxes({ taxes, tax_amount }: Taxed, amount: ToAmount) {
  if (taxes === null) return {};
  const shown = taxes.map((tax) => ({
    ...tax,
    net_amount: amount(tax.net_amount),
    tax_amount: amount(tax.tax_amount),
  }));
  return { taxes: shown, tax_amount: amount(tax_amount) };
}

export const toItems = (lines: readonly InvoiceLine[], amount: ToAmount) =>
  lines.map((line) => ({
    ...line,
    unit_price: amount(line.unit_price),
    discount_amount: amount(line.discount_amount),
    net_amount: amount(line.net_amount),
  }));

export function toInvoice({ settings, actor }: ServiceContext, row: InvoiceRow): Invoice {
  const mayNamePatients = !actor || covers(actor, { type: 'Patient', interaction: 'r' });
  const amount = (minor: number) => toAmount(minor, settings.CURRENCY.exponent);
  return {
    id: row.id,
    reg_number: row.reg_number,
    issue_date: row.issue_date,
    due_date: row.due_date,
    status: row.status,
    discount_amount: amount(row.discount_amount),
    discount_percent: row.discount_percent,
    paid_amount: amount(row.paid_amount),
    appointment_id: row.appointment_id,
    patient_id: row.patient_id,
    ...(row.issued_to && mayNamePatients && { issued_to: row.issued_to }),
    payer: row.payer ?? undefined,
    items: toItems(row.items, amount),
    subtotal: amount(row.subtotal),
    ...(row.taxes && { tax_included: row.tax_included, ...toTaxes(row, amount) }),
    remaining_amount: amount(row.remaining_amount),
    total_amount: amount(row.total_amount),
    ...(row.credited_amount > 0 && { credited_amount: amount(row.credited_amount) }),
    tags: row.tags,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  };
}

/** What a client would send to leave the invoice as it is. */
export function asSent(ctx: ServiceContext, row: InvoiceRow): InvoiceInput {
  const { items, ...invoice } = toInvoice(ctx, row);
  const lines = items.map((line) => ({
    ...line,
    tax_percent: line.tax_percent ?? null,
    doctor_id: line.doctor_id ?? null,
  }));
  return { ...invoice, items: lines, tax_included: row.tax_included, payer: row.payer };
}

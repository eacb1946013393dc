// Between an invoice as sent and answered, in major units, and its row, in minor ones. `exponent`: decimals of the currency.
import type { ServiceContext } from '../../context';
import type { catalogItem } from '../../db/schema/catalog';
import type { InvoiceLine, invoice } from '../../db/schema/invoice';
import { ReferenceNotFoundError, RuleError } from '../../errors';
import { instant, isoTime } from '../../rules/datetime';
import { invoiceTotals, lineNet, MoneyError, toAmount, toMinor } from '../../rules/money';
import type { Invoice, InvoiceInput, InvoiceItemInput } from './schemas';
import { invoiceTerms } from './terms';

export type InvoiceRow = Pick<typeof invoice.$inferSelect, keyof Invoice>;
export type CatalogRow = Pick<
  typeof catalogItem.$inferSelect,
  'id' | 'code' | 'name' | 'default_price' | 'discount_percent' | 'discount_amount'
>;

export const catalogIds = (items: readonly InvoiceItemInput[]): string[] => [
  ...new Set(items.flatMap(({ catalog_id }) => catalog_id ?? [])),
];

export type LineTerms = Omit<InvoiceLine, 'net_amount'>;
type LineDefaults = Omit<LineTerms, 'catalog_id'>;

// The schema requires name and price of such a line.
export const WITHOUT_CATALOG: LineDefaults = {
  code: null,
  name: '',
  quantity: 1,
  unit_price: 0,
  discount_percent: 0,
  discount_amount: 0,
};

const fromCatalog = ({ code, name, default_price, discount_percent, discount_amount }: CatalogRow): LineDefaults => ({
  code,
  name,
  quantity: 1,
  unit_price: default_price,
  discount_percent,
  discount_amount,
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
  };
}

/** An impossible amount is the client's error. @throws RuleError */
function requireMoney<T>(where: string, compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    throw error instanceof MoneyError ? new RuleError('amount', `${where}${error.message}`) : error;
  }
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
    const line = fillIn(given, defaults, exponent);
    return { ...line, net_amount: requireMoney(`Line ${i + 1}: `, () => lineNet(line)) };
  });
}

/** In minor units. */
export const givenAmounts = (input: InvoiceInput, exponent: number) => ({
  discount_percent: input.discount_percent,
  discount_amount: toMinor(input.discount_amount, exponent),
  paid_amount: toMinor(input.paid_amount, exponent),
});

function computeAmounts(input: InvoiceInput, lines: readonly InvoiceLine[], exponent: number) {
  const given = givenAmounts(input, exponent);
  const nets = lines.map(({ net_amount }) => net_amount);
  return { ...given, ...requireMoney('', () => invoiceTotals(nets, given)) };
}

/** @throws RuleError for a negative total */
export function toColumns({ settings }: ServiceContext, input: InvoiceInput, lines: InvoiceLine[], issue_date: string) {
  const { CURRENCY, TIME_ZONE } = settings;
  return {
    status: input.status,
    issue_date,
    issue_at: instant(issue_date, TIME_ZONE),
    due_date: input.due_date,
    due_at: input.due_date === null ? null : instant(input.due_date, TIME_ZONE),
    appointment_id: input.appointment_id,
    patient_id: input.patient_id,
    items: lines,
    tags: input.tags,
    ...computeAmounts(input, lines, CURRENCY.exponent),
    ...invoiceTerms({ items: lines }),
  };
}

export function toInvoice({ settings }: ServiceContext, row: InvoiceRow): Invoice {
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
    items: row.items.map((line) => ({
      ...line,
      unit_price: amount(line.unit_price),
      discount_amount: amount(line.discount_amount),
      net_amount: amount(line.net_amount),
    })),
    subtotal: amount(row.subtotal),
    remaining_amount: amount(row.remaining_amount),
    total_amount: amount(row.total_amount),
    tags: row.tags,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  };
}

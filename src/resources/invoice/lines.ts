import type { catalogItem } from '../../db/schema/catalog';
import type { InvoiceLine } from '../../db/schema/invoice';
import { ReferenceNotFoundError, RuleError } from '../../errors';
import { invoiceTotals, lineNet, MoneyError, toMinor } from '../../rules/money';
import type { InvoiceInput, InvoiceItemInput } from './schemas';

export type CatalogRow = Pick<
  typeof catalogItem.$inferSelect,
  'id' | 'code' | 'name' | 'default_price' | 'discount_percent' | 'discount_amount'
>;

type LineTerms = Omit<InvoiceLine, 'net_amount'>;
type LineDefaults = Omit<LineTerms, 'catalog_id'>;

// The schema requires name and price of such a line.
const WITHOUT_CATALOG: LineDefaults = {
  ...{ code: null, name: '', quantity: 1 },
  ...{ unit_price: 0, discount_percent: 0, discount_amount: 0 },
};

const fromCatalog = ({ code, name, default_price, discount_percent, discount_amount }: CatalogRow): LineDefaults => ({
  ...{ code, name, quantity: 1 },
  ...{ unit_price: default_price, discount_percent, discount_amount },
});

/** The line with its defaults filled in. @param exponent decimals of the currency */
function fillIn(given: InvoiceItemInput, defaults: LineDefaults, exponent: number): LineTerms {
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

/** Money that cannot be is the client's error. @throws RuleError */
function requireMoney<T>(where: string, compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    throw error instanceof MoneyError ? new RuleError('amount', `${where}${error.message}`) : error;
  }
}

/**
 * The lines as they are stored. @param exponent decimals of the currency
 * @param stored those of the invoice so far: each may stay although its catalog item was retired since
 * @throws ReferenceNotFoundError for a line whose catalog item is missing, RuleError for a negative net
 */
export function computeLines(
  items: readonly InvoiceItemInput[],
  catalog: readonly CatalogRow[],
  exponent: number,
  stored: readonly InvoiceLine[] = [],
): InvoiceLine[] {
  const known = new Map(catalog.map((item) => [item.id, fromCatalog(item)]));
  const kept = Map.groupBy(stored, ({ catalog_id }) => catalog_id);
  const defaultsOf = (id: string) => known.get(id) ?? kept.get(id)?.shift();
  return items.map((given, i) => {
    const defaults = given.catalog_id === null ? WITHOUT_CATALOG : defaultsOf(given.catalog_id);
    if (!defaults) throw new ReferenceNotFoundError(['Catalog item', given.catalog_id ?? '']);
    const line = fillIn(given, defaults, exponent);
    return { ...line, net_amount: requireMoney(`Line ${i + 1}: `, () => lineNet(line)) };
  });
}

/**
 * Whether the lines say nothing else than the stored ones. What a catalog line leaves out stays as it is: the catalog
 * may have changed since the invoice was issued.
 */
export function sameLines(
  items: readonly InvoiceItemInput[],
  stored: readonly InvoiceLine[],
  exponent: number,
): boolean {
  if (items.length !== stored.length) return false;
  return items.every((given, i) => {
    const line = stored[i] as InvoiceLine;
    const asSent = fillIn(given, given.catalog_id === null ? WITHOUT_CATALOG : line, exponent);
    return (Object.keys(asSent) as (keyof LineTerms)[]).every((key) => asSent[key] === line[key]);
  });
}

/** What the client decides of an invoice's money, in minor units. */
export const givenAmounts = (input: InvoiceInput, exponent: number) => ({
  discount_percent: input.discount_percent,
  discount_amount: toMinor(input.discount_amount, exponent),
  paid_amount: toMinor(input.paid_amount, exponent),
});

/** All amounts of an invoice, in minor units. @throws RuleError for a negative total */
export function computeAmounts(input: InvoiceInput, lines: readonly InvoiceLine[], exponent: number) {
  const given = givenAmounts(input, exponent);
  const nets = lines.map(({ net_amount }) => net_amount);
  return { ...given, ...requireMoney('', () => invoiceTotals(nets, given)) };
}

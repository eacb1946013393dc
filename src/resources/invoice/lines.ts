import { currencyExponent } from '../../currency';
import type { catalogItem } from '../../db/schema/catalog';
import type { StoredLine } from '../../db/schema/invoice';
import { NotFoundError, RuleError } from '../../errors';
import { invoiceTotals, lineNet, MoneyError, toMinor } from '../../money';
import type { InvoiceItemInput } from './schemas';

export type CatalogRow = Pick<
  typeof catalogItem.$inferSelect,
  'id' | 'code' | 'name' | 'default_price' | 'discount_percent' | 'discount_amount'
>;

type Line = Omit<StoredLine, 'net_amount'>;
type Defaults = Omit<Line, 'catalog_id'>;

// Name and price of such a line are always given: the schema requires them.
const PLAIN: Defaults = { code: null, name: '', quantity: 1, unit_price: 0, discount_percent: 0, discount_amount: 0 };

const defaultsOf = ({ code, name, default_price, discount_percent, discount_amount }: CatalogRow): Defaults => ({
  code,
  name,
  quantity: 1,
  unit_price: default_price,
  discount_percent,
  discount_amount,
});

const minor = (amount: number | null) => (amount === null ? null : toMinor(amount, currencyExponent()));

const resolved = (given: InvoiceItemInput, defaults: Defaults): Line => ({
  catalog_id: given.catalog_id,
  code: given.code ?? defaults.code,
  name: given.name ?? defaults.name,
  quantity: given.quantity ?? defaults.quantity,
  unit_price: minor(given.unit_price) ?? defaults.unit_price,
  discount_percent: given.discount_percent ?? defaults.discount_percent,
  discount_amount: minor(given.discount_amount) ?? defaults.discount_amount,
});

/** The catalog items that the lines name, each once. */
export const catalogIds = (items: readonly InvoiceItemInput[]): string[] => [
  ...new Set(items.flatMap(({ catalog_id }) => catalog_id ?? [])),
];

/** @throws NotFoundError for a line whose catalog item is not among `found` */
export function checkCatalog(items: readonly InvoiceItemInput[], found: readonly CatalogRow[]): void {
  const known = new Set(found.map(({ id }) => id));
  const missing = catalogIds(items).find((id) => !known.has(id));
  if (missing !== undefined) throw new NotFoundError('Catalog item', missing);
}

/** What is computed may break a rule of money: told as the client's error. @throws RuleError */
function computed<T>(where: string, compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    throw error instanceof MoneyError ? new RuleError(`${where}${error.message}`) : error;
  }
}

/** The lines as they will be stored; `catalog` holds every item that they name. @throws RuleError on a negative net */
export function linesOf(items: readonly InvoiceItemInput[], catalog: readonly CatalogRow[]): StoredLine[] {
  const byId = new Map(catalog.map((item) => [item.id, defaultsOf(item)]));
  return items.map((given, i) => {
    const line = resolved(given, byId.get(given.catalog_id ?? '') ?? PLAIN);
    return { ...line, net_amount: computed(`Line ${i + 1}: `, () => lineNet(line)) };
  });
}

/**
 * Whether the lines say nothing else than the stored ones. What a catalog line leaves out it leaves as it is: the
 * catalog may have changed since the invoice was issued.
 */
export function sameLines(items: readonly InvoiceItemInput[], stored: readonly StoredLine[]): boolean {
  return (
    items.length === stored.length &&
    stored.every((line, i) => {
      const given = items[i] as InvoiceItemInput;
      const told = resolved(given, given.catalog_id === null ? PLAIN : line);
      return (Object.keys(told) as (keyof Line)[]).every((key) => told[key] === line[key]);
    })
  );
}

/** @throws RuleError on a negative total */
export const totalsOf = (
  lines: readonly StoredLine[],
  invoice: { discount_percent: number; discount_amount: number; paid_amount: number },
) =>
  computed('', () =>
    invoiceTotals(
      lines.map(({ net_amount }) => net_amount),
      invoice,
    ),
  );

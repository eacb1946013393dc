import { and, eq, isNull } from 'drizzle-orm';
import { currencyExponent } from '../../currency';
import { auditEvent, auditedUpdate, newEntity, type Target, written } from '../../db/audit';
import { createOnce, type Idempotency, rememberCreate } from '../../db/idempotency';
import { hasPrefix, termMatches } from '../../db/keyset';
import { offsetList } from '../../db/offset-list';
import { keysOf, selection, type Versioned } from '../../db/reads';
import { catalogItem } from '../../db/schema/catalog';
import { db, type Inputs, insertion, statement } from '../../db/statement';
import { taken } from '../../db/unique';
import { NotFoundError } from '../../errors';
import { keyOf } from '../../fields';
import type { ServiceContext } from '../../http/context';
import { toAmount, toMinor } from '../../money';
import { terms } from '../../search';
import { CatalogItem, CatalogItemInput, type CatalogPage, type CatalogQuery } from './schemas';

const ENTITY = 'Catalog item';
const columns = selection(catalogItem, CatalogItem);
type Row = Pick<typeof catalogItem.$inferSelect, keyof CatalogItem>;

const insert = insertion(catalogItem);
const update = auditedUpdate(catalogItem, [...keysOf(CatalogItemInput), 'code_key', 'terms'], {
  derived: ['code_key', 'terms'],
  returning: ['version', 'created_at'],
});
const byId = statement((p: Inputs<{ id: string }>) =>
  db
    .select({ ...columns, version: catalogItem.version })
    .from(catalogItem)
    .where(and(eq(catalogItem.id, p.id), isNull(catalogItem.deleted_at))),
);
const page = offsetList(catalogItem, columns, {
  orders: {
    created_at: { by: catalogItem.seq },
    code: { by: catalogItem.code, index: 'catalog_item_by_code' },
    name: { by: catalogItem.name, index: 'catalog_item_name' },
    category: { by: catalogItem.category, index: 'catalog_item_category' },
    default_price: { by: catalogItem.default_price, index: 'catalog_item_price' },
  },
  search: { matches: (p) => termMatches('catalog_item', p), hasWord: (input) => hasPrefix(catalogItem, input) },
});

const toRow = (input: CatalogItemInput) => ({
  ...input,
  code_key: keyOf(input.code),
  default_price: toMinor(input.default_price, currencyExponent()),
  discount_amount: toMinor(input.discount_amount, currencyExponent()),
  terms: terms([input.code, input.name, input.category, input.description]),
});

const toCatalogItem = (row: Row): CatalogItem => ({
  id: row.id,
  code: row.code,
  name: row.name,
  default_price: toAmount(row.default_price, currencyExponent()),
  discount_percent: row.discount_percent,
  discount_amount: toAmount(row.discount_amount, currencyExponent()),
  category: row.category,
  description: row.description,
  tags: row.tags,
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
});

const codeTaken = (error: unknown): never => {
  throw taken(error, ENTITY, { 'catalog_item.code_key': 'code' });
};

export async function createCatalogItem(
  ctx: ServiceContext,
  input: CatalogItemInput,
  idempotency: Idempotency | null,
): Promise<Versioned<CatalogItem>> {
  const row = { ...newEntity(ctx), ...toRow(input) };
  const create = async () => {
    const event = auditEvent(ctx, 'create', 'catalog_item', row.id);
    await ctx.db.batch([insert(row), ...rememberCreate(ctx, idempotency, row.id), event]).catch(codeTaken);
    return { version: row.version, record: toCatalogItem(row) };
  };
  return createOnce(ctx, idempotency, create, (id) => getCatalogItem(ctx, id));
}

export async function listCatalogItems(ctx: ServiceContext, query: CatalogQuery): Promise<CatalogPage> {
  const { total, rows } = await page(ctx.db, query, {});
  return { total, offset: query.offset, limit: query.limit, data: rows.map(toCatalogItem) };
}

/** @throws NotFoundError */
export async function getCatalogItem(ctx: ServiceContext, id: string): Promise<Versioned<CatalogItem>> {
  const row = await ctx.db.first(byId({ id }));
  if (!row) throw new NotFoundError(ENTITY, id);
  return { version: row.version, record: toCatalogItem(row) };
}

/** @throws NotFoundError, PreconditionFailedError, RuleError when the code is taken */
export async function updateCatalogItem(
  ctx: ServiceContext,
  target: Target,
  input: CatalogItemInput,
): Promise<Versioned<CatalogItem>> {
  const next = toRow(input);
  const [current, , rows] = await ctx.db.batch(update(ctx, target, next)).catch(codeTaken);
  const { version, created_at } = written(ENTITY, target.id, current, rows);
  return { version, record: toCatalogItem({ ...next, id: target.id, created_at, updated_at: ctx.now }) };
}

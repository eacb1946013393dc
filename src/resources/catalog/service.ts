import type { ServiceContext } from '../../context';
import { newEntity, type Versioned } from '../../db/entity';
import { rethrowUnique } from '../../db/errors';
import { createOnce, type Idempotency } from '../../db/idempotency';
import { type Listed, mapPage } from '../../db/offset-list';
import { requireWritten, type Target } from '../../db/update-outcome';
import { updateRecord } from '../../db/update-record';
import { NotFoundError } from '../../errors';
import { isoTime } from '../../rules/datetime';
import { toAmount, toMinor } from '../../rules/money';
import { criteriaOf } from '../../rules/search/criteria';
import type { SearchRules } from '../../rules/search/criterion';
import { uniqueKey } from '../../rules/unique-key';
import * as queries from './queries';
import {
  type CatalogItem,
  CatalogItemFields,
  type CatalogItemInput,
  type CatalogItemPatch,
  type CatalogPage,
  type CatalogQuery,
} from './schemas';
import { catalogItemTerms } from './terms';

const ENTITY = 'Catalog item';

const rethrowTaken = rethrowUnique(ENTITY, { 'catalog_item.code_key': 'code' });

const SEARCHED_BY: SearchRules = { codes: [], phones: false, dateOfBirth: null };

const toRow = <Input extends CatalogItemFields>({ settings }: ServiceContext, input: Input) => ({
  ...input,
  code_key: uniqueKey(input.code),
  default_price: toMinor(input.default_price, settings.CURRENCY.exponent),
  discount_amount: toMinor(input.discount_amount, settings.CURRENCY.exponent),
  ...catalogItemTerms(input),
});

const toCatalogItem = ({ settings }: ServiceContext, row: queries.CatalogItemRow): CatalogItem => ({
  id: row.id,
  code: row.code,
  name: row.name,
  default_price: toAmount(row.default_price, settings.CURRENCY.exponent),
  discount_percent: row.discount_percent,
  discount_amount: toAmount(row.discount_amount, settings.CURRENCY.exponent),
  tax_percent: row.tax_percent ?? undefined,
  category: row.category,
  description: row.description,
  tags: row.tags,
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
});

/** @throws DuplicateError when the code is taken */
export function createCatalogItem(
  ctx: ServiceContext,
  input: CatalogItemInput,
  idempotency: Idempotency | null,
): Promise<Versioned<CatalogItem>> {
  const row = { ...newEntity(ctx), ...toRow(ctx, input) };
  return createOnce(ctx, idempotency, {
    create: async () => {
      await ctx.db.run(queries.insert(ctx, row, idempotency)).catch(rethrowTaken);
      return { version: row.version, record: toCatalogItem(ctx, row) };
    },
    read: (id) => getCatalogItem(ctx, id),
  });
}

export async function listCatalogItems(ctx: ServiceContext, query: CatalogQuery): Promise<Listed<CatalogPage>> {
  const { offset, limit, search } = query;
  const listed = await queries.list(ctx.db, query, {}, criteriaOf(search, SEARCHED_BY));
  const { total, rows, ...more } = mapPage(listed, (row) => toCatalogItem(ctx, row));
  return { ...more, page: { total, offset, limit, data: rows } };
}

/** @throws NotFoundError */
export async function getCatalogItem(ctx: ServiceContext, id: string): Promise<Versioned<CatalogItem>> {
  const row = await ctx.db.first(queries.byId({ id }));
  if (!row) throw new NotFoundError(ENTITY, id);
  return { version: row.version, record: toCatalogItem(ctx, row) };
}

/** @throws NotFoundError, OutdatedError, ConflictError, DuplicateError when the code is taken */
export function updateCatalogItem(
  ctx: ServiceContext,
  target: Target,
  input: CatalogItemPatch,
): Promise<Versioned<CatalogItem>> {
  const { id } = target;
  const { tags, tax_percent = null } = input;
  const read = () => getCatalogItem(ctx, id);
  return updateRecord(ENTITY, CatalogItemFields, { target, input, read }, async (fields, to) => {
    const given = { ...toRow(ctx, fields), tax_percent, keeps_tax: input.tax_percent === undefined ? 1 : 0 } as const;
    const query = tags ? queries.updateWithTags(ctx, to, { ...given, tags }) : queries.update(ctx, to, given);
    const outcome = await ctx.db.run(query).catch(rethrowTaken);
    const { row } = outcome;
    const record = row && toCatalogItem(ctx, { ...given, ...row, id });
    return { ...outcome, row: record && { version: row.version, record } };
  });
}

/** Invoices keep their lines, which are copies. @throws UnauthenticatedError, NotFoundError, OutdatedError */
export async function deleteCatalogItem(ctx: ServiceContext, target: Target): Promise<void> {
  requireWritten(ENTITY, target.id, await ctx.db.run(queries.remove(ctx, target, { deleted_at: ctx.now })));
}

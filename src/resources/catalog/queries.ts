import { auditedInsert } from '../../db/audit';
import { auditedUpdate } from '../../db/audited-update';
import { columnsFor, fieldNames, isLive } from '../../db/entity';
import { offsetList } from '../../db/offset-list';
import { catalogItem } from '../../db/schema/catalog';
import { db, type Inputs, statement } from '../../db/statement';
import { CatalogItem, CatalogItemFields } from './schemas';

const columns = columnsFor(catalogItem, CatalogItem);
export type CatalogItemRow = Pick<typeof catalogItem.$inferSelect, keyof CatalogItem>;

export const insert = auditedInsert(catalogItem);

export const list = offsetList(catalogItem, columns, {
  orders: {
    created_at: catalogItem.seq,
    code: catalogItem.code,
    name: catalogItem.name,
    category: catalogItem.category,
    default_price: catalogItem.default_price,
  },
});

export const byId = statement((p: Inputs<{ id: string }>) =>
  db
    .select({ ...columns, version: catalogItem.version })
    .from(catalogItem)
    .where(isLive(catalogItem, p.id)),
);

const updated = [...fieldNames(CatalogItemFields), 'code_key', 'terms'] as const;
const updateOptions = { derived: ['code_key', 'terms'], returning: ['version', 'created_at', 'tags'] } as const;
/** Clients of the interface send no tags. Nothing follows from tags, so such an update need not read them. */
export const update = auditedUpdate(catalogItem, updated, updateOptions);
export const updateWithTags = auditedUpdate(catalogItem, [...updated, 'tags'], updateOptions);

export const remove = auditedUpdate(catalogItem, ['deleted_at'], { action: 'delete' });

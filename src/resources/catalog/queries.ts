import { sql } from 'drizzle-orm';
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

const updated = [...fieldNames(CatalogItemFields), 'tax_percent', 'code_key', 'terms'] as const;
const returning = ['version', 'created_at', 'updated_at', 'tax_percent', 'tags'] as const;
type Updated = (typeof updated)[number];
type Returned = (typeof returning)[number];

interface Tax {
  tax_percent: number | null;
  /** whether it stays as it is */
  keeps_tax: 0 | 1;
}
const options = {
  computed: {
    tax_percent: (p: Inputs<Tax>) => sql`iif(${p.keeps_tax}, ${catalogItem.tax_percent}, ${p.tax_percent})`,
  },
  derived: ['code_key', 'terms'],
  returning,
} as const;

/** Clients of the interface send neither taxes nor tags. Nothing follows from these, so such an update need not read them. */
export const update = auditedUpdate<typeof catalogItem, Updated, Returned, Tax>(catalogItem, updated, options);
export const updateWithTags = auditedUpdate<typeof catalogItem, Updated | 'tags', Returned, Tax>(
  catalogItem,
  [...updated, 'tags'],
  options,
);

export const remove = auditedUpdate(catalogItem, ['deleted_at'], { action: 'delete' });

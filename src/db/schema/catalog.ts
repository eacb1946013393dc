import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { entityColumns, json, live, longText, terms } from './columns';
import { counted, countedByTag } from './counted';
import { searchable } from './searchable';
import { ofHospital } from './whose';

/** Amounts are minor units. */
export const catalogItem = sqliteTable(
  'catalog_item',
  {
    ...entityColumns(),
    code: text().notNull(),
    code_key: text().notNull(),
    name: text().notNull(),
    default_price: integer().notNull(),
    discount_percent: real().notNull(),
    discount_amount: integer().notNull(),
    tax_percent: real(),
    category: text(),
    description: longText(),
    tags: json<string[]>(),
    terms: terms(),
  },
  (t) => [
    live(uniqueIndex('catalog_item_code').on(t.code_key)),
    live(index('catalog_item_by_code').on(t.code)),
    live(index('catalog_item_name').on(t.name)),
    live(index('catalog_item_category').on(t.category)),
    live(index('catalog_item_price').on(t.default_price)),
  ],
);

export const catalogItemRows = ofHospital(catalogItem);

export const catalogItemExtras = () => [
  searchable(catalogItem, { beginnings: 12, tags: catalogItem.tags }),
  countedByTag(catalogItem),
  counted(catalogItem),
];

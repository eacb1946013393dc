import type { Columns } from '../../rules/csv';
import type { CatalogItem } from './schemas';

/** The price list as a table. */
export const CATALOG_COLUMNS: Columns<CatalogItem> = {
  code: ({ code }) => code,
  name: ({ name }) => name,
  category: ({ category }) => category,
  default_price: ({ default_price }) => default_price,
  discount_percent: ({ discount_percent }) => discount_percent,
  discount_amount: ({ discount_amount }) => discount_amount,
  tax_percent: ({ tax_percent }) => tax_percent,
  description: ({ description }) => description,
  tags: ({ tags }) => tags.join('; '),
  id: ({ id }) => id,
};

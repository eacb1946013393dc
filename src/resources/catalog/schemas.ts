import * as z from 'zod';
import { csvQuery } from '../../schemas/csv';
import { amount, freeText, name, optional, optionalText, percent, withDefault } from '../../schemas/fields';
import { boundedSearch, offsetPage, offsetQuery, tags } from '../../schemas/listing';
import { patchOf, updateOf } from '../../schemas/update';

/** The fields that the interface has. */
export const CatalogItemFields = z.object({
  code: name,
  name,
  default_price: amount,
  discount_percent: withDefault(percent, 0),
  discount_amount: withDefault(amount, 0),
  category: optionalText,
  description: optional(freeText),
});
export type CatalogItemFields = z.output<typeof CatalogItemFields>;

const tax_percent = optional(percent).describe('Percentage of the tax that lines of it have by default; null for none');

export const CatalogItemInput = CatalogItemFields.extend({ tax_percent, tags }).meta({ id: 'CatalogItemInput' });
export type CatalogItemInput = z.output<typeof CatalogItemInput>;

export const CatalogItemUpdate = updateOf(CatalogItemInput).meta({ id: 'CatalogItemUpdateInput' });

export const CatalogItemPatch = patchOf(CatalogItemInput).meta({ id: 'CatalogItemPatchInput' });
export type CatalogItemPatch = z.output<typeof CatalogItemPatch>;

export const CatalogItem = z
  .object({
    id: z.uuid(),
    code: z.string(),
    name: z.string(),
    default_price: z.number(),
    discount_percent: z.number(),
    discount_amount: z.number(),
    tax_percent: z.number().optional().describe('Percentage of the tax that lines of it have by default'),
    category: z.string().nullable(),
    description: z.string().nullable(),
    tags: z.array(z.string()),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'CatalogItem' });
export type CatalogItem = z.output<typeof CatalogItem>;

export const CATALOG_ORDERS = ['created_at', 'code', 'name', 'category', 'default_price'] as const;
export const CatalogQuery = boundedSearch(offsetQuery(CATALOG_ORDERS).extend(csvQuery.shape));
export type CatalogQuery = z.output<typeof CatalogQuery>;
export const CatalogPage = offsetPage(CatalogItem).meta({ id: 'CatalogPage' });
export type CatalogPage = z.output<typeof CatalogPage>;

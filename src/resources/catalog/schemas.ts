import type * as z from 'zod/mini';
import {
  amount,
  answered,
  component,
  freeText,
  name,
  object,
  optional,
  optionalText,
  percent,
  withDefault,
} from '../../fields';
import { offsetPage, offsetQuery, tags } from '../listing';

export const CatalogItemInput = component(
  'CatalogItemInput',
  object(() => ({
    code: name(),
    name: name(),
    default_price: amount(),
    discount_percent: withDefault(percent(), 0),
    discount_amount: withDefault(amount(), 0),
    category: optionalText(),
    description: optional(freeText()),
    tags: tags(),
  })),
  [{ code: 'XRAY-CHEST', name: 'Chest X-ray', default_price: 120.5, category: 'Radiology', tags: ['imaging'] }],
);
export type CatalogItemInput = z.output<typeof CatalogItemInput>;

export const CatalogItem = component(
  'CatalogItem',
  object(() => ({
    id: answered.id(),
    code: answered.text(),
    name: answered.text(),
    default_price: answered.number(),
    discount_percent: answered.number(),
    discount_amount: answered.number(),
    category: answered.textOrNull(),
    description: answered.textOrNull(),
    tags: answered.texts(),
    created_at: answered.time(),
    updated_at: answered.time(),
  })),
);
export type CatalogItem = z.output<typeof CatalogItem>;

export const CATALOG_ORDERS = ['created_at', 'code', 'name', 'category', 'default_price'] as const;
export const CatalogQuery = offsetQuery(CATALOG_ORDERS);
export type CatalogQuery = z.output<typeof CatalogQuery>;
export const CatalogPage = component('CatalogPage', offsetPage(CatalogItem));
export type CatalogPage = z.output<typeof CatalogPage>;

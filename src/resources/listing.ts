import * as z from 'zod';
import { NAME_MAX, optionalList, queryInt, queryList, text } from '../fields';
import { LIST_LIMIT_MAX, searchQuery } from '../http/queries';

/** Labels of an invoice or catalog item, each once. */
export const tags = optionalList(text(NAME_MAX, 1)).transform((given) => [...new Set(given)]);

/** Query of a list by offset. */
export const offsetQuery = <const Order extends string>(orders: readonly [Order, ...Order[]]) =>
  z.object({
    limit: queryInt(0, LIST_LIMIT_MAX).default(100),
    offset: queryInt(0, Number.MAX_SAFE_INTEGER).default(0),
    order_by: z
      .enum([...orders, ...orders.map((order) => `-${order}` as const)])
      .default(orders[0] as never)
      .describe('Sort field; a leading `-` reverses. Ties by creation'),
    search: searchQuery,
    tags: queryList(text(NAME_MAX, 1)).describe('Repeatable: all must be present'),
  });

/** Answer of a list by offset. */
export const offsetPage = <T extends z.ZodType>(element: T) =>
  z.object({ total: z.int(), offset: z.int(), limit: z.int(), data: z.array(element) });

import * as z from 'zod/mini';
import { LIST_MAX, listOf, NAME_MAX, noted, object, queryInt, queryList, text, withDefault } from '../fields';
import { LIST_LIMIT_MAX, searchQuery } from '../http/queries';
import { once } from '../once';

/** Labels of an invoice or catalog item, each once. */
export const tags = once(() =>
  z.pipe(
    withDefault(listOf(text(NAME_MAX, 1), LIST_MAX), []),
    z.transform((given) => [...new Set(given)]),
  ),
);

/** Query of a list by offset. */
export const offsetQuery = <const Order extends string>(orders: readonly [Order, ...Order[]]) =>
  object(() => ({
    limit: queryInt(0, LIST_LIMIT_MAX, 100),
    offset: queryInt(0, Number.MAX_SAFE_INTEGER, 0),
    order_by: noted(
      z._default(z.enum([...orders, ...orders.map((order) => `-${order}` as const)]), orders[0] as never),
      'Sort field; a leading `-` reverses. Ties by creation',
    ),
    search: searchQuery(),
    tags: noted(queryList(text(NAME_MAX, 1)), 'Repeatable: all must be present'),
  }));

/** Answer of a list by offset. */
export const offsetPage = <T extends z.ZodMiniType>(element: T) =>
  object(() => ({ total: z.int(), offset: z.int(), limit: z.int(), data: z.array(element) }));

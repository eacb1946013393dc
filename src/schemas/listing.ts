import * as z from 'zod';
import { listOf, NAME_MAX, queryInt, queryList, text, withDefault } from './fields';

const LIMIT_MAX = 1_000;
const OFFSET_LIMIT_DEFAULT = 100; // the interface says so

/** A page reads what it skips: beyond this it would keep everyone waiting. */
export const OFFSET_MAX = 100_000;

const offset = queryInt(0, OFFSET_MAX).default(0);

const search = text(NAME_MAX)
  .optional()
  .describe(
    'All words and numbers must fit the record, in any order. A word fits if a word of the record begins with it; letter case ' +
      'and accents do not matter. Without any letter or digit it finds nothing.',
  );

const INCOMPLETE =
  '`true` where too many records fit every word to look at all of them: there may be matches that are not in the answer';

/** Headers of an answer, for the API reference. */
export const keysetHeaders = {
  link: 'rel="next" while there is more, also on a page that is not full: one of large records, or of a search',
  'x-search-incomplete': INCOMPLETE,
};
export const offsetHeaders = { 'x-search-incomplete': `${INCOMPLETE}, and \`total\` is a lower bound` };

/**
 * Query of a list that is paged by keyset: departments, patients, doctors; newest first. The interface describes no pages
 * here, so a client that knows only the interface sees nothing beyond the first: it has as many rows as a page may have.
 */
export const keysetQuery = z.object({
  limit: queryInt(1, LIMIT_MAX).default(LIMIT_MAX),
  offset: offset.describe('Rows to skip, counted from the `cursor` if there is one'),
  cursor: queryInt(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Where the next page begins: taken from the `Link` header of the page before'),
  search,
});

/** Labels of an invoice or catalog item, each once. */
export const tags = withDefault(
  listOf(text(NAME_MAX, 1)).overwrite((given) => [...new Set(given)]),
  [],
);

/** The first order. zod does not see, of names that it does not know yet, that it is one of them. */
const defaultOf = (orders: readonly [string, ...string[]]) => orders[0] as never;

/** Query of a list that is paged by offset. */
export const offsetQuery = <const Order extends string>(orders: readonly [Order, ...Order[]]) =>
  z.object({
    limit: queryInt(0, LIMIT_MAX).default(OFFSET_LIMIT_DEFAULT),
    offset,
    order_by: z
      .enum([...orders, ...orders.map((order) => `-${order}` as const)])
      .default(defaultOf(orders))
      .describe('Sort field, ties in order of creation; a leading `-` reverses both'),
    search,
    tags: queryList(text(NAME_MAX, 1)).describe('Repeatable: all must be present'),
  });

/** Answer of a list that is paged by offset. */
export const offsetPage = <T extends z.ZodType>(element: T) =>
  z.object({ total: z.int(), offset: z.int(), limit: z.int(), data: z.array(element) });

import * as z from 'zod';
import { definedValue, fault, listOf, NAME_MAX, text, withDefault } from './fields';
import { queryInt, queryList } from './requests';

export const LIMIT_MAX = 1_000;
const OFFSET_LIMIT_DEFAULT = 100; // the interface says so

/** A page reads what it skips: beyond this it would keep everyone waiting. */
export const OFFSET_MAX = 100_000;

/** A search reads a row for each one that it skips, in an index that is slower with many words. */
export const SEARCH_OFFSET_MAX = 10_000;

const offset = queryInt(0, OFFSET_MAX).default(0);

const search = text(NAME_MAX)
  .optional()
  .describe(
    'All words and numbers must fit the record, in any order. A word fits if a word of the record begins with it; letter case ' +
      'and accents do not matter. Without any letter or digit it finds nothing.',
  );

export const keysetHeaders = {
  link: 'rel="next" while there is more, also on a page of large records that is not full',
};
export const peopleHeaders = {
  ...keysetHeaders,
  'x-search-approximate':
    '`true` where nobody has the words, and these are the people whose names sound alike, the likeliest first',
};
export const offsetHeaders = {
  'x-search-incomplete':
    '`true` where a search, or a range of dates, has more matches than are counted, put in order or checked by a filter: `total` ' +
    'may be a lower bound, and a page in an order other than that of creation or of the range may lack matches',
};

const TOO_FAR = fault('less_than_equal', `Input should be less than or equal to ${SEARCH_OFFSET_MAX} in a search`);

/** These cost more than a page: what they find is counted, and often put in order, or lies among much that is looked at. */
const SEARCH_PARAMETERS: readonly string[] = [
  ...['search', 'tags', 'dob', 'national_id'],
  ...['issued_from', 'issued_to', 'due_before', 'overdue', 'unpaid'],
  ...['method', 'by', 'kind', 'reference'],
];

/** Takes a query as sent or as read. An empty parameter, as forms send it, does not search. */
export const searches = (query: object): boolean =>
  Object.entries(query).some(
    ([name, given]) => SEARCH_PARAMETERS.includes(name) && [given].flat().some((value) => (value ?? '') !== ''),
  );

export const boundedSearch = <Query extends z.ZodType<{ offset: number }>>(query: Query): Query =>
  query.refine((sent) => sent.offset <= SEARCH_OFFSET_MAX || !searches(sent), { path: ['offset'], ...TOO_FAR });

/** Newest first. A client that knows only the interface reads one page, so by default it has as many rows as a page may. */
export const keysetQuery = z.object({
  limit: queryInt(1, LIMIT_MAX).default(LIMIT_MAX),
  offset: offset.describe('Rows to skip, counted from the `cursor` if there is one'),
  cursor: queryInt(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Where the next page begins: taken from the `Link` header of the page before'),
  search,
});

export const tagList = listOf(text(NAME_MAX, 1)).overwrite((given) => [...new Set(given)]);
export const tags = withDefault(tagList, []);

export const tagsQuery = queryList(text(NAME_MAX, 1)).describe('Repeatable: all must be present');

/** The names of orders, each also with a sign before it; by default the first. */
function orderBy<const Order extends string>(orders: readonly [Order, ...Order[]]) {
  type OrderBy = Order | `-${Order}`;
  const names: OrderBy[] = [...orders, ...orders.map((order) => `-${order}` as const)];
  const schema: z.ZodType<OrderBy, OrderBy> = z.enum(names);
  return schema.default(definedValue<OrderBy>(orders[0]));
}

export const offsetQuery = <const Order extends string>(orders: readonly [Order, ...Order[]]) =>
  z.object({
    limit: queryInt(0, LIMIT_MAX).default(OFFSET_LIMIT_DEFAULT),
    offset,
    order_by: orderBy(orders).describe('Sort field, ties in order of creation; a leading `-` reverses both'),
    search,
    tags: tagsQuery,
  });

export const offsetPage = <T extends z.ZodType>(element: T) =>
  z.object({ total: z.int(), offset: z.int(), limit: z.int(), data: z.array(element) });

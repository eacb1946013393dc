import { input } from '../input.ts';
import { byId, writes } from './budget.ts';
import { list, type Operations } from './record.ts';

const body = () => input.catalogItem({ tags: ['t'] });

export const catalog: Operations = {
  'POST /catalog/': {
    body,
    cases: {
      // Writes the row and its number, six indexes, its words, a counter, the audit row and its index.
      'a new item': { budget: writes(1, 4, 12), request: () => ({ json: input.catalogItem() }) },
    },
  },
  'GET /catalog/': {
    cases: {
      '10 rows': list('/catalog/', 10),
      '100 rows': list('/catalog/', 100),
      '10 rows by default_price': list('/catalog/', 10, '&order_by=default_price'),
      '100 rows by default_price': list('/catalog/', 100, '&order_by=default_price'),
      '10 rows of a tag': list('/catalog/', 10, '&tags=ward'),
      '100 rows of a tag': list('/catalog/', 100, '&tags=ward'),
    },
  },
  'GET /catalog/{id}': {
    cases: {
      'by id': { budget: byId, request: ({ item }) => ({ path: `/catalog/${item.id}` }) },
    },
  },
  'PUT /catalog/{id}': {
    body,
    cases: {
      'every field': {
        budget: writes(0, 9, 11),
        request: ({ item }) => ({ path: `/catalog/${item.id}`, json: input.catalogItem() }),
      },
      'every field of the interface': {
        budget: writes(0, 8, 10),
        request: ({ item }) => ({ path: `/catalog/${item.id}`, json: input.catalogItem({ tags: undefined }) }),
      },
      'the required fields': {
        budget: writes(0, 9, 10, { trips: 2 }),
        request: ({ item: { id, code, name, default_price } }) => ({
          path: `/catalog/${id}`,
          json: { code, name, default_price },
        }),
      },
    },
  },
  'PATCH /catalog/{id}': {
    body,
    cases: {
      'one field': {
        budget: writes(0, 6, 8, { trips: 2 }),
        request: ({ item }) => ({ path: `/catalog/${item.id}`, json: { default_price: 125 } }),
      },
    },
  },
  'DELETE /catalog/{id}': {
    repeated: 404,
    cases: {
      // Writes the row, its words, the counters of items and of its tag, the audit row and its index.
      'by id': {
        budget: writes(0, 13, 6),
        request: async ({ create }) => ({
          path: `/catalog/${(await create('/catalog/', input.catalogItem({ tags: ['ward'] }))).id}`,
        }),
      },
    },
  },
};

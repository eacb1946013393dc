import { input } from '../input.ts';
import { list, type Operations } from './record.ts';

const body = () => input.catalogItem({ tax_percent: 19, tags: ['t'] });

export const catalog: Operations = {
  'POST /catalog/': {
    body,
    cases: {
      'a new item, with a tax': { request: () => ({ json: input.catalogItem({ tax_percent: 19 }) }) },
      'a new item': { request: () => ({ json: input.catalogItem() }) },
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
      'CSV of 100 rows': list('/catalog/', 100, '&format=csv'),
    },
  },
  'GET /catalog/{id}': {
    cases: {
      'by id': { request: ({ item }) => ({ path: `/catalog/${item.id}` }) },
    },
  },
  'PUT /catalog/{id}': {
    body,
    cases: {
      'every field': { request: ({ item }) => ({ path: `/catalog/${item.id}`, json: input.catalogItem() }) },
      'every field of the interface': {
        request: ({ item }) => ({ path: `/catalog/${item.id}`, json: input.catalogItem({ tags: undefined }) }),
      },
      'the required fields': {
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
      'one field': { request: ({ item }) => ({ path: `/catalog/${item.id}`, json: { default_price: 125 } }) },
    },
  },
  'DELETE /catalog/{id}': {
    repeated: 404,
    cases: {
      'by id': {
        request: async ({ create }) => ({
          path: `/catalog/${(await create('/catalog/', input.catalogItem({ tags: ['ward'] }))).id}`,
        }),
      },
    },
  },
};

import { input } from '../input.ts';
import { byId, page, writes } from './budget.ts';
import { list, type Operations } from './record.ts';

export const department: Operations = {
  'POST /department/': {
    body: input.department,
    cases: {
      // Writes the row and its number, three indexes, its words, the audit row and its index.
      'a new department': { budget: writes(1, 3, 8) },
    },
  },
  'GET /department/': {
    cases: {
      '10 rows': list('/department/', 10),
      '100 rows': list('/department/', 100),
      'without a limit': { budget: page(1_000) },
      '10 rows from an offset': list('/department/', 10, '&offset=10'),
    },
  },
  'GET /department/{item_id}': {
    cases: {
      'by id': { budget: byId, request: ({ department }) => ({ path: `/department/${department.id}` }) },
    },
  },
  'PUT /department/{item_id}': {
    body: input.department,
    cases: {
      'every field': {
        budget: writes(0, 8, 6),
        request: ({ department }) => ({ path: `/department/${department.id}` }),
      },
      'the required fields': {
        budget: writes(0, 9, 6, { trips: 2 }),
        request: ({ department: { id, name, code } }) => ({ path: `/department/${id}`, json: { name, code } }),
      },
    },
  },
  'PATCH /department/{item_id}': {
    body: input.department,
    cases: {
      'one field': {
        budget: writes(0, 6, 4, { trips: 2 }),
        request: ({ department }) => ({ path: `/department/${department.id}`, json: { description: 'New' } }),
      },
    },
  },
  'DELETE /department/{item_id}': {
    repeated: 404,
    cases: {
      'by id': {
        budget: writes(0, 16, 4),
        request: async ({ create }) => ({
          path: `/department/${(await create('/department/', input.department())).id}`,
        }),
      },
      // For each file its row, which moves to the index of deleted ones, an audit row and its index.
      'with ten files': {
        budget: writes(0, 16 + 10 * 5, 4 + 10 * 4),
        request: async ({ create, newFile }) => {
          const { id } = await create('/department/', input.department());
          for (let n = 0; n < 10; n++) await newFile(id);
          return { path: `/department/${id}` };
        },
      },
    },
  },
};

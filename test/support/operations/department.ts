import { input } from '../input.ts';
import { list, type Operations } from './record.ts';

export const department: Operations = {
  'POST /department/': {
    body: input.department,
    cases: {
      'a new department': {},
    },
  },
  'GET /department/': {
    cases: {
      '10 rows': list('/department/', 10),
      '100 rows': list('/department/', 100),
      'without a limit': {},
      '10 rows from an offset': list('/department/', 10, '&offset=10'),
    },
  },
  'GET /department/{item_id}': {
    cases: {
      'by id': { request: ({ department }) => ({ path: `/department/${department.id}` }) },
    },
  },
  'PUT /department/{item_id}': {
    body: input.department,
    cases: {
      'every field': { request: ({ department }) => ({ path: `/department/${department.id}` }) },
      'the required fields': {
        request: ({ department: { id, name, code } }) => ({ path: `/department/${id}`, json: { name, code } }),
      },
    },
  },
  'PATCH /department/{item_id}': {
    body: input.department,
    cases: {
      'one field': {
        request: ({ department }) => ({ path: `/department/${department.id}`, json: { description: 'New' } }),
      },
    },
  },
  'DELETE /department/{item_id}': {
    repeated: 404,
    cases: {
      'by id': {
        request: async ({ create }) => ({
          path: `/department/${(await create('/department/', input.department())).id}`,
        }),
      },
      'with ten files': {
        request: async ({ create, newFile }) => {
          const { id } = await create('/department/', input.department());
          for (let n = 0; n < 10; n++) await newFile(id);
          return { path: `/department/${id}` };
        },
      },
    },
  },
};

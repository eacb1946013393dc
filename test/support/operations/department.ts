import { input } from '../input.ts';
import { byId, page, writes } from './budget.ts';
import { list, type Operations } from './record.ts';

export const department: Operations = {
  'POST /department/': {
    body: input.department,
    cases: {
      // Writes the row and its number, three indexes, two words, the audit row and its index.
      'a new department': { budget: writes(1, 3, 9) },
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
};

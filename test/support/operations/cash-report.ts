import { list, type Operations } from './record.ts';

export const cashReport: Operations = {
  'GET /payment/': {
    cases: {
      '10 rows': list('/payment/', 10),
      '100 rows': list('/payment/', 100),
      '10 rows of a method': list('/payment/', 10, '&method=adjustment&from=2026-11-01'),
      'as CSV': { request: () => ({ path: '/payment/?limit=10&format=csv' }) },
    },
  },
  'GET /payment/summary': {
    cases: {
      'of today': { boundedBy: 'test/resources/cash-report.test.ts', request: () => ({}) },
      'of a month that is over': { request: () => ({ path: '/payment/summary?from=2026-01-01&to=2026-01-31' }) },
    },
  },
};

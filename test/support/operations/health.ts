import type { Operations } from './record.ts';

export const health: Operations = {
  'GET /health/': {
    as: null,
    cases: { 'the process': { budget: { trips: 0, read: 0, written: 0, r2: 0 } } },
  },
  'GET /health/ready': {
    as: null,
    cases: {
      // An environment of its own, for which no earlier answer holds.
      'all that it needs': { budget: { trips: 1, read: 2, written: 0, r2: 1 }, request: () => ({ env: {} }) },
    },
  },
};

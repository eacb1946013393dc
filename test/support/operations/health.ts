import type { Operations } from './record.ts';

export const health: Operations = {
  'GET /health/': {
    as: null,
    cases: { 'the process': {} },
  },
  'GET /health/ready': {
    as: null,
    cases: {
      // An environment of its own, for which no earlier answer holds.
      'all that it needs': { request: () => ({ env: {} }) },
    },
  },
};

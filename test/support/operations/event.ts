import type { Operations } from './record.ts';

export const event: Operations = {
  'GET /events/': {
    as: 'admin',
    cases: {
      '10 events': { request: () => ({ path: '/events/?limit=10' }) },
      '100 events': { request: () => ({ path: '/events/?limit=100' }) },
      '10 of a type': { request: () => ({ path: '/events/?limit=10&types=patient.created' }) },
    },
  },
};

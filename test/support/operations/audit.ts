import { reads } from './budget.ts';
import type { Operations } from './record.ts';

/** The rows of a page, those that it looks at, and the caller, who must be an admin still. */
const ofTrail = (looked: number, shown: number) => reads(4 + 3 * looked + shown);

export const audit: Operations = {
  'GET /audit/': {
    as: 'admin',
    cases: {
      '10 rows': { budget: ofTrail(11, 11), request: () => ({ path: '/audit/?limit=10' }) },
      'a record': {
        budget: ofTrail(11, 11),
        request: ({ patient }) => ({ path: `/audit/?limit=10&entity_id=${patient.id}` }),
      },
    },
  },
  'GET /audit/access': {
    as: 'admin',
    cases: {
      '10 rows': { budget: ofTrail(11, 11), request: () => ({ path: '/audit/access?limit=10' }) },
      'a patient': {
        budget: ofTrail(11, 11),
        request: ({ patient }) => ({ path: `/audit/access?limit=10&patient_id=${patient.id}` }),
      },
    },
  },
};

import { reads } from './budget.ts';
import type { Operations } from './record.ts';

/** The rows of a page, those that it looks at, and the caller, who must be an admin still. */
const ofTrail = (looked: number, shown: number) => reads(4 + 3 * looked + shown);

/** Days with their patients and accounts. */
const ofDays = (rows: number) => reads(4 + 7 * rows);
/** Besides, the steps that lead from one to the next. */
const ofAccount = (rows: number) => reads(14 + 9 * rows);

/** A day on which test/db/budget.test.ts keeps two objects. */
const LOOKED_AT = '/audit/access/2026-11-23';
/** The caller, and where both objects are. */
const ofLooks = (r2: number) => ({ ...reads(3), r2 });

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
      '10 rows': { budget: ofDays(11), request: () => ({ path: '/audit/access?limit=10' }) },
      'a patient': {
        budget: ofDays(11),
        request: ({ patient }) => ({ path: `/audit/access?limit=10&patient_id=${patient.id}` }),
      },
      'an account': {
        budget: ofAccount(11),
        request: ({ doctor }) => ({ path: `/audit/access?limit=10&actor=${doctor.user.id}` }),
      },
      'an account, 100 rows': {
        budget: ofAccount(101),
        request: ({ doctor }) => ({ path: `/audit/access?actor=${doctor.user.id}` }),
      },
    },
  },
  'GET /audit/access/{day}': {
    as: 'admin',
    cases: {
      '10 looks': { budget: ofLooks(1), request: () => ({ path: `${LOOKED_AT}?limit=10` }) },
      '100 looks': { budget: ofLooks(2), request: () => ({ path: LOOKED_AT }) },
      'a patient': {
        budget: ofLooks(2),
        request: ({ patient }) => ({ path: `${LOOKED_AT}?patient_id=${patient.id}` }),
      },
    },
  },
};

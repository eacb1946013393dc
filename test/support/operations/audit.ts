import type { Operations } from './record.ts';

/** A day on which test/db/budget.test.ts keeps two objects. */
export const LOOKED_AT = '/audit/access/2026-11-23';

export const audit: Operations = {
  'GET /audit/': {
    as: 'admin',
    cases: {
      '10 rows': { request: () => ({ path: '/audit/?limit=10' }) },
      '50 rows': { request: () => ({ path: '/audit/?limit=50' }) },
      '50 rows with names': { request: () => ({ path: '/audit/?limit=50&view=full' }) },
      'a record': { request: ({ patient }) => ({ path: `/audit/?limit=10&entity_id=${patient.id}` }) },
    },
  },
  'GET /audit/access': {
    as: 'admin',
    cases: {
      '10 rows': { request: () => ({ path: '/audit/access?limit=10' }) },
      'a patient': { request: ({ patient }) => ({ path: `/audit/access?limit=10&patient_id=${patient.id}` }) },
      'an account': { request: ({ doctor }) => ({ path: `/audit/access?limit=10&actor=${doctor.user.id}` }) },
      'an account, 100 rows': { request: ({ doctor }) => ({ path: `/audit/access?actor=${doctor.user.id}` }) },
    },
  },
  'GET /audit/access/{day}': {
    as: 'admin',
    cases: {
      '10 looks': { request: () => ({ path: `${LOOKED_AT}?limit=10` }) },
      '100 looks': { request: () => ({ path: LOOKED_AT }) },
      'a patient': { request: ({ patient }) => ({ path: `${LOOKED_AT}?patient_id=${patient.id}` }) },
    },
  },
};

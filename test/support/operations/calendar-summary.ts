import type { Case, Operations } from './record.ts';

const BOUNDED_BY = 'test/resources/calendar-summary-many.test.ts';
/** That of the fixtures' copies. */
const MONTH = 'from=2026-12-01&to=2026-12-31';
const by = (group: string, query = MONTH): Case => ({
  boundedBy: BOUNDED_BY,
  request: () => ({ path: `/calendar/summary?group_by=${group}&${query}` }),
});

export const calendarSummary: Operations = {
  'GET /calendar/summary': {
    cases: {
      'of today': { boundedBy: BOUNDED_BY, request: () => ({}) },
      'of a month by day': by('day'),
      'of a month by doctor': by('doctor'),
      'of a month by department': by('department'),
      'of a month by status': by('status'),
      'of a month by day, of a doctor': {
        boundedBy: BOUNDED_BY,
        request: ({ doctor }) => ({ path: `/calendar/summary?group_by=day&${MONTH}&doctor_id=${doctor.id}` }),
      },
      'of a month as CSV': by('doctor', `${MONTH}&format=csv`),
    },
  },
};

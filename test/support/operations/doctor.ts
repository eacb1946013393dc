import { input } from '../input.ts';
import { byId, page, writes } from './budget.ts';
import { list, type Operations } from './record.ts';

export const doctor: Operations = {
  'POST /doctor/': {
    body: input.doctor,
    cases: {
      // Writes a row, its indexes and an audit row for both the doctor and the account, and the words of the doctor.
      'a new doctor': { budget: writes(2, 3, 16) },
    },
  },
  'GET /doctor/': {
    cases: {
      '10 rows': list('/doctor/', 10),
      '100 rows': list('/doctor/', 100),
      'without a limit': { budget: page(1_000) },
      '10 rows from an offset': list('/doctor/', 10, '&offset=10'),
    },
  },
  'GET /doctor/{id}': {
    cases: {
      reduced: { budget: byId, request: ({ doctor }) => ({ path: `/doctor/${doctor.id}` }) },
      full: { budget: byId, request: ({ doctor }) => ({ path: `/doctor/${doctor.id}?view=full` }) },
    },
  },
  'GET /doctor/reg_number/{reg_number}': {
    cases: {
      'by number': { budget: byId, request: ({ doctor }) => ({ path: `/doctor/reg_number/${doctor.reg_number}` }) },
    },
  },
  'PUT /doctor/{id}': {
    body: input.doctor,
    cases: {
      'with a password': { budget: writes(0, 23, 12), request: ({ doctor }) => ({ path: `/doctor/${doctor.id}` }) },
      'the required fields': {
        budget: writes(0, 24, 12, { trips: 2 }),
        request: ({ doctor: { id, first_name, last_name, license_number, user } }) => ({
          path: `/doctor/${id}`,
          json: { first_name, last_name, license_number, user: { email: user.email } },
        }),
      },
      'without a password': {
        budget: writes(0, 22, 12),
        request: ({ doctor }) => ({
          path: `/doctor/${doctor.id}`,
          json: input.doctor({ user: { password: undefined } }),
        }),
      },
    },
  },
  'PATCH /doctor/{id}': {
    body: input.doctor,
    cases: {
      'one field': {
        budget: writes(0, 21, 9, { trips: 2 }),
        request: ({ doctor }) => ({ path: `/doctor/${doctor.id}`, json: { bio: 'New' } }),
      },
      'one field of the account': {
        budget: writes(0, 21, 9, { trips: 2 }),
        request: ({ doctor }) => ({ path: `/doctor/${doctor.id}`, json: { user: { phone_number: '1' } } }),
      },
      'every field': { budget: writes(0, 23, 12), request: ({ doctor }) => ({ path: `/doctor/${doctor.id}` }) },
    },
  },
  'DELETE /doctor/{id}': {
    repeated: 404,
    cases: {
      'by id': {
        budget: writes(0, 24, 7),
        request: async ({ create }) => ({ path: `/doctor/${(await create('/doctor/', input.doctor())).id}` }),
      },
    },
  },
};

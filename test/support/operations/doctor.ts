import { input } from '../input.ts';
import { list, type Operations } from './record.ts';

export const doctor: Operations = {
  'POST /doctor/': {
    body: input.doctor,
    cases: {
      'a new doctor': {},
    },
  },
  'GET /doctor/': {
    cases: {
      '10 rows': list('/doctor/', 10),
      '100 rows': list('/doctor/', 100),
      'without a limit': {},
      'of an account': { request: ({ doctor }) => ({ path: `/doctor/?user_id=${doctor.user.id}` }) },
      '10 rows from an offset': list('/doctor/', 10, '&offset=10'),
      'CSV of 100 rows': list('/doctor/', 100, '&format=csv'),
    },
  },
  'GET /doctor/{id}': {
    cases: {
      reduced: { request: ({ doctor }) => ({ path: `/doctor/${doctor.id}` }) },
      full: { request: ({ doctor }) => ({ path: `/doctor/${doctor.id}?view=full` }) },
    },
  },
  'GET /doctor/reg_number/{reg_number}': {
    cases: {
      'by number': { request: ({ doctor }) => ({ path: `/doctor/reg_number/${doctor.reg_number}` }) },
    },
  },
  'PUT /doctor/{id}': {
    body: input.doctor,
    cases: {
      'with a password': { request: ({ doctor }) => ({ path: `/doctor/${doctor.id}` }) },
      'the required fields': {
        request: ({ doctor: { id, first_name, last_name, license_number, user } }) => ({
          path: `/doctor/${id}`,
          json: { first_name, last_name, license_number, user: { email: user.email } },
        }),
      },
      'without a password': {
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
      'one field': { request: ({ doctor }) => ({ path: `/doctor/${doctor.id}`, json: { bio: 'New' } }) },
      'one field of the account': {
        request: ({ doctor }) => ({ path: `/doctor/${doctor.id}`, json: { user: { phone_number: '1' } } }),
      },
      'every field': { request: ({ doctor }) => ({ path: `/doctor/${doctor.id}` }) },
    },
  },
  'DELETE /doctor/{id}': {
    repeated: 404,
    cases: {
      'by id': {
        request: async ({ create }) => ({ path: `/doctor/${(await create('/doctor/', input.doctor())).id}` }),
      },
    },
  },
};

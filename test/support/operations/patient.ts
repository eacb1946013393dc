import { input } from '../input.ts';
import { byId, page, searchPage, writes } from './budget.ts';
import { list, type Operations } from './record.ts';

export const patient: Operations = {
  'POST /patient/': {
    body: input.patient,
    cases: {
      // Writes the row and its number, three indexes, 16 words (two of them for the registration number), the audit row
      // and its index.
      'a new patient': { budget: writes(1, 30, 23) },
      'with Idempotency-Key': {
        budget: writes(1, 30, 25),
        request: () => ({ headers: { 'idempotency-key': crypto.randomUUID() } }),
      },
    },
  },
  'GET /patient/': {
    cases: {
      '10 rows': list('/patient/', 10),
      '100 rows': list('/patient/', 100),
      'without a limit': { budget: page(1_000) },
      '10 rows from an offset': list('/patient/', 10, '&offset=10'),
      '10 rows of a search': {
        budget: searchPage(10, 20),
        request: () => ({ path: '/patient/?limit=10&search=bodil' }),
      },
      'all rows of a search': { budget: searchPage(20, 20), request: () => ({ path: '/patient/?search=bod' }) },
    },
  },
  'GET /patient/{id}': {
    cases: {
      reduced: { budget: byId, request: ({ patient }) => ({ path: `/patient/${patient.id}` }) },
      full: { budget: byId, request: ({ patient }) => ({ path: `/patient/${patient.id}?view=full` }) },
    },
  },
  'GET /patient/reg_number/{reg_number}': {
    cases: {
      'by number': {
        budget: byId,
        request: ({ patient }) => ({ path: `/patient/reg_number/${patient.reg_number}` }),
      },
    },
  },
  'PUT /patient/{id}': {
    body: input.patient,
    cases: {
      'every field': { budget: writes(0, 132, 5), request: ({ patient }) => ({ path: `/patient/${patient.id}` }) },
      'the required fields': {
        budget: writes(0, 136, 5, { trips: 2 }),
        request: ({ patient: { id, gender, first_name, last_name } }) => ({
          path: `/patient/${id}`,
          json: { gender, first_name, last_name },
        }),
      },
    },
  },
  'DELETE /patient/{id}': {
    cases: {
      // Five of its words stay for the search of its invoices: three names and two for the registration number.
      'by id': {
        budget: writes(0, 88, 24),
        request: async ({ create }) => ({ path: `/patient/${(await create('/patient/', input.patient())).id}` }),
      },
    },
  },
};

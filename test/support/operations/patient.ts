import { input } from '../input.ts';
import { byId, page, searchPage, writes } from './budget.ts';
import { list, type Operations } from './record.ts';

/** What the comparison with possible duplicates reads at most, however many there are: a create's, and a list's. */
const LOOKALIKES = 90;
const LISTED_LOOKALIKES = 400;

let people = 0;
/** A birth date and phone numbers that no other patient of the tests has. */
const nobodyElse = () => {
  people++;
  const number = (trunk: string) => `0${trunk} ${1_000_000 + people}`;
  return { dob: `19${10 + people}-12-31`, phone_number: number('70'), alt_phone_number: number('18') };
};

export const patient: Operations = {
  'POST /patient/': {
    body: input.patient,
    cases: {
      // Writes the row and its number, three indexes, its words, the audit row and its index.
      'a new patient': { budget: writes(1, 3, 8), request: () => ({ json: input.patient(nobodyElse()) }) },
      'with Idempotency-Key': {
        budget: writes(1, 3, 10),
        request: () => ({
          json: input.patient(nobodyElse()),
          headers: { 'idempotency-key': crypto.randomUUID() },
        }),
      },
      'a patient whom 150 others resemble': { budget: writes(1, 3 + LOOKALIKES, 8) },
    },
  },
  'GET /patient/': {
    cases: {
      '10 rows': list('/patient/', 10),
      '100 rows': list('/patient/', 100),
      'without a limit': { budget: page(1_000) },
      '10 rows from an offset': list('/patient/', 10, '&offset=10'),
      '10 rows of a search': {
        budget: searchPage(10),
        request: () => ({ path: '/patient/?limit=10&search=bodil' }),
      },
      'all rows of a search': { budget: searchPage(20), request: () => ({ path: '/patient/?search=bod' }) },
    },
  },
  'GET /patient/{id}': {
    cases: {
      reduced: { budget: byId, request: ({ patient }) => ({ path: `/patient/${patient.id}` }) },
      full: { budget: byId, request: ({ patient }) => ({ path: `/patient/${patient.id}?view=full` }) },
    },
  },
  'GET /patient/{id}/duplicates': {
    cases: {
      'with 150 others who resemble the patient': {
        budget: { trips: 2, read: byId.read + LISTED_LOOKALIKES, written: 0, r2: 0 },
        request: ({ patient }) => ({ path: `/patient/${patient.id}/duplicates` }),
      },
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
      // Its four invoices are found by its names: for each, words are taken out of the index and put in.
      'every field': { budget: writes(0, 20, 13), request: ({ patient }) => ({ path: `/patient/${patient.id}` }) },
      'the required fields': {
        budget: writes(0, 24, 13, { trips: 2 }),
        request: ({ patient: { id, gender, first_name, last_name } }) => ({
          path: `/patient/${id}`,
          json: { gender, first_name, last_name },
        }),
      },
    },
  },
  'PATCH /patient/{id}': {
    body: input.patient,
    cases: {
      'one field': {
        budget: writes(0, 12, 5, { trips: 2 }),
        request: ({ patient }) => ({ path: `/patient/${patient.id}`, json: { phone_number: '+46 70 765 43 21' } }),
      },
      'every field': { budget: writes(0, 20, 13), request: ({ patient }) => ({ path: `/patient/${patient.id}` }) },
    },
  },
  'DELETE /patient/{id}': {
    repeated: 404,
    cases: {
      // Its words leave the index, those of its invoices stay, and it comes into the index of those who are deleted.
      'by id': {
        budget: writes(0, 13, 5),
        request: async ({ create }) => ({ path: `/patient/${(await create('/patient/', input.patient())).id}` }),
      },
      // For each file its row, which moves to the index of deleted ones, an audit row and its index.
      'with ten files': {
        budget: writes(0, 13 + 10 * 5, 5 + 10 * 4),
        request: async ({ create, newFile }) => {
          const { id } = await create('/patient/', input.patient());
          for (let n = 0; n < 10; n++) await newFile(id);
          return { path: `/patient/${id}` };
        },
      },
    },
  },
};

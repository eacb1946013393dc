import { input } from '../input.ts';
import { list, type Operations } from './record.ts';

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
      'a new patient': { request: () => ({ json: input.patient(nobodyElse()) }) },
      'with Idempotency-Key': {
        request: () => ({
          json: input.patient(nobodyElse()),
          headers: { 'idempotency-key': crypto.randomUUID() },
        }),
      },
      'a patient whom 150 others resemble': {},
    },
  },
  'GET /patient/': {
    cases: {
      '10 rows': list('/patient/', 10),
      '100 rows': list('/patient/', 100),
      'without a limit': {},
      '10 rows from an offset': list('/patient/', 10, '&offset=10'),
      '10 rows of a search': { request: () => ({ path: '/patient/?limit=10&search=bodil' }) },
      'all rows of a search': { request: () => ({ path: '/patient/?search=bod' }) },
    },
  },
  'GET /patient/{id}': {
    cases: {
      reduced: { request: ({ patient }) => ({ path: `/patient/${patient.id}` }) },
      full: { request: ({ patient }) => ({ path: `/patient/${patient.id}?view=full` }) },
    },
  },
  'GET /patient/{id}/duplicates': {
    cases: {
      'with 150 others who resemble the patient': {
        request: ({ patient }) => ({ path: `/patient/${patient.id}/duplicates` }),
      },
    },
  },
  'GET /patient/reg_number/{reg_number}': {
    cases: {
      'by number': { request: ({ patient }) => ({ path: `/patient/reg_number/${patient.reg_number}` }) },
    },
  },
  'PUT /patient/{id}': {
    body: input.patient,
    cases: {
      'every field': { request: ({ patient }) => ({ path: `/patient/${patient.id}` }) },
      'the required fields': {
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
        request: ({ patient }) => ({ path: `/patient/${patient.id}`, json: { phone_number: '+46 70 765 43 21' } }),
      },
      'every field': { request: ({ patient }) => ({ path: `/patient/${patient.id}` }) },
    },
  },
  'DELETE /patient/{id}': {
    repeated: 404,
    cases: {
      'by id': {
        request: async ({ create }) => ({ path: `/patient/${(await create('/patient/', input.patient())).id}` }),
      },
      'with ten files': {
        request: async ({ create, newFile }) => {
          const { id } = await create('/patient/', input.patient());
          for (let n = 0; n < 10; n++) await newFile(id);
          return { path: `/patient/${id}` };
        },
      },
    },
  },
};

import { input } from '../input.ts';
import { type Fixtures, list, type Operations } from './record.ts';

let people = 0;
/** A birth date and phone numbers that no other patient of the tests has. */
const nobodyElse = () => {
  people++;
  const number = (trunk: string) => `0${trunk} ${1_000_000 + people}`;
  return { dob: `19${10 + people}-12-31`, phone_number: number('70'), alt_phone_number: number('18') };
};

/** Of which the month is known. */
const born = { dob: '1984-02-01', dob_precision: 'month' };
/** What another system calls the patient, with all that it may say of that. */
const identifiers = () => [
  {
    ...{ system: 'https://former.example/patients', value: crypto.randomUUID(), use: 'old' },
    type: {
      text: 'Chart',
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR', display: 'Record' }],
    },
  },
];
const body = () => ({ ...input.patient(), ...input.person(), ...born, identifiers: identifiers() });

/** Two records of one person: one of them has five of each kind of what is moved. */
async function pair({ create, newFile, doctor, department }: Fixtures) {
  const [one, other] = [await create('/patient/', input.patient()), await create('/patient/', input.patient())];
  for (let n = 0; n < 5; n++) {
    const ids = { patient_id: other.id, doctor_id: doctor.id, department_id: department.id };
    await create('/appointment/', input.appointment(ids));
    await create('/invoice/', input.invoice({ patient_id: other.id }));
    await newFile(other.id);
  }
  return { path: `/patient/${one.id}`, from: other.id as string };
}

export const patient: Operations = {
  'POST /patient/': {
    body,
    cases: {
      'a new patient': { request: () => ({ json: input.patient(nobodyElse()) }) },
      'with Idempotency-Key': {
        request: () => ({
          json: input.patient(nobodyElse()),
          headers: { 'idempotency-key': crypto.randomUUID() },
        }),
      },
      'a newborn, with every field': {
        request: ({ patient }) => ({
          json: { ...input.patient(nobodyElse()), ...input.person({ mother_id: patient.id }), dob_precision: 'day' },
        }),
      },
      'a patient whom 150 others resemble': { request: () => ({ json: input.patient() }) },
    },
  },
  'GET /patient/': {
    cases: {
      '10 rows': list('/patient/', 10),
      '100 rows': list('/patient/', 100),
      'without a limit': {},
      '10 rows from an offset': list('/patient/', 10, '&offset=10'),
      '10 rows of a search': { request: () => ({ path: '/patient/?limit=10&search=bodil' }) },
      'a national id': { request: () => ({ path: '/patient/?national_id=840229-1234' }) },
      'all rows of a search': { request: () => ({ path: '/patient/?search=bod' }) },
      'CSV of 100 rows': list('/patient/', 100, '&format=csv&locale=de-DE'),
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
    body,
    cases: {
      'every field': {
        request: ({ patient }) => ({ path: `/patient/${patient.id}`, json: input.patient() }),
      },
      'every field that the interface does not have, too': {
        request: async ({ patient, create }) => {
          const { id } = await create('/patient/', input.patient());
          return {
            path: `/patient/${id}`,
            json: { ...input.patient(), ...input.person({ mother_id: patient.id }), ...born },
          };
        },
      },
      'the required fields': {
        request: ({ patient: { id, gender, first_name, last_name } }) => ({
          path: `/patient/${id}`,
          json: { gender, first_name, last_name },
        }),
      },
    },
  },
  'PATCH /patient/{id}': {
    body,
    cases: {
      'one field': {
        request: ({ patient }) => ({ path: `/patient/${patient.id}`, json: { phone_number: '+46 70 765 43 21' } }),
      },
      'every field': { request: ({ patient }) => ({ path: `/patient/${patient.id}`, json: input.patient() }) },
      'who has died': {
        request: async ({ create }) => ({
          path: `/patient/${(await create('/patient/', input.patient())).id}`,
          json: { deceased_at: '2025-11-20T04:10:00' },
        }),
      },
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
  'POST /patient/{id}/merge': {
    body: () => ({ from: crypto.randomUUID(), take: ['phone_number'] }),
    cases: {
      'a record without anything else': {
        request: async ({ create }) => {
          const [one, other] = [await create('/patient/', input.patient()), await create('/patient/', input.patient())];
          return { path: `/patient/${one.id}/merge`, json: { from: other.id } };
        },
      },
      'five of each kind': {
        request: async (fixtures) => {
          const { path, from } = await pair(fixtures);
          return { path: `${path}/merge`, json: { from, take: ['phone_number'] } };
        },
      },
    },
  },
  'POST /patient/{id}/unmerge': {
    body: () => ({ from: crypto.randomUUID() }),
    cases: {
      'five of each kind': {
        request: async (fixtures) => {
          const { path, from } = await pair(fixtures);
          await fixtures.create(`${path}/merge`, { from });
          return { path: `${path}/unmerge`, json: { from } };
        },
      },
    },
  },
};

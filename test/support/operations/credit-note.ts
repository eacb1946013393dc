import type { Body } from '../client';
import { input } from '../input.ts';
import type { Fixtures, Operations } from './record.ts';

/** An invoice of 100 to be paid, and a credit note of 60 on it. */
async function credited({ patient, create }: Fixtures): Promise<{ path: string; note: Body }> {
  const { id } = await create('/invoice/', input.invoice({ patient_id: patient.id, status: 'ISSUED' }));
  const path = `/invoice/${id}/credit-note`;
  return { path, note: await create(path, input.creditNote({ amount: 60 })) };
}

export const creditNote: Operations = {
  'POST /invoice/{id}/credit-note': {
    // Which of items and amount is asked of an invoice that exists.
    body: () => input.creditNote({ items: [input.line()] }),
    cases: {
      'of an amount': {
        request: async (fixtures) => ({
          path: (await credited(fixtures)).path,
          json: input.creditNote({ amount: 40 }),
        }),
      },
      'of a line': {
        request: async (fixtures) => ({
          path: (await credited(fixtures)).path,
          json: input.creditNote({ amount: undefined, items: [{ name: 'Consultation', unit_price: 40 }] }),
        }),
      },
    },
  },
  'GET /invoice/{id}/credit-note': {
    cases: {
      'a first page': { request: async (fixtures) => ({ path: `${(await credited(fixtures)).path}?limit=1` }) },
    },
  },
  'GET /invoice/{id}/credit-note/{note_id}': {
    cases: {
      'by id': {
        request: async (fixtures) => {
          const { path, note } = await credited(fixtures);
          return { path: `${path}/${note.id}` };
        },
      },
      'by id, full': {
        request: async (fixtures) => {
          const { path, note } = await credited(fixtures);
          return { path: `${path}/${note.id}?view=full` };
        },
      },
    },
  },
};

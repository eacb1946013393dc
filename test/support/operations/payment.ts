import type { Body } from '../client';
import { input } from '../input.ts';
import type { Fixtures, Operations } from './record.ts';

/** An invoice of 100 to be paid, and a payment of 60 on it. */
async function settling({ patient, create }: Fixtures): Promise<{ path: string; payment: Body }> {
  const { id } = await create('/invoice/', input.invoice({ patient_id: patient.id, status: 'ISSUED' }));
  const path = `/invoice/${id}/payments`;
  return { path, payment: await create(path, input.payment({ amount: 60 })) };
}

export const payment: Operations = {
  'POST /invoice/{id}/payments': {
    body: input.payment,
    cases: {
      'that pays the rest': {
        request: async (fixtures) => ({ path: (await settling(fixtures)).path, json: input.payment({ amount: 40 }) }),
      },
      'a refund': {
        request: async (fixtures) => ({ path: (await settling(fixtures)).path, json: input.payment({ amount: -60 }) }),
      },
    },
  },
  'GET /invoice/{id}/payments': {
    cases: {
      'a first page': { request: async (fixtures) => ({ path: `${(await settling(fixtures)).path}?limit=1` }) },
    },
  },
  'GET /invoice/{id}/payments/{payment_id}': {
    cases: {
      'by id': {
        request: async (fixtures) => {
          const { path, payment } = await settling(fixtures);
          return { path: `${path}/${payment.id}` };
        },
      },
      'by id, full': {
        request: async (fixtures) => {
          const { path, payment } = await settling(fixtures);
          return { path: `${path}/${payment.id}?view=full` };
        },
      },
    },
  },
};

import type { Body } from '../client';
import { input } from '../input.ts';
import { reads, writes } from './budget.ts';
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
      // Reads the invoice in the condition, for its audit row, in the update and for the answer. Writes the payment, its two
      // indexes, the invoice, its four indexes of status, two counters, and two audit rows with their index.
      'that pays the rest': {
        budget: writes(0, 8, 14),
        request: async (fixtures) => ({ path: (await settling(fixtures)).path, json: input.payment({ amount: 40 }) }),
      },
      'a refund': {
        budget: writes(0, 8, 14),
        request: async (fixtures) => ({ path: (await settling(fixtures)).path, json: input.payment({ amount: -60 }) }),
      },
    },
  },
  'GET /invoice/{id}/payments': {
    cases: {
      'a first page': {
        budget: reads(3),
        request: async (fixtures) => ({ path: `${(await settling(fixtures)).path}?limit=1` }),
      },
    },
  },
  'GET /invoice/{id}/payments/{payment_id}': {
    cases: {
      'by id': {
        budget: reads(2),
        request: async (fixtures) => {
          const { path, payment } = await settling(fixtures);
          return { path: `${path}/${payment.id}` };
        },
      },
    },
  },
};

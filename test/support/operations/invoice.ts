import { input } from '../input.ts';
import { byId, page, reads, writes } from './budget.ts';
import { list, type Operations } from './record.ts';

const body = () =>
  input.invoice({
    appointment_id: crypto.randomUUID(),
    items: [
      {
        catalog_id: crypto.randomUUID(),
        code: 'C',
        name: 'N',
        quantity: 1,
        unit_price: 1,
        discount_percent: 0,
        discount_amount: 0,
      },
    ],
    tags: ['t'],
  });

export const invoice: Operations = {
  'POST /invoice/': {
    body,
    cases: {
      // Writes the row and its number, eleven indexes, its words, the counter of its status, the audit row and its index.
      'a plain line': {
        budget: writes(1, 4, 17),
        request: ({ patient, appointment }) => ({
          json: input.invoice({ patient_id: patient.id, appointment_id: appointment.id }),
        }),
      },
      'a catalog line': {
        budget: writes(1, 6, 17, { trips: 2 }),
        request: ({ patient, item }) => ({
          json: input.invoice({ patient_id: patient.id, items: [{ catalog_id: item.id }] }),
        }),
      },
    },
  },
  'GET /invoice/': {
    cases: {
      '10 rows': list('/invoice/', 10),
      '100 rows': list('/invoice/', 100),
      '10 rows by total_amount': list('/invoice/', 10, '&order_by=-total_amount'),
      '100 rows by total_amount': list('/invoice/', 100, '&order_by=-total_amount'),
      '10 rows of a status': list('/invoice/', 10, '&status=DRAFT&order_by=due_date'),
      '100 rows of a status': list('/invoice/', 100, '&status=DRAFT&order_by=due_date'),
      '10 rows of a tag': list('/invoice/', 10, '&tags=ward'),
      '100 rows of a tag': list('/invoice/', 100, '&tags=ward'),
      'of a patient': {
        budget: page(10),
        request: ({ patient }) => ({ path: `/invoice/?patient_id=${patient.id}` }),
      },
    },
  },
  'GET /invoice/{id}': {
    cases: {
      'by id': { budget: byId, request: ({ invoice }) => ({ path: `/invoice/${invoice.id}` }) },
      // What the invoice refers to looks it up again.
      'by id, full': {
        budget: reads(8),
        request: ({ invoice }) => ({ path: `/invoice/${invoice.id}?view=full` }),
      },
    },
  },
  'PUT /invoice/{id}': {
    body,
    cases: {
      'issued, with a catalog line': {
        budget: writes(0, 17, 17, { trips: 2 }),
        request: ({ invoice, patient, item }) => ({
          path: `/invoice/${invoice.id}`,
          json: input.invoice({
            patient_id: patient.id,
            status: 'ISSUED',
            items: [{ catalog_id: item.id, quantity: 2 }],
          }),
        }),
      },
      // Writes the payment as well, with its two indexes, its audit row and the index of that.
      'a payment alone': {
        budget: writes(0, 10, 19, { trips: 2 }),
        request: async ({ patient, create }) => {
          const { id } = await create('/invoice/', input.invoice({ patient_id: patient.id, status: 'ISSUED' }));
          return { path: `/invoice/${id}`, json: { patient_id: patient.id, status: 'PAID', paid_amount: 100 } };
        },
      },
      // Reads the invoice and the patient that is named.
      'final, as it is': {
        writesNothing: true,
        budget: { trips: 1, read: 3, written: 0, r2: 0 },
        request: async ({ patient, create }) => {
          const { id } = await create('/invoice/', input.invoice({ patient_id: patient.id, status: 'VOID' }));
          return { path: `/invoice/${id}`, json: { patient_id: patient.id } };
        },
      },
    },
  },
  'PATCH /invoice/{id}': {
    body,
    cases: {
      'one field': {
        budget: writes(0, 6, 12, { trips: 2 }),
        request: async ({ patient, create }) => {
          const { id } = await create('/invoice/', input.invoice({ patient_id: patient.id }));
          return { path: `/invoice/${id}`, json: { due_date: '2027-02-01' } };
        },
      },
    },
  },
};

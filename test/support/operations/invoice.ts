import { input } from '../input.ts';
import { list, type Operations } from './record.ts';

const body = () =>
  input.invoice({
    appointment_id: crypto.randomUUID(),
    items: [input.line()],
    tax_included: true,
    payer: { name: 'P', kind: 'insurance', member_number: 'M', tax_id: 'T' },
    tags: ['t'],
  });

export const invoice: Operations = {
  'POST /invoice/': {
    body,
    cases: {
      'a plain line': {
        request: ({ patient, appointment }) => ({
          json: input.invoice({ patient_id: patient.id, appointment_id: appointment.id }),
        }),
      },
      'taxed lines, for a payer': {
        request: ({ patient }) => ({
          json: input.invoice({
            patient_id: patient.id,
            payer: { name: 'Ocean Mutual', kind: 'insurance' },
            items: [7, 19].map((tax_percent) => ({ name: 'Visit', unit_price: 10, tax_percent })),
          }),
        }),
      },
      'a line of a doctor': {
        request: ({ patient, doctor }) => ({
          json: input.invoice({
            patient_id: patient.id,
            items: [{ name: 'Visit', unit_price: 10, doctor_id: doctor.id }],
          }),
        }),
      },
      'a catalog line': {
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
      'a month without any': list('/invoice/', 100, '&issued_from=2020-01-01&issued_to=2020-01-31'),
      'overdue, without any': list('/invoice/', 100, '&overdue=true'),
      'unpaid of a month without any': list(
        '/invoice/',
        100,
        '&unpaid=true&issued_from=2020-01-01&issued_to=2020-01-31',
      ),
      '10 rows with the names of patients': list('/invoice/', 10, '&view=full'),
      'CSV of 100 rows': list('/invoice/', 100, '&format=csv'),
      'of a patient': { request: ({ patient }) => ({ path: `/invoice/?patient_id=${patient.id}` }) },
    },
  },
  'GET /invoice/summary': {
    cases: {
      'by doctor, of today': {
        boundedBy: 'test/resources/invoice-summary.test.ts',
        request: () => ({ path: '/invoice/summary?group_by=doctor' }),
      },
      'by service, of a month without any': {
        request: () => ({ path: '/invoice/summary?group_by=service&from=2020-01-01&to=2020-01-31' }),
      },
      'by day, of a month without any': {
        request: () => ({ path: '/invoice/summary?group_by=day&from=2020-01-01&to=2020-01-31' }),
      },
    },
  },
  'GET /invoice/{id}': {
    cases: {
      'by id': { request: ({ invoice }) => ({ path: `/invoice/${invoice.id}` }) },
      'by id, full': { request: ({ invoice }) => ({ path: `/invoice/${invoice.id}?view=full` }) },
    },
  },
  'PUT /invoice/{id}': {
    body,
    cases: {
      'issued, with a catalog line': {
        request: ({ invoice, patient, item }) => ({
          path: `/invoice/${invoice.id}`,
          json: input.invoice({
            patient_id: patient.id,
            status: 'ISSUED',
            items: [{ catalog_id: item.id, quantity: 2 }],
          }),
        }),
      },
      'a payment alone': {
        request: async ({ patient, create }) => {
          const { id } = await create('/invoice/', input.invoice({ patient_id: patient.id, status: 'ISSUED' }));
          return { path: `/invoice/${id}`, json: { patient_id: patient.id, status: 'PAID', paid_amount: 100 } };
        },
      },
      'final, as it is': {
        writesNothing: true,
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
      'another patient, whose payer it takes': {
        request: async ({ patient, create }) => {
          const { id } = await create('/invoice/', input.invoice({ patient_id: patient.id }));
          const { id: patient_id } = await create(
            '/patient/',
            input.patient({ payer: { name: 'Ocean Mutual', kind: 'insurance' } }),
          );
          return { path: `/invoice/${id}`, json: { patient_id } };
        },
      },
      'one field': {
        request: async ({ patient, create }) => {
          const { id } = await create('/invoice/', input.invoice({ patient_id: patient.id }));
          return { path: `/invoice/${id}`, json: { due_date: '2027-02-01' } };
        },
      },
    },
  },
};

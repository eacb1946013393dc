import { input } from '../input.ts';
import { planned as withPlan } from './appointment.ts';
import type { Case, Fixtures, Operations } from './record.ts';

let weeks = 0;
/** Times that no other appointment of the tests has, on the quarter of an hour; each series has its own years. */
const nobodyElses = () => new Date(Date.UTC(2040, 0, 1, 5, 15) + 60_000 * 30 * ++weeks).toISOString().slice(0, 16);

const planned = ({ patient, doctor, department }: Fixtures, more: Record<string, unknown>) =>
  input.appointmentSeries({
    ...{ patient_id: patient.id, doctor_id: doctor.id, department_id: department.id, schedule: nobodyElses() },
    ...{ expected_duration_minutes: 15, ...more },
  });

const reject = (more: Record<string, unknown>): Case => ({
  boundedBy: 'the visits that the doctor has in the week before each of these',
  request: (fixtures) => ({ json: planned(fixtures, more), env: { DOUBLE_BOOKING: 'reject' } }),
});

const ofSeries = (count: number, below = '', json?: Record<string, unknown>): Case => ({
  request: async (fixtures) => {
    const { id } = await fixtures.create('/calendar/series', planned(fixtures, { count }));
    return { path: `/calendar/series/${id}${below}`, ...(json && { json }) };
  },
});

export const appointmentSeries: Operations = {
  'POST /calendar/series': {
    body: () => input.appointmentSeries(withPlan()),
    instead: () => ({ until: '2027-01-05' }),
    cases: {
      'DOUBLE_BOOKING=allow, 4 visits': { request: (fixtures) => ({ json: planned(fixtures, {}) }) },
      'DOUBLE_BOOKING=reject, 4 visits': reject({}),
      'DOUBLE_BOOKING=reject, 4 visits or none': reject({ on_conflict: 'refuse' }),
      'DOUBLE_BOOKING=reject, 52 visits': reject({ count: 52 }),
    },
  },
  'GET /calendar/series/{id}': { cases: { '4 visits': ofSeries(4), '52 visits': ofSeries(52) } },
  'POST /calendar/series/{id}/cancel': {
    body: () => ({ from: '2040-01-01', cancel_reason: 'The patient has moved away' }),
    cases: {
      '4 visits': ofSeries(4, '/cancel', { from: '2040-01-01', cancel_reason: 'The patient has moved away' }),
      '52 visits': ofSeries(52, '/cancel', { from: '2040-01-01' }),
    },
  },
};

import { input } from '../input.ts';
import type { Fixtures, Operations } from './record.ts';

const booking = ({ patient, doctor, department }: Fixtures, schedule: string) =>
  input.appointment({ patient_id: patient.id, doctor_id: doctor.id, department_id: department.id, schedule });

/** What a visit may be made of, and take. */
export const planned = () => ({ type_id: crypto.randomUUID(), resource_id: crypto.randomUUID() });

let slots = 0;
/** A time that no other appointment of the tests has. */
export const nobodyElses = () => new Date(Date.UTC(2031, 4, 1, 8) + 3_600_000 * ++slots).toISOString().slice(0, 16);

export const appointment: Operations = {
  'POST /appointment/': {
    body: () => ({ ...input.appointment(planned()), hold_id: crypto.randomUUID() }),
    cases: {
      'DOUBLE_BOOKING=allow': { request: (fixtures) => ({ json: booking(fixtures, '2026-12-01T09:30') }) },
      'a walk-in': { request: (fixtures) => ({ json: { ...booking(fixtures, nobodyElses()), status: 'CHECKED_IN' } }) },
      'DOUBLE_BOOKING=reject': {
        request: (fixtures) => ({
          json: booking(fixtures, nobodyElses()),
          env: { DOUBLE_BOOKING: 'reject' },
        }),
      },
    },
  },
};

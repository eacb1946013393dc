import { input } from '../input.ts';
import { nobodyElses, planned } from './appointment.ts';
import type { Case, Operations } from './record.ts';

const list = (query: string): Case => ({
  request: () => ({ path: `/calendar/appointments/?${query}` }),
});
/** From a day that has more than a page of the fixtures' copies. */
const DAY = 'from=2026-12-01&to=2026-12-02';

/** An appointment of its own, and a patch of it. */
const patch = (json: () => Record<string, unknown>, env = {}): Case => ({
  request: async ({ patient, doctor, department, create }) => {
    const ids = { patient_id: patient.id, doctor_id: doctor.id, department_id: department.id };
    const { id } = await create('/appointment/', input.appointment({ ...ids, schedule: nobodyElses() }));
    return { path: `/calendar/appointments/${id}`, json: json(), env };
  },
});

export const calendar: Operations = {
  'GET /calendar/appointments/': {
    cases: {
      '10 rows': list('limit=10'),
      '100 rows of a day': list(`${DAY}&limit=100`),
      '100 rows of a day, full': list(`${DAY}&limit=100&view=full`),
      'CSV of 100 rows of a day': list(`${DAY}&limit=100&format=csv`),
      'a day that has not changed, full': {
        request: async ({ tagOf }) => {
          const path = `/calendar/appointments/?${DAY}&limit=100&view=full`;
          return { path, headers: { 'if-none-match': await tagOf(path) } };
        },
      },
      '10 rows, the latest first': list('limit=10&order_by=-schedule'),
      '10 rows, the newest first': list('limit=10&order_by=-created_at'),
      'of a doctor': {
        request: ({ doctor }) => ({ path: `/calendar/appointments/?limit=10&${DAY}&doctor_id=${doctor.id}` }),
      },
      'of a department': {
        request: ({ department }) => ({ path: `/calendar/appointments/?limit=10&department_id=${department.id}` }),
      },
      'of a patient': { request: ({ patient }) => ({ path: `/calendar/appointments/?patient_id=${patient.id}` }) },
      'of a patient, the newest first': {
        request: ({ patient }) => ({
          path: `/calendar/appointments/?patient_id=${patient.id}&order_by=-created_at`,
        }),
      },
      'of a tag that no row has': {
        ...list(`${DAY}&tags=absent`),
        boundedBy: 'test/resources/calendar-many.test.ts',
      },
      'of a status that no row has': {
        ...list(`${DAY}&status=NO_SHOW`),
        boundedBy: 'test/resources/calendar-many.test.ts',
      },
    },
  },
  'GET /calendar/appointments/{id}': {
    cases: {
      reduced: { request: ({ appointment }) => ({ path: `/calendar/appointments/${appointment.id}` }) },
      full: { request: ({ appointment }) => ({ path: `/calendar/appointments/${appointment.id}?view=full` }) },
    },
  },
  'PATCH /calendar/appointments/{id}': {
    body: () => ({
      ...input.appointment({ status: 'CANCELLED', ...planned() }),
      cancel_reason: 'The patient has the flu',
    }),
    cases: {
      'a status': patch(() => ({ status: 'CHECKED_IN' })),
      'another department, of a walk-in': {
        request: async ({ patient, doctor, department, create }) => {
          const other = await create('/department/', input.department());
          const ids = { patient_id: patient.id, doctor_id: doctor.id, department_id: department.id };
          const walkIn = input.appointment({ ...ids, status: 'CHECKED_IN', schedule: nobodyElses() });
          const { id } = await create('/appointment/', walkIn);
          return { path: `/calendar/appointments/${id}`, json: { department_id: other.id } };
        },
      },
      cancelled: patch(() => ({ status: 'CANCELLED', cancel_reason: 'The flu' })),
      'another time, which must be free': patch(() => ({ schedule: nobodyElses() }), {
        DOUBLE_BOOKING: 'reject',
      }),
    },
  },
};

import { input } from '../input.ts';
import { nobodyElses } from './appointment.ts';
import { byId, page, reads, writes } from './budget.ts';
import type { Case, Operations } from './record.ts';

/** With the patient, the doctor and the department of each row. */
const fullPage = (n: number) => reads(4 * n + 20);
/** A page that looks at rows which may not belong to it: so many are looked at, set aside and compared. */
const checked = (looked: number, shown: number) => reads(3 * looked + 3 * shown + 20);
const list = (budget: Case['budget'], query: string): Case => ({
  budget,
  request: () => ({ path: `/calendar/appointments/?${query}` }),
});
/** From a day that has more than a page of the fixtures' copies. */
const DAY = 'from=2026-12-01&to=2026-12-02';

/** An appointment of its own, and a patch of it. */
const patch = (budget: Case['budget'], json: () => Record<string, unknown>, env = {}): Case => ({
  budget,
  request: async ({ patient, doctor, department, create }) => {
    const ids = { patient_id: patient.id, doctor_id: doctor.id, department_id: department.id };
    const { id } = await create('/appointment/', input.appointment({ ...ids, schedule: nobodyElses() }));
    return { path: `/calendar/appointments/${id}`, json: json(), env };
  },
});

export const calendar: Operations = {
  'GET /calendar/appointments/': {
    cases: {
      '10 rows': list(page(10), 'limit=10'),
      '100 rows of a day': list(page(100), `${DAY}&limit=100`),
      '100 rows of a day, full': list(fullPage(100), `${DAY}&limit=100&view=full`),
      '10 rows, the latest first': list(page(10), 'limit=10&order_by=-schedule'),
      '10 rows, the newest first': list(page(10), 'limit=10&order_by=-created_at'),
      'of a doctor': {
        budget: page(10),
        request: ({ doctor }) => ({ path: `/calendar/appointments/?limit=10&${DAY}&doctor_id=${doctor.id}` }),
      },
      'of a department': {
        budget: page(10),
        request: ({ department }) => ({ path: `/calendar/appointments/?limit=10&department_id=${department.id}` }),
      },
      'of a patient': {
        budget: page(3),
        request: ({ patient }) => ({ path: `/calendar/appointments/?patient_id=${patient.id}` }),
      },
      'of a patient, the newest first': {
        budget: checked(3, 3),
        request: ({ patient }) => ({
          path: `/calendar/appointments/?patient_id=${patient.id}&order_by=-created_at`,
        }),
      },
      'of a status that no row has': list(checked(160, 0), `${DAY}&status=NO_SHOW`),
    },
  },
  'GET /calendar/appointments/{id}': {
    cases: {
      reduced: { budget: byId, request: ({ appointment }) => ({ path: `/calendar/appointments/${appointment.id}` }) },
      full: {
        budget: byId,
        request: ({ appointment }) => ({ path: `/calendar/appointments/${appointment.id}?view=full` }),
      },
    },
  },
  'PATCH /calendar/appointments/{id}': {
    body: () => ({ ...input.appointment({ status: 'CANCELLED' }), cancel_reason: 'The patient has the flu' }),
    cases: {
      // Writes the row, five indexes, the audit row and its index.
      'a status': patch(writes(0, 14, 8, { trips: 2 }), () => ({ status: 'CHECKED_IN' })),
      cancelled: patch(writes(0, 14, 8, { trips: 2 }), () => ({ status: 'CANCELLED', cancel_reason: 'The flu' })),
      // Reads doctor and department, too, for the audit row and for the write.
      'another time, which must be free': patch(writes(0, 18, 8, { trips: 2 }), () => ({ schedule: nobodyElses() }), {
        DOUBLE_BOOKING: 'reject',
      }),
    },
  },
};

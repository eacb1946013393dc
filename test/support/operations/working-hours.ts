import { input } from '../input.ts';
import { byId, reads, writes } from './budget.ts';
import type { Operations } from './record.ts';

const hoursOf = (department: { id: string }) => input.hours({ department_id: department.id });

export const workingHours: Operations = {
  'GET /calendar/doctors/{id}/hours': {
    cases: {
      'never set': { budget: byId, request: ({ doctor }) => ({ path: `/calendar/doctors/${doctor.id}/hours` }) },
    },
  },
  'PUT /calendar/doctors/{id}/hours': {
    body: () => input.hours(),
    cases: {
      // Reads the doctor three times, and the departments that JSON names. Writes the row, its index, its departments in the
      // full-text index, the audit row and its index.
      'for the first time': {
        budget: writes(0, 12, 5),
        request: async ({ create, department }) => {
          const { id } = await create('/doctor/', input.doctor());
          return { path: `/calendar/doctors/${id}/hours`, json: hoursOf(department) };
        },
      },
      again: {
        budget: writes(0, 21, 3),
        request: async ({ newWorkingDoctor, department }) => ({
          path: `/calendar/doctors/${await newWorkingDoctor()}/hours`,
          json: hoursOf(department),
        }),
      },
      'with weekly hours alone': {
        budget: writes(0, 18, 3, { trips: 2 }),
        request: async ({ newWorkingDoctor, department }) => ({
          path: `/calendar/doctors/${await newWorkingDoctor()}/hours`,
          json: { weekly: hoursOf(department).weekly },
        }),
      },
    },
  },
  'GET /calendar/slots': {
    checksOwnParameters: true,
    cases: {
      'of a doctor': {
        budget: reads(20),
        request: ({ doctor }) => ({ path: `/calendar/slots?doctor_id=${doctor.id}&from=2030-05-06&to=2030-05-13` }),
      },
      'of a department': {
        budget: reads(40),
        request: ({ department }) => ({
          path: `/calendar/slots?department_id=${department.id}&from=2030-05-06&to=2030-05-13`,
        }),
      },
    },
  },
};

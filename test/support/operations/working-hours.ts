import { input } from '../input.ts';
import type { Operations } from './record.ts';

const hoursOf = (department: { id: string }) => input.hours({ department_id: department.id });
/** Others than a doctor of `newWorkingDoctor` has. */
const otherHoursOf = (department: { id: string }) => {
  const hours = hoursOf(department);
  return { ...hours, weekly: hours.weekly.map((one) => ({ ...one, to: '13:00' })) };
};
const BY_DAY = 'test/resources/hours-by-day.test.ts';

export const workingHours: Operations = {
  'GET /calendar/doctors/{id}/hours': {
    cases: {
      'never set': { request: ({ doctor }) => ({ path: `/calendar/doctors/${doctor.id}/hours` }) },
    },
  },
  'PUT /calendar/doctors/{id}/hours': {
    body: () => input.hours(),
    cases: {
      'for the first time': {
        request: async ({ create, department }) => {
          const { id } = await create('/doctor/', input.doctor());
          return { path: `/calendar/doctors/${id}/hours`, json: hoursOf(department) };
        },
      },
      again: {
        request: async ({ newWorkingDoctor, department }) => ({
          path: `/calendar/doctors/${await newWorkingDoctor()}/hours`,
          json: otherHoursOf(department),
        }),
      },
      'with weekly hours alone': {
        request: async ({ newWorkingDoctor, department }) => ({
          path: `/calendar/doctors/${await newWorkingDoctor()}/hours`,
          json: { weekly: otherHoursOf(department).weekly },
        }),
      },
    },
  },
  'GET /calendar/hours': {
    checksOwnParameters: true,
    cases: {
      'of a day': { boundedBy: BY_DAY, request: () => ({ path: '/calendar/hours?date=2030-05-06' }) },
      'of 31 days': { boundedBy: BY_DAY, request: () => ({ path: '/calendar/hours?from=2030-05-01&to=2030-05-31' }) },
      'of a department': {
        request: ({ department }) => ({ path: `/calendar/hours?department_id=${department.id}&date=2030-05-06` }),
      },
      'of a doctor': { request: ({ doctor }) => ({ path: `/calendar/hours?doctor_id=${doctor.id}&date=2030-05-06` }) },
    },
  },
  'GET /calendar/slots': {
    checksOwnParameters: true,
    cases: {
      'of a doctor': {
        request: ({ doctor }) => ({ path: `/calendar/slots?doctor_id=${doctor.id}&from=2030-05-06&to=2030-05-13` }),
      },
      'of a department': {
        request: ({ department }) => ({
          path: `/calendar/slots?department_id=${department.id}&from=2030-05-06&to=2030-05-13`,
        }),
      },
    },
  },
};

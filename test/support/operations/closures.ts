import { input } from '../input.ts';
import type { Operations } from './record.ts';

export const closures: Operations = {
  'GET /calendar/closures': {
    cases: {
      'the list': {},
    },
  },
  'PUT /calendar/closures': {
    body: () => input.closures({ department_id: crypto.randomUUID(), doctor_id: crypto.randomUUID() }),
    cases: {
      'a day of the hospital': { request: () => ({ json: input.closures() }) },
      'a leave of a doctor': {
        request: ({ doctor, department }) => ({
          json: input.closures({ doctor_id: doctor.id, department_id: department.id }),
        }),
      },
    },
  },
};

import { input } from '../input.ts';
import { list, type Operations } from './record.ts';

const TYPES = '/calendar/types/';
const ROOMS = '/calendar/resources/';

/** Counted by every create, for the bound of 500. */
const TYPES_BOUND = 'test/resources/appointment-type.test.ts';
const ROOMS_BOUND = 'test/resources/calendar-resource.test.ts';

/** Its ids belong to no record. */
const type = () =>
  input.appointmentType({
    department_ids: [crypto.randomUUID()],
    doctor_ids: [crypto.randomUUID()],
    catalog_id: crypto.randomUUID(),
    needs: 'Echo',
  });
const room = () => input.calendarResource({ department_id: crypto.randomUUID() });

/** Types of appointments, rooms and equipment. */
export const calendarResources: Operations = {
  'POST /calendar/types/': {
    body: type,
    cases: {
      'a plain one': { boundedBy: TYPES_BOUND, request: () => ({ json: input.appointmentType() }) },
      'of a department, two doctors and an item': {
        boundedBy: TYPES_BOUND,
        request: async ({ create, department, doctor, item }) => {
          const other = await create('/doctor/', input.doctor());
          const doctor_ids = [doctor.id, other.id];
          return {
            json: input.appointmentType({
              department_ids: [department.id],
              doctor_ids,
              catalog_id: item.id,
              needs: 'Echo',
            }),
          };
        },
      },
    },
  },
  'GET /calendar/types/': {
    cases: {
      '10 rows': { ...list(TYPES, 10), boundedBy: TYPES_BOUND },
      '100 rows': { ...list(TYPES, 100), boundedBy: TYPES_BOUND },
      'those that are offered': { boundedBy: TYPES_BOUND, request: () => ({ path: `${TYPES}?retired=false` }) },
    },
  },
  'GET /calendar/types/{id}': {
    cases: {
      'by id': {
        request: async ({ create }) => ({ path: `${TYPES}${(await create(TYPES, input.appointmentType())).id}` }),
      },
    },
  },
  'PUT /calendar/types/{id}': {
    body: type,
    cases: {
      'every field': {
        request: async ({ create, department, doctor, item }) => ({
          path: `${TYPES}${(await create(TYPES, input.appointmentType())).id}`,
          json: input.appointmentType({
            department_ids: [department.id],
            doctor_ids: [doctor.id],
            catalog_id: item.id,
            needs: 'Echo',
          }),
        }),
      },
    },
  },
  'PATCH /calendar/types/{id}': {
    body: type,
    cases: {
      'to retire it': {
        request: async ({ create }) => ({
          path: `${TYPES}${(await create(TYPES, input.appointmentType())).id}`,
          json: { retired: true },
        }),
      },
    },
  },
  'DELETE /calendar/types/{id}': {
    repeated: 404,
    cases: {
      'by id': {
        request: async ({ create }) => ({ path: `${TYPES}${(await create(TYPES, input.appointmentType())).id}` }),
      },
    },
  },
  'POST /calendar/resources/': {
    body: room,
    cases: {
      'of every department': { boundedBy: ROOMS_BOUND, request: () => ({ json: input.calendarResource() }) },
      'of one': {
        boundedBy: ROOMS_BOUND,
        request: ({ department }) => ({ json: input.calendarResource({ department_id: department.id }) }),
      },
    },
  },
  'GET /calendar/resources/': {
    cases: {
      '10 rows': { ...list(ROOMS, 10), boundedBy: ROOMS_BOUND },
      '100 rows': { ...list(ROOMS, 100), boundedBy: ROOMS_BOUND },
      'of a kind and a department': {
        boundedBy: ROOMS_BOUND,
        request: ({ department }) => ({ path: `${ROOMS}?kind=echo&department_id=${department.id}` }),
      },
    },
  },
  'GET /calendar/resources/{id}': {
    cases: {
      'by id': {
        request: async ({ create }) => ({ path: `${ROOMS}${(await create(ROOMS, input.calendarResource())).id}` }),
      },
    },
  },
  'PUT /calendar/resources/{id}': {
    body: room,
    cases: {
      'every field': {
        request: async ({ create, department }) => ({
          path: `${ROOMS}${(await create(ROOMS, input.calendarResource())).id}`,
          json: input.calendarResource({ department_id: department.id }),
        }),
      },
    },
  },
  'PATCH /calendar/resources/{id}': {
    body: room,
    cases: {
      'one field': {
        request: async ({ create }) => ({
          path: `${ROOMS}${(await create(ROOMS, input.calendarResource())).id}`,
          json: { name: 'Room 13' },
        }),
      },
    },
  },
  'DELETE /calendar/resources/{id}': {
    repeated: 404,
    cases: {
      'by id': {
        request: async ({ create }) => ({ path: `${ROOMS}${(await create(ROOMS, input.calendarResource())).id}` }),
      },
    },
  },
};

import { nobodyElses } from './appointment.ts';
import type { Fixtures, Operations } from './record.ts';

/** Of a new account each time: one has three holds at most. */
const held = async ({ doctor, newAccount }: Fixtures) => ({
  json: { doctor_id: doctor.id, schedule: nobodyElses() },
  as: { id: await newAccount(), role: 'staff' as const },
});

export const hold: Operations = {
  'POST /calendar/holds': {
    bodyAs: 'client', // who alone names whom it holds for
    body: () => ({
      ...{ doctor_id: crypto.randomUUID(), department_id: crypto.randomUUID(), type_id: crypto.randomUUID() },
      ...{ schedule: nobodyElses(), minutes: 30, ttl: 600, on_behalf_of: '203.0.113.7' },
    }),
    cases: { 'a free time': { request: held } },
  },
  'DELETE /calendar/holds/{id}': {
    repeated: 404,
    leavesNoTrail: true,
    cases: {
      'a hold': {
        request: async (fixtures) => {
          const { json, as } = await held(fixtures);
          const { id } = await fixtures.create('/calendar/holds', json, { as });
          return { path: `/calendar/holds/${id}`, as };
        },
      },
    },
  },
};

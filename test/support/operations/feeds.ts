import type { Fixtures, Operations } from './record.ts';

/** Of a new account each time: one has 20 feeds at most. */
const ofNewAccount = async ({ newAccount }: Fixtures) => ({ id: await newAccount(), role: 'staff' as const });

const subscribed = async (fixtures: Fixtures, of: 'doctor' | 'department') => {
  const as = await ofNewAccount(fixtures);
  const { url } = await fixtures.create('/auth/feeds', { [`${of}_id`]: fixtures[of].id }, { as });
  return new URL(String(url)).pathname;
};

/** Calendars that others subscribe to. */
export const feeds: Operations = {
  'POST /auth/feeds': {
    // The address is answered once.
    checksOwnKey: true,
    body: () => ({ doctor_id: crypto.randomUUID() }),
    instead: () => ({ department_id: crypto.randomUUID() }),
    cases: {
      'of a doctor': {
        request: async (fixtures) => ({ json: { doctor_id: fixtures.doctor.id }, as: await ofNewAccount(fixtures) }),
      },
    },
  },
  'GET /auth/feeds': { cases: { 'one’s own': {} } },
  'DELETE /auth/feeds/{id}': {
    repeated: 404,
    cases: {
      'a feed': {
        request: async (fixtures) => {
          const as = await ofNewAccount(fixtures);
          const { id } = await fixtures.create('/auth/feeds', { doctor_id: fixtures.doctor.id }, { as });
          return { path: `/auth/feeds/${id}`, as };
        },
      },
    },
  },
  'GET /feeds/{file}': {
    as: null,
    cases: {
      'of a doctor': { request: async (fixtures) => ({ path: await subscribed(fixtures, 'doctor') }) },
      'of a department': { request: async (fixtures) => ({ path: await subscribed(fixtures, 'department') }) },
    },
  },
};

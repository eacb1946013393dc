import { reads, writes } from './budget.ts';
import type { Operations } from './record.ts';

/** How people get in, and what of that they see: invitations, resets, one’s own logins. */
export const frontDesk: Operations = {
  'GET /auth/sessions': {
    cases: {
      none: { budget: reads(2) },
      // Two logins, with their entries of the index; and whether account and login are what the token says.
      'two logins': {
        budget: reads(6),
        request: async ({ newLogin }) => {
          const { access_token } = await newLogin();
          return { headers: { authorization: `Bearer ${access_token}` } };
        },
      },
    },
  },
  'DELETE /auth/sessions/{id}': {
    repeated: 401,
    cases: {
      // The login, with its place in the index of those of the account, and the audit row.
      'the own login': {
        budget: writes(0, 6, 4),
        request: async ({ newLogin }) => {
          const { access_token, session } = await newLogin();
          return { path: `/auth/sessions/${session}`, headers: { authorization: `Bearer ${access_token}` } };
        },
      },
    },
  },
};

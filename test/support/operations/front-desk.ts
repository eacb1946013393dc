import { reads, writes } from './budget.ts';
import type { Operations } from './record.ts';

const invitation = () => ({
  email: `${crypto.randomUUID()}@test.example`,
  type: 'staff',
  full_name: 'Nina Nurse',
  username: crypto.randomUUID(),
  phone_number: '+46 18 61 10 00',
});

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
  'POST /auth/users': {
    as: 'admin',
    checksOwnKey: true,
    repeated: 409,
    body: invitation,
    cases: {
      // The account and its three indexes, the token and its two, and an audit row for each. No password is hashed.
      'an invitation': { budget: writes(1, 0, 12) },
    },
  },
  'POST /auth/users/{id}/reset': {
    as: 'admin',
    cases: {
      'an account with a password': {
        // The account, which forgets its devices, the token and its two indexes, and an audit row for each.
        budget: writes(0, 11, 9),
        request: async ({ newAccount }) => ({ path: `/auth/users/${await newAccount()}/reset` }),
      },
    },
  },
  'POST /auth/password-token': {
    as: null,
    repeated: 401,
    body: () => ({ token: 'unknown', password: 'battery staple 4' }),
    cases: {
      // Reads the account by its token, then writes it and its audit row; the token goes, and the devices are forgotten.
      'a token of an invitation': {
        budget: { trips: 2, read: 13, written: 5, r2: 0 },
        request: async ({ newPasswordToken }) => ({
          json: { token: await newPasswordToken(), password: 'battery staple 4' },
        }),
      },
    },
  },
};

import type { Operations } from './record.ts';

const invitation = () => ({
  email: `${crypto.randomUUID()}@test.example`,
  type: 'staff',
  full_name: 'Nina Nurse',
  username: crypto.randomUUID(),
  phone_number: '+46 18 61 10 00',
  language: 'de',
});

/** How people get in, and what of that they see: invitations, resets, logins. */
export const frontDesk: Operations = {
  'GET /auth/sessions': {
    cases: {
      none: {},
      'two logins': {
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
      'the own login': {
        request: async ({ newLogin }) => {
          const { access_token, session } = await newLogin();
          return { path: `/auth/sessions/${session}`, headers: { authorization: `Bearer ${access_token}` } };
        },
      },
    },
  },
  'GET /auth/users/{id}/sessions': {
    as: 'admin',
    cases: {
      'two logins': {
        request: async ({ newLogin }) => ({ path: `/auth/users/${(await newLogin()).account}/sessions` }),
      },
    },
  },
  'DELETE /auth/users/{id}/sessions/{session_id}': {
    as: 'admin',
    repeated: 404,
    cases: {
      'one of two logins': {
        request: async ({ newLogin }) => {
          const { account, session } = await newLogin();
          return { path: `/auth/users/${account}/sessions/${session}` };
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
      'an invitation': {},
    },
  },
  'POST /auth/users/{id}/reset': {
    as: 'admin',
    cases: {
      'an account with a password': {
        request: async ({ newAccount }) => ({ path: `/auth/users/${await newAccount()}/reset` }),
      },
    },
  },
  'POST /auth/forgot': {
    as: null,
    env: { MAIL_FROM: 'no-reply@clinic.example', BASE_URL: 'https://portal.clinic.example' },
    body: () => ({ email: invitation().email }),
    cases: {
      'an account’s e-mail': {
        request: async ({ newAccount }) => ({ json: { email: `${await newAccount()}@test.example` } }),
      },
      'nobody’s': { writesNothing: true },
    },
  },
  'POST /auth/password-token': {
    as: null,
    repeated: 401,
    body: () => ({ token: 'unknown', password: 'battery staple 4' }),
    cases: {
      'a token of an invitation': {
        request: async ({ newPasswordToken }) => ({
          json: { token: await newPasswordToken(), password: 'battery staple 4' },
        }),
      },
    },
  },
};

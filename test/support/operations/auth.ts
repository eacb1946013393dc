import { byId, page, writes } from './budget.ts';
import { list, type Operations } from './record.ts';

const credentials = () => ({ email: `${crypto.randomUUID()}@test.example`, password: 'correct horse' });

const of = ({ access_token }: { access_token: string }) => ({ authorization: `Bearer ${access_token}` });

export const auth: Operations = {
  'POST /auth/signup': {
    repeated: 409,
    as: null,
    body: () => ({ ...credentials(), full_name: 'Nina Nurse' }),
    invalid: 400,
    cases: {
      // Writes the account and its three indexes, the audit row and its index.
      'a new account': { budget: writes(1, 0, 7) },
    },
  },
  'POST /auth/login': {
    as: null,
    body: () => ({ ...credentials(), totp: '123456', refresh_token: 'of-an-earlier-login' }),
    cases: {
      // Reads the account and counts the attempt, then forgets it,
      // and writes session and token with their indexes, and the audit row.
      'the right password': {
        budget: { trips: 2, read: 11, written: 13, r2: 0 },
        request: ({ account }) => ({ json: account }),
      },
      // Looks the token, its session and its account up, once to claim the attempt and once to say how long to wait.
      'the right password, with an earlier refresh token': {
        budget: { trips: 2, read: 16, written: 13, r2: 0 },
        request: async ({ account, newRefreshToken }) => ({
          json: { ...account, refresh_token: await newRefreshToken() },
        }),
      },
      // Counts the attempt at the code as well and forgets it, and writes the account, for the code is spent.
      'the right password and code': {
        repeated: 401,
        budget: { trips: 2, read: 14, written: 16, r2: 0 },
        request: async ({ newFactor }) => {
          const { email, password, totp } = await newFactor('active');
          return { json: { email, password, totp } };
        },
      },
    },
  },
  'POST /auth/refresh': {
    repeated: 401,
    as: null,
    cases: {
      'an unused token': {
        budget: writes(0, 13, 7),
        request: async ({ newRefreshToken }) => ({ json: { refresh_token: await newRefreshToken() } }),
      },
    },
  },
  'POST /auth/logout': {
    as: null,
    cases: {
      'an unused token': {
        budget: writes(0, 4, 4),
        request: async ({ newRefreshToken }) => ({ json: { refresh_token: await newRefreshToken() } }),
      },
    },
  },
  'GET /auth/users/me': { cases: { 'the own account': { budget: byId } } },
  'PUT /auth/users/me/password': {
    repeated: 400,
    body: () => ({ old_password: 'correct horse', new_password: 'battery staple 4' }),
    cases: {
      // Reads the account and counts the attempt, then writes the account and its audit row, and forgets the attempt. Its
      // two logins end, and the one of the token goes on. The account forgets its devices, as of its latest login.
      'the right password': {
        budget: { trips: 2, read: 28, written: 13, r2: 0 },
        request: async ({ newLogin }) => {
          const { access_token, password } = await newLogin();
          const headers = { authorization: `Bearer ${access_token}` };
          return { headers, json: { old_password: password, new_password: 'battery staple 4' } };
        },
      },
    },
  },
  'GET /auth/totp': { cases: { 'the own account': { budget: byId } } },
  'POST /auth/totp': {
    body: () => ({ password: 'correct horse', totp: '123456' }),
    cases: {
      // Reads the account and counts the attempt, then writes the account and its audit row, and forgets the attempt.
      'the first one': {
        budget: { trips: 2, read: 13, written: 6, r2: 0 },
        request: async ({ newLogin }) => {
          const { access_token, password } = await newLogin();
          return { headers: of({ access_token }), json: { password } };
        },
      },
      // Counts the attempt at the code, too.
      'another one': {
        repeated: 400,
        budget: { trips: 2, read: 16, written: 9, r2: 0 },
        request: async ({ newFactor }) => {
          const { access_token, password, totp } = await newFactor('active');
          return { headers: of({ access_token }), json: { password, totp } };
        },
      },
    },
  },
  'POST /auth/totp/confirm': {
    repeated: 400,
    body: () => ({ totp: '123456' }),
    cases: {
      // As above; besides, the login ends by a trigger and goes on.
      'a right code': {
        budget: { trips: 2, read: 17, written: 10, r2: 0 },
        request: async ({ newFactor }) => {
          const { access_token, totp } = await newFactor('pending');
          return { headers: of({ access_token }), json: { totp } };
        },
      },
    },
  },
  'POST /auth/totp/disable': {
    repeated: 400,
    body: () => ({ password: 'correct horse', totp: '123456' }),
    cases: {
      // As above, and counts the attempt at the code.
      'a right code': {
        budget: { trips: 2, read: 21, written: 13, r2: 0 },
        request: async ({ newFactor }) => {
          const { access_token, password, totp } = await newFactor('active');
          return { headers: of({ access_token }), json: { password, totp } };
        },
      },
    },
  },
  'DELETE /auth/users/{id}/totp': {
    as: 'admin',
    cases: {
      // The account, its login and the audit row.
      'an active one': {
        budget: { trips: 1, read: 10, written: 5, r2: 0 },
        request: async ({ newFactor }) => ({ path: `/auth/users/${(await newFactor('active')).id}/totp` }),
      },
    },
  },
  'GET /auth/users': {
    as: 'admin',
    cases: {
      '10 rows': list('/auth/users', 10),
      '100 rows': list('/auth/users', 100),
      'without a limit': { budget: page(1_000) },
    },
  },
  'PATCH /auth/users/{id}': {
    as: 'admin',
    body: () => ({ type: 'staff', disabled: false }),
    cases: {
      // Each write checks that the caller still is the admin that the token says and says so, and so does a read of its own.
      'the role': {
        budget: writes(0, 10, 3),
        request: async ({ newAccount }) => ({ path: `/auth/users/${await newAccount()}`, json: { type: 'billing' } }),
      },
      'role and disabled': {
        budget: writes(0, 19, 6),
        request: async ({ newAccount }) => ({
          path: `/auth/users/${await newAccount()}`,
          json: { type: 'none', disabled: true },
        }),
      },
    },
  },
};

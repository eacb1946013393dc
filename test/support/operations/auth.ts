import { list, type Operations } from './record.ts';

const credentials = () => ({ email: `${crypto.randomUUID()}@test.example`, password: 'correct horse' });

const of = ({ access_token }: { access_token: string }) => ({ authorization: `Bearer ${access_token}` });

const form = (sent: Record<string, string>) => new URLSearchParams({ grant_type: 'client_credentials', ...sent });

export const auth: Operations = {
  'POST /auth/signup': {
    repeated: 409,
    as: null,
    body: () => ({ ...credentials(), full_name: 'Nina Nurse' }),
    invalid: 400,
    cases: {
      'a new account': {},
    },
  },
  'POST /auth/login': {
    as: null,
    body: () => ({
      ...credentials(),
      totp: '123456',
      refresh_token: 'of-an-earlier-login',
      scope: 'user/Patient.rs user/*.read',
    }),
    cases: {
      'the right password': { request: ({ account }) => ({ json: account }) },
      'the right password, with an earlier refresh token': {
        request: async ({ account, newRefreshToken }) => ({
          json: { ...account, refresh_token: await newRefreshToken() },
        }),
      },
      'the right password and code': {
        repeated: 401,
        request: async ({ newFactor }) => {
          const { email, password, totp } = await newFactor('active');
          return { json: { email, password, totp } };
        },
      },
    },
  },
  'POST /auth/token': {
    as: null,
    cases: {
      'the first by a secret': {
        request: async ({ newCredentials }) => ({ body: form(await newCredentials('secret')) }),
      },
      'a later one by a secret': {
        request: async ({ newCredentials }) => ({ body: form(await newCredentials('secret, used')) }),
      },
      'the first by an assertion': {
        repeated: 401,
        request: async ({ newCredentials }) => ({ body: form(await newCredentials('assertion')) }),
      },
    },
  },
  'POST /auth/refresh': {
    repeated: 401,
    as: null,
    cases: {
      'an unused token': {
        request: async ({ newRefreshToken }) => ({ json: { refresh_token: await newRefreshToken() } }),
      },
    },
  },
  'POST /auth/logout': {
    as: null,
    cases: {
      'an unused token': {
        request: async ({ newRefreshToken }) => ({ json: { refresh_token: await newRefreshToken() } }),
      },
    },
  },
  'GET /auth/users/me': { cases: { 'the own account': {} } },
  'PATCH /auth/users/me': {
    body: () => ({
      ...{ email: credentials().email, full_name: 'Nina Ek', language: 'de', current_password: 'correct horse' },
    }),
    cases: {
      'the name': { request: () => ({ json: { full_name: 'Nina Ek' } }) },
      'name and e-mail': {
        request: async ({ newLogin }) => {
          const { access_token, password } = await newLogin();
          const json = { full_name: 'Nina Ek', email: credentials().email, current_password: password };
          return { headers: of({ access_token }), json };
        },
      },
    },
  },
  'PUT /auth/users/me/password': {
    repeated: 400,
    body: () => ({ old_password: 'correct horse', new_password: 'battery staple 4' }),
    cases: {
      'the right password': {
        request: async ({ newLogin }) => {
          const { access_token, password } = await newLogin();
          const headers = { authorization: `Bearer ${access_token}` };
          return { headers, json: { old_password: password, new_password: 'battery staple 4' } };
        },
      },
    },
  },
  'GET /auth/totp': { cases: { 'the own account': {} } },
  'POST /auth/totp': {
    body: () => ({ password: 'correct horse', totp: '123456' }),
    cases: {
      'the first one': {
        request: async ({ newLogin }) => {
          const { access_token, password } = await newLogin();
          return { headers: of({ access_token }), json: { password } };
        },
      },
      'another one': {
        repeated: 400,
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
      'a right code': {
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
      'a right code': {
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
      'an active one': {
        request: async ({ newFactor }) => ({ path: `/auth/users/${(await newFactor('active')).id}/totp` }),
      },
    },
  },
  'GET /auth/users': {
    as: 'admin',
    cases: {
      '10 rows': list('/auth/users', 10),
      '100 rows': list('/auth/users', 100),
      'without a limit': {},
    },
  },
  'PATCH /auth/users/{id}': {
    as: 'admin',
    body: () => ({ type: 'staff', disabled: false }),
    cases: {
      'the role': {
        request: async ({ newAccount }) => ({ path: `/auth/users/${await newAccount()}`, json: { type: 'billing' } }),
      },
      'role and disabled': {
        request: async ({ newAccount }) => ({
          path: `/auth/users/${await newAccount()}`,
          json: { type: 'none', disabled: true },
        }),
      },
    },
  },
};

import { input } from '../input.ts';
import { list, type Operations } from './record.ts';

/** The members of both types of keys: what one of RSA does not have is dropped. */
const everyField = () => {
  const { jwks, ...client } = input.client();
  return { ...client, jwks: { keys: jwks.keys.map((key) => ({ ...key, crv: 'P-384', x: 'x', y: 'y' })) } };
};
const withoutSecret = ({ secret: _, ...fields }: ReturnType<typeof input.client>) => fields;

/** Programs that log in by their own right. */
export const clients: Operations = {
  'POST /auth/clients': {
    as: 'admin',
    // The secret is answered once.
    checksOwnKey: true,
    body: everyField,
    cases: {
      'with keys': { request: () => ({ json: input.client() }) },
      'with a secret': {
        request: () => ({ json: { name: 'Website', scope: 'system/Slot.rs', secret: true } }),
      },
    },
  },
  'GET /auth/clients': {
    as: 'admin',
    cases: {
      '10 rows': list('/auth/clients', 10),
      '100 rows': list('/auth/clients', 100),
      'without a limit': {},
    },
  },
  'GET /auth/clients/{id}': {
    as: 'admin',
    cases: { 'a client': { request: async ({ newClient }) => ({ path: await newClient('secret') }) } },
  },
  'PATCH /auth/clients/{id}': {
    as: 'admin',
    body: () => withoutSecret(everyField()),
    cases: {
      'all that a client with keys has': {
        request: async ({ newClient }) => ({ path: await newClient('jwks'), json: withoutSecret(input.client()) }),
      },
      'the scope': {
        request: async ({ newClient }) => ({ path: await newClient('secret'), json: { scope: 'system/Slot.rs' } }),
      },
    },
  },
  'DELETE /auth/clients/{id}': {
    as: 'admin',
    repeated: 404,
    cases: { 'a client': { request: async ({ newClient }) => ({ path: await newClient('secret') }) } },
  },
  'POST /auth/clients/{id}/secret': {
    as: 'admin',
    checksOwnKey: true,
    body: () => ({ revoke_old: true }),
    cases: {
      'the former one for a day': {
        request: async ({ newClient }) => ({ path: `${await newClient('secret')}/secret`, json: {} }),
      },
      'the former one no longer': {
        request: async ({ newClient }) => ({ path: `${await newClient('secret')}/secret` }),
      },
    },
  },
};

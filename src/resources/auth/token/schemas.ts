import * as z from 'zod';
import { text } from '../../../schemas/fields';
import { SCOPE_MAX } from '../../../scopes';

const SECRET_MAX = 200;
const ASSERTION_MAX = 20_000;

export const GRANT_TYPE = 'client_credentials';
export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

export const TokenForm = z
  .object({
    grant_type: z.literal(GRANT_TYPE),
    scope: text(SCOPE_MAX)
      .optional()
      .describe(
        'Narrows what the token may do of what the client may, as `system/Patient.rs system/*.read`. Left out: nothing is narrowed',
      ),
    client_id: text(SECRET_MAX)
      .optional()
      .describe('Of a client that sends its secret in the form; else it may be left out'),
    client_secret: text(SECRET_MAX)
      .optional()
      .describe('Left out by clients that send it by HTTP Basic, or sign an assertion'),
    client_assertion_type: z.literal(ASSERTION_TYPE).optional(),
    client_assertion: text(ASSERTION_MAX)
      .optional()
      .describe(
        'A JWT that the client has signed by a registered key, by `RS384` or `ES384`: `iss` and `sub` its id, `aud` the address ' +
          'of this operation, `exp` at most five minutes ahead, a `jti` that it has not sent before, and the key’s `kid` in the header',
      ),
  })
  .meta({ id: 'TokenInput' });
export type TokenForm = z.output<typeof TokenForm>;

export const ClientToken = z
  .object({
    access_token: z.string(),
    token_type: z.literal('bearer'),
    expires_in: z.int().describe('Seconds until the access token expires: the client then asks for another one'),
    scope: z.string().describe('All that the token may do'),
  })
  .meta({ id: 'ClientToken' });
export type ClientToken = z.output<typeof ClientToken>;

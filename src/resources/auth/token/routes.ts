import { Hono } from 'hono';
import { OAuthError } from '../../../errors';
import { FORM_TYPE, mediaType, readBytes } from '../../../http/body';
import type { AppContext, AppEnv } from '../../../http/context';
import { endpoint } from '../../../http/endpoint';
import { HttpError } from '../../../http/errors';
import { toInvalidError } from '../../../http/faults';
import { atPrimary, floodGate } from '../../../http/gates';
import { network } from '../../../http/limits';
import { OAuthErrorBody, onOAuthError } from '../../../http/oauth-errors';
import { serviceContext } from '../../../http/service-context';
import { namesOf } from '../../../rules/fields-of';
import { TOKEN_HEADERS } from '../refresh-tokens/schemas';
import { credentialsOf } from './credentials';
import { ClientToken, GRANT_TYPE, TokenForm } from './schemas';
import { issueToken } from './service';

const FORM_MAX_BYTES = 64 * 1024;

/**
 * RFC 6749 3.2: each parameter is sent once, and one without a value counts as left out.
 * @throws HttpError, OAuthError, InvalidError
 */
async function readForm(c: AppContext): Promise<TokenForm> {
  if (mediaType(c) !== FORM_TYPE)
    throw new HttpError('unsupported_media_type', `The body must be a form, with Content-Type ${FORM_TYPE}`);
  const sent = new URLSearchParams(new TextDecoder().decode(await readBytes(c, FORM_MAX_BYTES)));
  const values = Object.fromEntries(
    namesOf(TokenForm.shape).flatMap((name) => {
      const [value, ...more] = sent.getAll(name).filter(Boolean);
      if (more.length > 0) throw new OAuthError('invalid_request', `${name} is sent twice`);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  // Nor `password`: RFC 9700 2.4.
  if (values.grant_type !== undefined && values.grant_type !== GRANT_TYPE)
    throw new OAuthError('unsupported_grant_type', `grant_type must be ${GRANT_TYPE}`);
  const { data, error } = TokenForm.safeParse(values, { reportInput: true });
  if (error) throw toInvalidError(error, 'body');
  return data;
}

const refusal = (description: string) => ({ description, body: OAuthErrorBody });

export const tokenRoutes = new Hono<AppEnv>({ strict: false });
tokenRoutes.onError(onOAuthError);
tokenRoutes.post(
  '/token',
  floodGate,
  atPrimary,
  endpoint({
    operationId: 'issueToken',
    summary: 'Get an access token as a client',
    description:
      'OAuth 2.0 for programs (RFC 6749 4.4, SMART Backend Services): a form with `grant_type=client_credentials`. A client ' +
      'authenticates by HTTP Basic, by `client_id` and `client_secret`, or by `client_assertion`. There is no refresh token: ' +
      'the client asks again. From the tenth wrong secret in a row on, the client waits at that network address. Errors are ' +
      'those of RFC 6749 5.2.',
    requestBody: { required: true, content: { [FORM_TYPE]: TokenForm } },
    answers: {
      200: { description: 'The token', body: ClientToken },
      400: refusal('The request is wrong'),
      401: refusal('The client is not authenticated'),
      429: refusal('Too many requests, or wrong secrets: wait as Retry-After says'),
      500: refusal('Internal server error'),
      503: refusal('Briefly unavailable: try again as Retry-After says'),
    },
  }),
  async (c) => {
    const form = await readForm(c);
    const sent = credentialsOf(c.req.header('authorization') ?? '', form);
    const token = await issueToken(serviceContext(c), { sent, scope: form.scope, network: network(c) });
    return c.json(token, 200, TOKEN_HEADERS);
  },
);

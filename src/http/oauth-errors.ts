/** Errors in the form of OAuth 2.0 (RFC 6749 5.2), which clients of a token endpoint read. */
import * as z from 'zod';
import type { AnyErrorKind } from '../error-kinds';
import { InvalidError, OAuthError } from '../errors';
import type { AppContext } from './context';
import { describeError } from './errors';

const CODES = [
  'invalid_request',
  'invalid_client',
  'invalid_scope',
  'unsupported_grant_type',
  // Not the RFC's, which has none for these of a token endpoint, but its words for those of an authorization endpoint (4.1.2.1).
  'temporarily_unavailable',
  'server_error',
] as const;
type Code = (typeof CODES)[number];

export const OAuthErrorBody = z
  .object({
    error: z
      .enum(CODES)
      .describe(
        'The reason, for a program. `invalid_client`: unknown, ended, or not authenticated. `temporarily_unavailable`: wait as ' +
          'Retry-After says',
      ),
    error_description: z.string().describe('What is wrong, in English, for people'),
    request_id: z.string().optional().describe('Of a 500: by which the log has it'),
  })
  .meta({ id: 'OAuthError' });

/** All others are requests that are wrong, and 400, as the RFC has it. */
const BY_KIND: Partial<Record<AnyErrorKind, Code>> = {
  unauthenticated: 'invalid_client',
  throttled: 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
  internal: 'server_error',
};

const DESCRIPTION_MAX = 1_000;
/** In the characters that the RFC lets it have. */
const asDescription = (text: string): string =>
  text
    .slice(0, DESCRIPTION_MAX)
    .replaceAll('"', "'")
    .replace(/[^ !#-[\]-~]/g, '?');

const messageOf = (error: unknown, detail: string): string =>
  error instanceof InvalidError ? error.faults.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`).join('; ') : detail;

/** RFC 9110 15.5.2 wants a challenge with each 401, RFC 6749 5.2 this one where a client tried it. */
const CHALLENGE = { 'www-authenticate': 'Basic realm="hospital-service"' };

export function onOAuthError(error: unknown, c: AppContext): Response {
  const { kind, detail, status, headers } = describeError(c, error);
  const known = BY_KIND[kind];
  const body = {
    error: error instanceof OAuthError ? error.error : (known ?? 'invalid_request'),
    error_description: asDescription(messageOf(error, detail)),
    ...(kind === 'internal' && { request_id: c.get('requestId') }),
  };
  const challenge = kind === 'unauthenticated' && CHALLENGE;
  return c.json(body, known ? status : 400, { ...headers, ...challenge, pragma: 'no-cache' });
}

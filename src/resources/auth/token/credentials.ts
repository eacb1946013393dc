/** The three ways in which a client says who it is (RFC 6749 2.3, RFC 7523 2.2), of which a request uses one. */
import { OAuthError, UnauthenticatedError } from '../../../errors';
import { ASSERTION_TYPE, type TokenForm } from './schemas';

export interface Secret {
  client_id: string;
  client_secret: string;
}

export interface Assertion {
  client_assertion: string;
  /** it may be sent along, and then is the one that has signed (RFC 7521 4.2) */
  client_id: string | undefined;
}

const BASIC = /^basic +([\w+/-]+=*) *$/i;

/** Id and secret are encoded as in a form (RFC 6749 2.3.1). Another scheme is none of these ways. @throws UnauthenticatedError */
function basicOf(header: string): Secret | undefined {
  if (!/^basic\b/i.test(header)) return undefined;
  const sent = Buffer.from(BASIC.exec(header)?.[1] ?? '', 'base64').toString();
  const [, client_id, client_secret] = /^([^:]+):(.*)$/s.exec(sent.replaceAll('+', ' ')) ?? [];
  try {
    if (client_id && client_secret)
      return { client_id: decodeURIComponent(client_id), client_secret: decodeURIComponent(client_secret) };
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
  }
  throw new UnauthenticatedError('The Authorization header is not HTTP Basic with client_id and client_secret');
}

/** @throws OAuthError, UnauthenticatedError */
export function credentialsOf(authorization: string, form: TokenForm): Secret | Assertion {
  const { client_id, client_secret, client_assertion, client_assertion_type } = form;
  const basic = basicOf(authorization);
  if ([basic, client_secret, client_assertion].filter(Boolean).length > 1)
    throw new OAuthError('invalid_request', 'A client authenticates in one way only');
  if (basic) {
    if (client_id !== undefined && client_id !== basic.client_id)
      throw new OAuthError('invalid_request', 'client_id is not the client of the Authorization header');
    return basic;
  }
  if (client_assertion) {
    if (!client_assertion_type)
      throw new OAuthError('invalid_request', `client_assertion_type must be ${ASSERTION_TYPE}`);
    return { client_assertion, client_id };
  }
  if (!client_id || !client_secret)
    throw new UnauthenticatedError(
      'A client authenticates by HTTP Basic, by client_id and client_secret, or by client_assertion',
    );
  return { client_id, client_secret };
}

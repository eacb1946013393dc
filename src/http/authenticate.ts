import { verifyAccessToken } from '../auth/tokens';
import type { Actor } from '../context';
import { settingsOf } from '../env';
import { UnauthenticatedError } from '../errors';
import type { AppContext } from './context';

// RFC 6750 2.1; the scheme's case does not matter (RFC 9110 11.1).
const BEARER = /^bearer +([\w.~+/-]+=*) *$/i;

/** By the access token alone, without the database. @throws UnauthenticatedError */
export async function authenticate(c: AppContext): Promise<Actor> {
  const header = c.req.header('authorization');
  if (!header) throw new UnauthenticatedError();
  const token = BEARER.exec(header)?.[1];
  if (!token) throw new UnauthenticatedError('Not authenticated: a bearer token is expected');
  const actor = await verifyAccessToken(settingsOf(c.env), token);
  c.set('actor', actor);
  return actor;
}

/** For requests that need no token: an invalid one counts as none. */
export async function identify(c: AppContext): Promise<void> {
  if (!c.req.header('authorization')) return;
  await authenticate(c).catch((error) => {
    if (!(error instanceof UnauthenticatedError)) throw error;
  });
}

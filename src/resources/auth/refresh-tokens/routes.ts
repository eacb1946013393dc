import { Hono } from 'hono';
import { FORM_TYPE, JSON_MAX_BYTES, mediaType, readBytes } from '../../../http/body';
import type { AppContext, AppEnv } from '../../../http/context';
import { clearRefreshCookie, refreshCookie, setRefreshCookie } from '../../../http/cookies';
import { endpoint } from '../../../http/endpoint';
import { serviceContext } from '../../../http/service-context';
import { RefreshBody, TOKEN_HEADERS, Tokens } from './schemas';
import { invalidRefreshToken, logOut, refresh } from './service';

/** Of the body, JSON or form, else of the cookie. */
async function sentRefreshToken(c: AppContext): Promise<string | undefined> {
  const body = new TextDecoder().decode(await readBytes(c, JSON_MAX_BYTES));
  if (mediaType(c) === FORM_TYPE) return new URLSearchParams(body).get('refresh_token') ?? refreshCookie(c);
  try {
    const token: unknown = JSON.parse(body)?.refresh_token;
    return typeof token === 'string' ? token : refreshCookie(c);
  } catch {
    return refreshCookie(c);
  }
}

const requestBody = { required: false, content: { 'application/json': RefreshBody } };

export const refreshTokenRoutes = new Hono<AppEnv>({ strict: false })
  .post(
    '/refresh',
    endpoint({
      operationId: 'refresh',
      summary: 'New access token from a refresh token',
      description: 'Takes `{refresh_token}` or the cookie of the login. Each refresh token works once.',
      answers: { 200: { description: 'The tokens; the refresh token also as a cookie', body: Tokens } },
      errors: ['unauthenticated', 'too_large', 'throttled'],
      requestBody,
    }),
    async (c) => {
      const token = await sentRefreshToken(c);
      if (!token) throw invalidRefreshToken();
      const { tokens, refresh_lifetime } = await refresh(serviceContext(c), token);
      setRefreshCookie(c, tokens.refresh_token, refresh_lifetime);
      return c.json(tokens, 200, TOKEN_HEADERS);
    },
  )
  .post(
    '/logout',
    endpoint({
      operationId: 'logout',
      summary: 'End a login',
      description: 'Revokes the login that the refresh token (body or cookie) belongs to.',
      answers: { 204: { description: 'Done, or there was none' } },
      errors: ['too_large', 'throttled'],
      requestBody,
    }),
    async (c) => {
      const token = await sentRefreshToken(c);
      if (token) await logOut(serviceContext(c), token);
      clearRefreshCookie(c);
      return c.body(null, 204);
    },
  );

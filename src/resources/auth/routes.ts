import { type Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import * as z from 'zod';
import { networkOf } from '../../auth/network';
import { REFRESH_TOKEN_LIFETIME } from '../../auth/tokens';
import { ThrottledError, UnauthenticatedError } from '../../errors';
import { FORM_TYPE, JSON_MAX_BYTES, mediaType, readBytes } from '../../http/body';
import { type AppContext, type AppEnv, beginAtPrimary, serviceContext } from '../../http/context';
import { endpoint } from '../../http/endpoint';
import { setPage } from '../../http/representation';
import { keysetQuery } from '../../schemas/listing';
import { idParam } from '../../schemas/requests';
import { currentUser, listAccounts, patchAccount, signUp } from './accounts';
import { Account, AccountPatch, Login, LoginForm, RefreshBody, Signup, Tokens, User } from './schemas';
import { logIn, logOut, refresh } from './sessions';

const COOKIE = 'refresh_token';
const COOKIE_OPTIONS = { path: '/auth', httpOnly: true, secure: true, sameSite: 'Strict' } as const;
const FLOOD_PERIOD = 60; // seconds, as AUTH_RATE_LIMIT has it in wrangler.toml

/** Guessing from one address is slowed down for all accounts together. */
const floodGate = createMiddleware<AppEnv>(async (c, next) => {
  const key = networkOf(c.req.header('cf-connecting-ip') ?? 'unknown');
  const { success } = await c.env.AUTH_RATE_LIMIT.limit({ key });
  if (!success) throw new ThrottledError('Too many requests from this address', FLOOD_PERIOD);
  await next();
});

/** Accounts and sessions are read as they are now, not as a replica has them. */
const atPrimary = createMiddleware<AppEnv>(async (c, next) => {
  beginAtPrimary(c);
  await next();
});

function withCookie(c: Context, tokens: Tokens): Tokens {
  setCookie(c, COOKIE, tokens.refresh_token, { ...COOKIE_OPTIONS, maxAge: REFRESH_TOKEN_LIFETIME });
  return tokens;
}

/** The refresh token of the body (JSON or form), else of the cookie; undefined when there is none. */
async function sentRefreshToken(c: AppContext): Promise<string | undefined> {
  const body = new TextDecoder().decode(await readBytes(c, JSON_MAX_BYTES));
  if (mediaType(c) === FORM_TYPE) return new URLSearchParams(body).get(COOKIE) ?? getCookie(c, COOKIE);
  try {
    const token: unknown = JSON.parse(body)?.[COOKIE];
    return typeof token === 'string' ? token : getCookie(c, COOKIE);
  } catch {
    return getCookie(c, COOKIE);
  }
}

const refreshBody = {
  required: false,
  content: { 'application/json': RefreshBody },
};
const tokensAnswer = { 200: { description: 'The tokens; the refresh token also as a cookie', body: Tokens } };

export const authRoutes = new Hono<AppEnv>({ strict: false })
  // Before the gate: portals ask this on every page, a whole hospital shares an address, and no password is guessed here.
  .get(
    '/users/me',
    atPrimary,
    endpoint({
      summary: 'Current user',
      permission: 'account',
      answers: { 200: { description: 'The account of the token', body: User } },
    }),
    async (c) => {
      const ctx = serviceContext(c);
      return c.json(await currentUser(ctx, ctx.actor?.id ?? ''), 200);
    },
  )
  .use(floodGate, atPrimary)
  .post(
    '/signup',
    endpoint({
      summary: 'Create a user account',
      description:
        'Its role is the deployment’s SIGNUP_ROLE. Invalid data is 400 here, with the same `detail` array as a 422 elsewhere.',
      json: Signup,
      invalid: 'rule',
      answers: { 200: { description: 'The account', body: User } },
      errors: ['conflict', 'throttled'],
    }),
    async (c) => c.json(await signUp(serviceContext(c), c.req.valid('json')), 200),
  )
  .post(
    '/login',
    endpoint({
      summary: 'Log in',
      description: 'Takes JSON, or the OAuth 2.0 password form with the e-mail as `username`.',
      json: Login,
      form: LoginForm,
      answers: tokensAnswer,
      errors: ['unauthenticated', 'throttled'],
    }),
    async (c) => {
      // One of the two was validated: which one depends on what the client sent.
      const form = mediaType(c) === FORM_TYPE ? c.req.valid('form') : undefined;
      const { email, password } = form ? { email: form.username, password: form.password } : c.req.valid('json');
      return c.json(withCookie(c, await logIn(serviceContext(c), email, password)), 200);
    },
  )
  .post(
    '/refresh',
    endpoint({
      summary: 'New access token from a refresh token',
      description: 'Takes `{refresh_token}` or the cookie of the login. Each refresh token works once.',
      answers: tokensAnswer,
      errors: ['unauthenticated', 'too_large', 'throttled'],
      requestBody: refreshBody,
    }),
    async (c) => {
      const token = await sentRefreshToken(c);
      if (!token) throw new UnauthenticatedError('Invalid or expired refresh token');
      return c.json(withCookie(c, await refresh(serviceContext(c), token)), 200);
    },
  )
  .post(
    '/logout',
    endpoint({
      summary: 'End a login',
      description: 'Revokes the login that the refresh token (body or cookie) belongs to.',
      answers: { 204: { description: 'Done, or there was none' } },
      errors: ['too_large', 'throttled'],
      requestBody: refreshBody,
    }),
    async (c) => {
      const token = await sentRefreshToken(c);
      if (token) await logOut(serviceContext(c), token);
      deleteCookie(c, COOKIE, COOKIE_OPTIONS);
      return c.body(null, 204);
    },
  )
  .get(
    '/users',
    endpoint({
      summary: 'List accounts, newest first',
      permission: 'account:read',
      query: z.object({ limit: keysetQuery.shape.limit, cursor: keysetQuery.shape.cursor }),
      answers: {
        200: { description: 'Accounts', body: z.array(Account), headers: { link: 'rel="next" while there is more' } },
      },
      errors: ['throttled'],
    }),
    async (c) => {
      const { rows, next } = await listAccounts(serviceContext(c), c.req.valid('query'));
      setPage(c, { next });
      return c.json(rows, 200);
    },
  )
  .patch(
    '/users/:id',
    endpoint({
      summary: 'Set an account’s role, disable or enable it',
      permission: 'account:update',
      param: idParam,
      json: AccountPatch,
      answers: { 200: { description: 'The account', body: Account } },
      errors: ['not_found', 'throttled'],
    }),
    async (c) => c.json(await patchAccount(serviceContext(c), c.req.valid('param').id, c.req.valid('json')), 200),
  );

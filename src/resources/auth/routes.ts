import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as z from 'zod';
import { settingsOf } from '../../env';
import { ForbiddenError } from '../../errors';
import { FORM_TYPE, JSON_MAX_BYTES, mediaType, readBytes } from '../../http/body';
import type { AppContext, AppEnv } from '../../http/context';
import { clearRefreshCookie, refreshCookie, sentDevice, setDeviceCookie, setRefreshCookie } from '../../http/cookies';
import { endpoint } from '../../http/endpoint';
import { limitAddress, limitHashing } from '../../http/limits';
import { setPage } from '../../http/lists';
import { beginAtPrimary, serviceContext } from '../../http/service-context';
import { keysetQuery } from '../../schemas/listing';
import { idParam } from '../../schemas/requests';
import { currentUser, listAccounts, patchAccount, signUp } from './accounts';
import { invitationRoutes } from './invitation/routes';
import { setOwnPassword } from './own-password';
import { sessionRoutes } from './own-sessions/routes';
import { deviceOf } from './own-sessions/service';
import { invalidRefreshToken, logOut, refresh } from './refresh';
import { Account, AccountPatch, Login, LoginForm, OwnPassword, RefreshBody, Signup, Tokens, User } from './schemas';
import { logIn } from './sessions';
import { totpRoutes } from './totp/routes';
import { LoginRefused } from './totp/schemas';

/** Guessing from one address is slowed down for all accounts together. */
const floodGate = createMiddleware<AppEnv>(async (c, next) => {
  await limitAddress(c);
  await next();
});

/** Accounts and sessions are read as they are now, not as a replica has them. */
const atPrimary = createMiddleware<AppEnv>(async (c, next) => {
  beginAtPrimary(c);
  await next();
});

/** Before the body is looked at. */
const openSignup = createMiddleware<AppEnv>(async (c, next) => {
  if (settingsOf(c.env).SIGNUP === 'invited') {
    throw new ForbiddenError('Signup is closed: ask an admin to invite you', 'signup_closed');
  }
  await next();
});

/** The refresh token of the body (JSON or form), else of the cookie; undefined when there is none. */
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
      operationId: 'getCurrentUser',
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
    openSignup,
    endpoint({
      operationId: 'signUp',
      summary: 'Create a user account',
      description:
        'Its role is the deployment’s SIGNUP_ROLE. Where SIGNUP is `invited` it is 403: admins invite people. Invalid data is 400 here, with the same `detail` array as a 422 elsewhere.',
      json: Signup,
      invalid: 'rule',
      answers: { 200: { description: 'The account', body: User } },
      errors: ['forbidden', 'conflict', 'throttled'],
    }),
    async (c) => {
      await limitHashing(c);
      return c.json(await signUp(serviceContext(c), c.req.valid('json')), 200);
    },
  )
  .post(
    '/login',
    endpoint({
      operationId: 'login',
      summary: 'Log in',
      description:
        'Takes JSON, or the OAuth 2.0 password form with the e-mail as `username`. Somebody else’s wrong passwords do not ' +
        'make a client wait that has logged in before: by the cookies of that login, or by its refresh token. An account ' +
        'with a second factor also needs `totp`: until it comes along, the answer to the right password is 401 with ' +
        '`code: "totp_required"`.',
      json: Login,
      form: LoginForm,
      answers: { ...tokensAnswer, 401: { description: 'Not logged in', body: LoginRefused } },
      errors: ['throttled'],
    }),
    async (c) => {
      // One of the two was validated: which one depends on what the client sent.
      const form = mediaType(c) === FORM_TYPE ? c.req.valid('form') : undefined;
      const { refresh_token, ...sent } = form ? { ...form, email: form.username } : c.req.valid('json');
      const device = await sentDevice(c, sent.email);
      await limitHashing(c, device?.id);
      const known = { device, refresh_token: refresh_token ?? refreshCookie(c) ?? null };
      const user_agent = deviceOf(c.req.header('user-agent'));
      const loggedIn = await logIn(serviceContext(c), { ...sent, ...known, user_agent });
      setRefreshCookie(c, loggedIn.tokens.refresh_token, loggedIn.refresh_lifetime);
      await setDeviceCookie(c, { email: sent.email, device: loggedIn.device });
      return c.json(loggedIn.tokens, 200);
    },
  )
  .post(
    '/refresh',
    endpoint({
      operationId: 'refresh',
      summary: 'New access token from a refresh token',
      description: 'Takes `{refresh_token}` or the cookie of the login. Each refresh token works once.',
      answers: tokensAnswer,
      errors: ['unauthenticated', 'too_large', 'throttled'],
      requestBody: refreshBody,
    }),
    async (c) => {
      const token = await sentRefreshToken(c);
      if (!token) throw invalidRefreshToken();
      const { tokens, refresh_lifetime } = await refresh(serviceContext(c), token);
      setRefreshCookie(c, tokens.refresh_token, refresh_lifetime);
      return c.json(tokens, 200);
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
      requestBody: refreshBody,
    }),
    async (c) => {
      const token = await sentRefreshToken(c);
      if (token) await logOut(serviceContext(c), token);
      clearRefreshCookie(c);
      return c.body(null, 204);
    },
  )
  .route('/', totpRoutes)
  .put(
    '/users/me/password',
    endpoint({
      operationId: 'setOwnPassword',
      summary: 'Set one’s own password',
      description:
        'Ends the other logins of the account; the one of the access token goes on. A wrong `old_password` is 400 and ' +
        'makes further attempts wait as at a login. An account with a `pending_type` has that type from then on: refresh ' +
        'the token.',
      permission: 'account',
      json: OwnPassword,
      answers: { 204: { description: 'Done' } },
      errors: ['rule'],
    }),
    async (c) => {
      await limitHashing(c);
      await setDeviceCookie(c, await setOwnPassword(serviceContext(c), c.req.valid('json')));
      return c.body(null, 204);
    },
  )
  .get(
    '/users',
    endpoint({
      operationId: 'listUsers',
      summary: 'List accounts, newest first',
      permission: 'account:read',
      query: z.object({ limit: keysetQuery.shape.limit, cursor: keysetQuery.shape.cursor }),
      answers: {
        200: { description: 'Accounts', body: z.array(Account), headers: { link: 'rel="next" while there is more' } },
      },
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
      operationId: 'patchUser',
      summary: 'Set an account’s role, disable or enable it',
      description:
        'Ends its logins. An account whose password somebody else has set, as a doctor’s, or whose e-mail somebody has chosen ' +
        'who is no admin, becomes an admin when its owner sets another password: until then it keeps its role, and ' +
        '`pending_type` says what it waits for.',
      permission: 'account:update',
      param: idParam,
      json: AccountPatch,
      answers: { 200: { description: 'The account', body: Account } },
      errors: ['not_found'],
    }),
    async (c) => c.json(await patchAccount(serviceContext(c), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  .route('/', sessionRoutes)
  .route('/', invitationRoutes);

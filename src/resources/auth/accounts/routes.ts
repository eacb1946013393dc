import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as z from 'zod';
import { settingsOf } from '../../../env';
import { ForbiddenError } from '../../../errors';
import type { AppEnv } from '../../../http/context';
import { endpoint } from '../../../http/endpoint';
import { limitHashing } from '../../../http/limits';
import { setNextPage } from '../../../http/lists';
import { serviceContext } from '../../../http/service-context';
import { keysetQuery } from '../../../schemas/listing';
import { idParam } from '../../../schemas/requests';
import { Account, AccountPatch, Signup, User } from './schemas';
import { getCurrentUser, listAccounts, signUp, updateAccount } from './service';

export const currentUserRoutes = new Hono<AppEnv>({ strict: false }).get(
  '/users/me',
  endpoint({
    operationId: 'getCurrentUser',
    summary: 'Current user',
    permission: 'account',
    answers: { 200: { description: 'The account of the token', body: User } },
  }),
  async (c) => c.json(await getCurrentUser(serviceContext(c)), 200),
);

/** Refuses before the body is looked at. */
const openSignup = createMiddleware<AppEnv>(async (c, next) => {
  if (settingsOf(c.env).SIGNUP === 'invited') {
    throw new ForbiddenError('Signup is closed: ask an admin to invite you', 'signup_closed');
  }
  await next();
});

export const signupRoutes = new Hono<AppEnv>({ strict: false }).post(
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
);

export const accountRoutes = new Hono<AppEnv>({ strict: false })
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
      setNextPage(c, { next });
      return c.json(rows, 200);
    },
  )
  .patch(
    '/users/:id',
    endpoint({
      operationId: 'patchUser',
      summary: 'Set an account’s role, disable or enable it',
      description:
        'Ends its logins. An account becomes an admin only if its password and its e-mail are its owner’s own. Where somebody ' +
        'else has set the password, as a doctor’s, it is 409 `password_unconfirmed`: its owner sets one by a token of ' +
        '`POST /auth/users/{id}/reset`. Where somebody who is no admin has chosen the e-mail, it is 409 `email_unconfirmed`: ' +
        'an admin names it in `PATCH /doctor/{id}`.',
      permission: 'account:update',
      param: idParam,
      json: AccountPatch,
      answers: { 200: { description: 'The account', body: Account } },
      errors: ['not_found', 'conflict'],
    }),
    async (c) => c.json(await updateAccount(serviceContext(c), c.req.valid('param').id, c.req.valid('json')), 200),
  );

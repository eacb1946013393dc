import { Hono } from 'hono';
import type { AppEnv } from '../../../http/context';
import { setDeviceCookie } from '../../../http/cookies';
import { idempotencyOf } from '../../../http/created';
import { endpoint } from '../../../http/endpoint';
import { idempotencyHeader } from '../../../http/headers';
import { limitHashing } from '../../../http/limits';
import { serviceContext } from '../../../http/service-context';
import { idParam } from '../../../schemas/requests';
import { Invitation, Invited, TokenPassword } from './schemas';
import { inviteUser, resetPassword, setPasswordByToken } from './service';

const SEND_IT =
  'Where the deployment sends mail, the owner gets a link to the portal’s page, which passes the token on to ' +
  '`POST /auth/password-token`; `mailed` says whether that mail was taken. Otherwise the portal shows the link. The token ' +
  'works once, within 72 hours, and ends with a change of the account’s role, e-mail or password and when it is disabled.';

export const invitationRoutes = new Hono<AppEnv>({ strict: false })
  .post(
    '/users',
    endpoint({
      operationId: 'inviteUser',
      summary: 'Invite somebody: create an account whose owner sets the password',
      description: `${SEND_IT} A repetition under the same Idempotency-Key issues another token, until a password is set.`,
      permission: 'account:create',
      header: idempotencyHeader,
      json: Invitation,
      answers: { 201: { description: 'The account and its token', body: Invited } },
      errors: ['conflict'],
    }),
    async (c) => {
      const idempotency = await idempotencyOf(c, c.req.valid('header'));
      return c.json(await inviteUser(serviceContext(c), c.req.valid('json'), idempotency), 201);
    },
  )
  .post(
    '/users/:id/reset',
    endpoint({
      operationId: 'resetPassword',
      summary: 'Reset the password of somebody who forgot it',
      description: `The password and all logins of the account end at once, and so does an earlier token. ${SEND_IT}`,
      permission: 'account:update',
      param: idParam,
      answers: { 200: { description: 'The account and its token', body: Invited } },
      errors: ['not_found'],
    }),
    async (c) => c.json(await resetPassword(serviceContext(c), c.req.valid('param').id), 200),
  )
  .post(
    '/password-token',
    endpoint({
      operationId: 'setPasswordByToken',
      summary: 'Set a password by a one-time token',
      description:
        'For who was invited, whose password an admin has reset, or who forgot it. Ends all logins of the account: log in afterwards. A ' +
        'token that is unknown, used, expired or ended is 401; one that comes with a password that is refused still works.',
      json: TokenPassword,
      answers: { 204: { description: 'Done' } },
      errors: ['unauthenticated', 'throttled'],
    }),
    async (c) => {
      await limitHashing(c);
      await setDeviceCookie(c, await setPasswordByToken(serviceContext(c), c.req.valid('json')));
      return c.body(null, 204);
    },
  );

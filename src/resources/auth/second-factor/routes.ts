import { Hono } from 'hono';
import type { AppEnv } from '../../../http/context';
import { endpoint } from '../../../http/endpoint';
import { limitHashing } from '../../../http/limits';
import { serviceContext } from '../../../http/service-context';
import { idParam } from '../../../schemas/requests';
import { RecoveryCodes, TotpBegin, TotpConfirm, TotpDisable, TotpSecret, TotpStatus } from './schemas';
import {
  confirmSecondFactor,
  deleteSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  setUpSecondFactor,
} from './service';

const WAITS = 'A wrong password or code is 400 and makes further attempts wait as at a login.';

export const secondFactorRoutes = new Hono<AppEnv>({ strict: false })
  .get(
    '/totp',
    endpoint({
      operationId: 'getSecondFactor',
      summary: 'Whether the own account has a second factor',
      permission: 'account',
      answers: { 200: { description: 'Its state', body: TotpStatus } },
    }),
    async (c) => c.json(await getSecondFactor(serviceContext(c)), 200),
  )
  .post(
    '/totp',
    endpoint({
      operationId: 'setUpSecondFactor',
      summary: 'Begin to set up a second factor',
      description:
        'Makes a secret for an authenticator app, which takes effect by `POST /auth/totp/confirm`. Begun again, it makes ' +
        `another one. Where a second factor is active, that one counts until then, and \`totp\` has to be a code of it. ${WAITS}`,
      permission: 'account',
      json: TotpBegin,
      answers: { 200: { description: 'The secret, shown this once', body: TotpSecret } },
      errors: ['conflict'],
    }),
    async (c) => {
      await limitHashing(c);
      return c.json(await setUpSecondFactor(serviceContext(c), c.req.valid('json')), 200);
    },
  )
  .post(
    '/totp/confirm',
    endpoint({
      operationId: 'confirmSecondFactor',
      summary: 'Make the second factor active',
      description:
        'Takes a code of the new secret. Ends the other logins of the account; the one of the access token goes on. Where ' +
        `the deployment demanded a second factor, refresh the token to get the account’s rights. ${WAITS}`,
      permission: 'account',
      json: TotpConfirm,
      answers: { 200: { description: 'Ten recovery codes; earlier ones are void', body: RecoveryCodes } },
      errors: ['conflict'],
    }),
    async (c) => c.json(await confirmSecondFactor(serviceContext(c), c.req.valid('json')), 200),
  )
  .post(
    '/totp/disable',
    endpoint({
      operationId: 'disableSecondFactor',
      summary: 'Switch the second factor off',
      description: `Ends the other logins of the account. 400 where the deployment demands one of it. ${WAITS}`,
      permission: 'account',
      json: TotpDisable,
      answers: { 204: { description: 'Done' } },
      errors: ['conflict'],
    }),
    async (c) => {
      await limitHashing(c);
      await disableSecondFactor(serviceContext(c), c.req.valid('json'));
      return c.body(null, 204);
    },
  )
  .delete(
    '/users/:id/totp',
    endpoint({
      operationId: 'deleteSecondFactor',
      summary: 'Take the second factor off an account',
      description:
        'For somebody who has lost phone and recovery codes: see that it is them. Ends the logins of the account. Not of ' +
        'one’s own account (400).',
      permission: 'account:update',
      param: idParam,
      answers: { 204: { description: 'The account has no second factor' } },
      errors: ['not_found'],
    }),
    async (c) => {
      await deleteSecondFactor(serviceContext(c), c.req.valid('param').id);
      return c.body(null, 204);
    },
  );

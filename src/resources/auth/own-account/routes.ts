import { Hono } from 'hono';
import type { AppEnv } from '../../../http/context';
import { setDeviceCookie } from '../../../http/cookies';
import { endpoint } from '../../../http/endpoint';
import { limitHashing } from '../../../http/limits';
import { serviceContext } from '../../../http/service-context';
import { User } from '../accounts/schemas';
import { OwnAccountPatch } from './schemas';
import { updateOwnAccount } from './service';

export const ownAccountRoutes = new Hono<AppEnv>({ strict: false }).patch(
  '/users/me',
  endpoint({
    operationId: 'patchCurrentUser',
    summary: 'Change one’s own name, e-mail or language',
    description:
      'A new e-mail takes `current_password`: a wrong one is 400 and makes further attempts wait as at a login. The logins ' +
      'of the account go on; where the deployment sends mail, both addresses are told. A doctor’s name and e-mail are ' +
      'changed at `/doctor/{id}`.',
    permission: 'profile:update',
    json: OwnAccountPatch,
    answers: { 200: { description: 'The account', body: User } },
    errors: ['conflict'],
  }),
  async (c) => {
    const patch = c.req.valid('json');
    if (patch.email !== undefined) await limitHashing(c);
    const { account, known } = await updateOwnAccount(serviceContext(c), patch);
    if (known) await setDeviceCookie(c, known);
    return c.json(account, 200);
  },
);

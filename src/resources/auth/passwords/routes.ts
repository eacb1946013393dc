import { Hono } from 'hono';
import type { AppEnv } from '../../../http/context';
import { setDeviceCookie } from '../../../http/cookies';
import { endpoint } from '../../../http/endpoint';
import { limitHashing } from '../../../http/limits';
import { serviceContext } from '../../../http/service-context';
import { OwnPassword } from './schemas';
import { setOwnPassword } from './service';

export const passwordRoutes = new Hono<AppEnv>({ strict: false }).put(
  '/users/me/password',
  endpoint({
    operationId: 'setOwnPassword',
    summary: 'Set one’s own password',
    description:
      'Ends the other logins of the account; the one of the access token goes on. A wrong `old_password` is 400 and ' +
      'makes further attempts wait as at a login.',
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
);

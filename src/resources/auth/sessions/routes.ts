import { Hono } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../../../http/context';
import { endpoint } from '../../../http/endpoint';
import { serviceContext } from '../../../http/service-context';
import { idParam } from '../../../schemas/requests';
import { Session } from './schemas';
import { deleteSession, listSessions } from './service';

export const sessionRoutes = new Hono<AppEnv>({ strict: false })
  .get(
    '/sessions',
    endpoint({
      operationId: 'listSessions',
      summary: 'List one’s own logins',
      description: 'Those that go on, the last used ones first, at most 100.',
      permission: 'account',
      answers: { 200: { description: 'Logins', body: z.array(Session) } },
    }),
    async (c) => c.json(await listSessions(serviceContext(c)), 200),
  )
  .delete(
    '/sessions/:id',
    endpoint({
      operationId: 'deleteSession',
      summary: 'End a login of one’s own',
      description: 'Its refresh token is dead at once, its access token when it expires.',
      permission: 'account',
      param: idParam,
      answers: { 204: { description: 'Done' } },
      errors: ['not_found'],
    }),
    async (c) => {
      await deleteSession(serviceContext(c), c.req.valid('param').id);
      return c.body(null, 204);
    },
  );

import { Hono } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../../../http/context';
import { endpoint } from '../../../http/endpoint';
import { serviceContext } from '../../../http/service-context';
import { uuid } from '../../../schemas/fields';
import { idParam } from '../../../schemas/requests';
import { Session, UserSession } from './schemas';
import { deleteSession, listSessions, listUserSessions } from './service';

const AS_LISTED = 'Those that go on, the last used ones first, at most 100.';
const AS_ENDED = 'Its refresh token is dead at once, its access token when it expires.';

export const sessionRoutes = new Hono<AppEnv>({ strict: false })
  .get(
    '/sessions',
    endpoint({
      operationId: 'listSessions',
      summary: 'List one’s own logins',
      description: AS_LISTED,
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
      description: AS_ENDED,
      permission: 'account',
      param: idParam,
      answers: { 204: { description: 'Done' } },
      errors: ['not_found'],
    }),
    async (c) => {
      const ctx = serviceContext(c);
      await deleteSession(ctx, ctx.actor?.id ?? null, c.req.valid('param').id);
      return c.body(null, 204);
    },
  )
  .get(
    '/users/:id/sessions',
    endpoint({
      operationId: 'listUserSessions',
      summary: 'List the logins of an account',
      description: AS_LISTED,
      permission: 'account:read',
      param: idParam,
      answers: { 200: { description: 'Logins', body: z.array(UserSession) } },
      errors: ['not_found'],
    }),
    async (c) => c.json(await listUserSessions(serviceContext(c), c.req.valid('param').id), 200),
  )
  .delete(
    '/users/:id/sessions/:session_id',
    endpoint({
      operationId: 'deleteUserSession',
      summary: 'End a login of an account',
      description: AS_ENDED,
      permission: 'account:update',
      param: idParam.extend({ session_id: uuid }),
      answers: { 204: { description: 'Done' } },
      errors: ['not_found'],
    }),
    async (c) => {
      const { id, session_id } = c.req.valid('param');
      await deleteSession(serviceContext(c), id, session_id);
      return c.body(null, 204);
    },
  );

import { Hono } from 'hono';
import * as z from 'zod';
import { ForbiddenError } from '../../errors';
import { lacking } from '../../http/along';
import { authenticate } from '../../http/authenticate';
import type { AppEnv } from '../../http/context';
import { endpoint } from '../../http/endpoint';
import { setNextLink } from '../../http/lists';
import { serviceContext } from '../../http/service-context';
import { Event } from '../../schemas/event';
import { EventQuery } from './schemas';
import { lackedFor, toldTypes } from './seen';
import { listEvents } from './service';

export const eventRoutes = new Hono<AppEnv>({ strict: false }).get(
  '/',
  endpoint({
    operationId: 'listEvents',
    summary: 'What has changed, oldest first',
    description:
      'Creates, changes, deletes, merges and signatures of records in the last 30 days, in the order in which they were written: ' +
      'what has changed, and names of fields, never their values. `Link; rel="next"` always leads on, by `after`. A page looks at a ' +
      `bounded number of rows, so it may be short or empty and still lead on: all has been read when a page is empty and its \`next\` is where it began. ` +
      'Keep that place, and ask from there later. An event older than 30 days that is still there may be gone on from.',
    permission: 'event:read',
    query: EventQuery,
    answers: {
      200: {
        description: 'Events',
        body: z.array(Event),
        headers: { link: 'rel="next", always: what comes behind this page, also where there is nothing yet' },
      },
    },
    errors: ['trail_gone'],
  }),
  async (c) => {
    const { types: patterns, ...page } = c.req.valid('query');
    const actor = await authenticate(c);
    const lacked = lackedFor(actor, patterns);
    if (lacked.length > 0) throw lacking(lacked);
    const types = toldTypes(actor, patterns);
    if (types.length === 0) throw new ForbiddenError('The scope of the token covers no event', 'insufficient_scope');
    const { events, next } = await listEvents(serviceContext(c), { ...page, types });
    setNextLink(c, { after: next });
    return c.json(events, 200);
  },
);

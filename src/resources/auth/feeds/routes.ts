import { Hono } from 'hono';
import * as z from 'zod';
import { createAnswers } from '../../../http/answers';
import type { AppEnv } from '../../../http/context';
import { idempotencyOf } from '../../../http/created';
import { endpoint } from '../../../http/endpoint';
import { idempotencyHeader } from '../../../http/headers';
import { serviceContext } from '../../../http/service-context';
import { DeletedMessage } from '../../../schemas/messages';
import { idParam } from '../../../schemas/requests';
import { Feed, FeedInput, FeedWithUrl } from './schemas';
import { createFeed, deleteFeed, listFeeds } from './service';

export const feedRoutes = new Hono<AppEnv>({ strict: false })
  .post(
    '/feeds',
    endpoint({
      operationId: 'createFeed',
      summary: 'Make an address by which a calendar program reads when a doctor, or a department, is busy',
      description:
        'Whoever has the address reads it, without a token: it is answered once, and only its hash is stored. It ends when it is ' +
        'deleted, and while its account is disabled, deleted, or of a role without `feed:read`. An account has 20 at most: the next is 400 `too_many`.',
      permission: 'feed:create',
      header: idempotencyHeader,
      json: FeedInput,
      answers: createAnswers(FeedWithUrl, 'Made', {}),
      errors: ['not_found', 'conflict'],
    }),
    async (c) => {
      const idempotency = await idempotencyOf(c, c.req.valid('header'));
      return c.json(await createFeed(serviceContext(c), c.req.valid('json'), idempotency), 201);
    },
  )
  .get(
    '/feeds',
    endpoint({
      operationId: 'listFeeds',
      summary: 'List one’s own calendar feeds, newest first',
      description: 'Without their addresses, which nobody can be told again.',
      permission: 'feed:read',
      answers: { 200: { description: 'Feeds', body: z.array(Feed) } },
    }),
    async (c) => c.json(await listFeeds(serviceContext(c)), 200),
  )
  .delete(
    '/feeds/:id',
    endpoint({
      operationId: 'deleteFeed',
      summary: 'End a calendar feed of one’s own',
      description: 'From then on its address is 404.',
      permission: 'feed:delete',
      param: idParam,
      answers: { 200: { description: 'Deleted', body: DeletedMessage } },
      errors: ['not_found'],
    }),
    async (c) => {
      await deleteFeed(serviceContext(c), c.req.valid('param').id);
      return c.json({ message: 'Feed deleted successfully' }, 200);
    },
  );

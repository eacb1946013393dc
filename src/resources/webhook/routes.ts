import { Hono } from 'hono';
import * as z from 'zod';
import { createAnswers, updateAnswers } from '../../http/answers';
import { type AppEnv, ownHosts } from '../../http/context';
import { idempotencyOf, setCreated } from '../../http/created';
import { endpoint } from '../../http/endpoint';
import { idempotencyHeader, ifMatchHeader } from '../../http/headers';
import { setNextPage } from '../../http/lists';
import { serviceContext } from '../../http/service-context';
import { answerRecord, readOf, setETag, targetOf } from '../../http/versions';
import { keysetQuery } from '../../schemas/listing';
import { DeletedMessage } from '../../schemas/messages';
import { idParam } from '../../schemas/requests';
import { CHANGES_WHAT_IT_NAMES } from '../../schemas/update';
import { WEBHOOKS_MAX } from '../../webhooks/limits';
import { listDeliveries } from './list';
import {
  DeliveriesQuery,
  Renewal,
  Resend,
  Webhook,
  WebhookDelivery,
  WebhookInput,
  WebhookPatch,
  WebhookTest,
  WebhookWithSecret,
} from './schemas';
import { resendEvents, testWebhook } from './sending';
import { createWebhook, deleteWebhook, getWebhook, listWebhooks, renewSecret, updateWebhook } from './service';

export const webhookRoutes = new Hono<AppEnv>({ strict: false })
  .post(
    '/',
    endpoint({
      operationId: 'createWebhook',
      summary: 'Register an address to which events are sent',
      description:
        'Each event of these types from now on, signed as Standard Webhooks has it, at least once and in no order, until the ' +
        'receiver answers 2xx: after 5 s, 5 and 30 min, 2, 5, 10, 14, 20 and 24 h. The secret is answered once. There are ' +
        `${WEBHOOKS_MAX} webhooks at most: the next is 400 \`too_many\`.`,
      permission: 'webhook:create',
      header: idempotencyHeader,
      json: WebhookInput,
      answers: createAnswers(WebhookWithSecret),
      errors: ['conflict'],
    }),
    async (c) => {
      const idempotency = await idempotencyOf(c, c.req.valid('header'));
      const ctx = serviceContext(c);
      const { record, version } = await createWebhook(ctx, c.req.valid('json'), ownHosts(c), idempotency);
      setCreated(c, record.id, version);
      return c.json(record, 201);
    },
  )
  .get(
    '/',
    endpoint({
      operationId: 'listWebhooks',
      summary: 'List webhooks, newest first',
      description: 'Those that are disabled, too.',
      permission: 'webhook:read',
      query: z.object({ limit: keysetQuery.shape.limit, cursor: keysetQuery.shape.cursor }),
      answers: {
        200: { description: 'Webhooks', body: z.array(Webhook), headers: { link: 'rel="next" while there is more' } },
      },
    }),
    async (c) => {
      const { rows, next } = await listWebhooks(serviceContext(c), c.req.valid('query'));
      setNextPage(c, { next });
      return c.json(rows, 200);
    },
  )
  .get(
    '/:id',
    endpoint({
      operationId: 'getWebhook',
      summary: 'Webhook by id',
      permission: 'webhook:read',
      param: idParam,
      ...readOf('The webhook', Webhook),
      errors: ['not_found'],
    }),
    async (c) => {
      const found = await getWebhook(serviceContext(c), c.req.valid('param').id);
      // They change without a new version.
      const { failing_since, former_secret_until, behind } = found.record;
      return answerRecord(c, found, [failing_since, former_secret_until, behind]);
    },
  )
  .patch(
    '/:id',
    endpoint({
      operationId: 'patchWebhook',
      summary: 'Change, disable or enable a webhook',
      description:
        `${CHANGES_WHAT_IT_NAMES} \`disabled: false\` enables it again, also where the service had disabled it: what waited is ` +
        'sent, and what happens from now on. What happened in between is sent by `POST /webhooks/{id}/resend`.',
      permission: 'webhook:update',
      param: idParam,
      header: ifMatchHeader,
      json: WebhookPatch,
      stored: getWebhook,
      answers: updateAnswers(Webhook),
      errors: ['not_found', 'outdated'],
    }),
    async (c) => {
      const target = targetOf(c.req.valid('param').id, c.req.valid('header'));
      const { record, version } = await updateWebhook(serviceContext(c), target, c.req.valid('json'), ownHosts(c));
      setETag(c, version);
      return c.json(record, 200);
    },
  )
  .delete(
    '/:id',
    endpoint({
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook',
      description: 'Nothing more is sent to it, also of what waited, and its secret is gone.',
      permission: 'webhook:delete',
      param: idParam,
      header: ifMatchHeader,
      answers: { 200: { description: 'Deleted', body: DeletedMessage } },
      errors: ['not_found', 'outdated'],
    }),
    async (c) => {
      await deleteWebhook(serviceContext(c), targetOf(c.req.valid('param').id, c.req.valid('header')));
      return c.json({ message: 'Webhook deleted successfully' }, 200);
    },
  )
  .post(
    '/:id/secret',
    endpoint({
      operationId: 'renewWebhookSecret',
      summary: 'Give a webhook another secret',
      description:
        'For another 24 hours the former one signs, too, beside the new one, and the one before that no longer. With ' +
        '`revoke_old` the new one signs alone at once.',
      permission: 'webhook:update',
      param: idParam,
      header: idempotencyHeader,
      json: Renewal,
      jsonIfNone: {},
      answers: updateAnswers(WebhookWithSecret, 'The webhook and its secret'),
      errors: ['not_found', 'conflict'],
    }),
    async (c) => {
      const idempotency = await idempotencyOf(c, c.req.valid('header'));
      const { id } = c.req.valid('param');
      const { record, version } = await renewSecret(serviceContext(c), id, c.req.valid('json'), idempotency);
      setETag(c, version);
      return c.json(record, 200);
    },
  )
  .post(
    '/:id/test',
    endpoint({
      operationId: 'testWebhook',
      summary: 'Send a test to a webhook',
      description:
        'An event of the type `webhook.test` is sent at once, signed as others are, also where the webhook is disabled. It is in ' +
        'no trail and in no list of deliveries, and is not sent again.',
      permission: 'webhook:update',
      param: idParam,
      answers: { 200: { description: 'What came of it', body: WebhookTest } },
      errors: ['not_found'],
    }),
    async (c) => c.json(await testWebhook(serviceContext(c), c.req.valid('param').id), 200),
  )
  .get(
    '/:id/deliveries',
    endpoint({
      operationId: 'listWebhookDeliveries',
      summary: 'List what was sent to a webhook, or waits for that',
      description:
        'The newest event first, of the last 30 days. A page of one `state` may have few rows, or none, and lead on.',
      permission: 'webhook:read',
      param: idParam,
      query: DeliveriesQuery,
      answers: {
        200: {
          description: 'Deliveries',
          body: z.array(WebhookDelivery),
          headers: { link: 'rel="next" while there is more' },
        },
      },
      errors: ['not_found'],
    }),
    async (c) => {
      const { rows, next } = await listDeliveries(serviceContext(c), c.req.valid('param').id, c.req.valid('query'));
      setNextPage(c, { next });
      return c.json(rows, 200);
    },
  )
  .post(
    '/:id/resend',
    endpoint({
      operationId: 'resendEvents',
      summary: 'Send events again',
      description:
        'What came `after` an event, or `from` it on, of the webhook’s types and the last 30 days at most: also what happened before it was made or while it was disabled, ' +
        'and what was given up. What was delivered comes again under the same `webhook-id`. 409 `disabled` for one that is ' +
        'disabled.',
      permission: 'webhook:update',
      param: idParam,
      json: Resend,
      answers: updateAnswers(Webhook, 'The webhook, which is `behind` by what is looked at again'),
      errors: ['not_found', 'conflict', 'trail_gone'],
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      const { record, version } = await resendEvents(serviceContext(c), id, c.req.valid('json'));
      setETag(c, version);
      return c.json(record, 200);
    },
  );

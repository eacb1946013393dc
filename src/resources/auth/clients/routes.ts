import { Hono } from 'hono';
import * as z from 'zod';
import { createAnswers, updateAnswers } from '../../../http/answers';
import type { AppEnv } from '../../../http/context';
import { idempotencyOf, setCreated } from '../../../http/created';
import { endpoint } from '../../../http/endpoint';
import { idempotencyHeader, ifMatchHeader } from '../../../http/headers';
import { setNextPage } from '../../../http/lists';
import { serviceContext } from '../../../http/service-context';
import { answerRecord, readOf, setETag, targetOf } from '../../../http/versions';
import { keysetQuery } from '../../../schemas/listing';
import { DeletedMessage } from '../../../schemas/messages';
import { idParam } from '../../../schemas/requests';
import { CHANGES_WHAT_IT_NAMES } from '../../../schemas/update';
import { Client, ClientInput, ClientPatch, ClientWithSecret, Renewal } from './schemas';
import { createClient, deleteClient, getClient, listClients, renewSecret, updateClient } from './service';

export const clientRoutes = new Hono<AppEnv>({ strict: false })
  .post(
    '/clients',
    endpoint({
      operationId: 'createClient',
      summary: 'Register a program that logs in by its own right',
      description:
        'It gets tokens by `POST /auth/token`, with a secret or with assertions that it signs (SMART Backend Services): exactly one ' +
        'of `secret: true` and `jwks` is sent. The secret is answered once, and only its hash is stored.',
      permission: 'client:create',
      header: idempotencyHeader,
      json: ClientInput,
      answers: createAnswers(ClientWithSecret),
      errors: ['conflict'],
    }),
    async (c) => {
      const idempotency = await idempotencyOf(c, c.req.valid('header'));
      const { record, version } = await createClient(serviceContext(c), c.req.valid('json'), idempotency);
      setCreated(c, record.client_id, version);
      return c.json(record, 201);
    },
  )
  .get(
    '/clients',
    endpoint({
      operationId: 'listClients',
      summary: 'List programs, newest first',
      description: 'Those that have ended, too: they are there until they are deleted.',
      permission: 'client:read',
      query: z.object({ limit: keysetQuery.shape.limit, cursor: keysetQuery.shape.cursor }),
      answers: {
        200: { description: 'Clients', body: z.array(Client), headers: { link: 'rel="next" while there is more' } },
      },
    }),
    async (c) => {
      const { rows, next } = await listClients(serviceContext(c), c.req.valid('query'));
      setNextPage(c, { next });
      return c.json(rows, 200);
    },
  )
  .get(
    '/clients/:id',
    endpoint({
      operationId: 'getClient',
      summary: 'Program by id',
      permission: 'client:read',
      param: idParam,
      ...readOf('The client', Client),
      errors: ['not_found'],
    }),
    async (c) => {
      const found = await getClient(serviceContext(c), c.req.valid('param').id);
      // They change without a new version.
      const { last_used_at, former_secret_until } = found.record;
      return answerRecord(c, found, [last_used_at, former_secret_until]);
    },
  )
  .patch(
    '/clients/:id',
    endpoint({
      operationId: 'patchClient',
      summary: 'Change a program',
      description:
        `${CHANGES_WHAT_IT_NAMES} Another scope, end or list of keys revokes all its tokens; a client that has ended goes on ` +
        'with a later end. 409 for keys of a client that has a secret.',
      permission: 'client:update',
      param: idParam,
      header: ifMatchHeader,
      json: ClientPatch,
      stored: getClient,
      answers: updateAnswers(Client),
      errors: ['not_found', 'conflict', 'outdated'],
    }),
    async (c) => {
      const target = targetOf(c.req.valid('param').id, c.req.valid('header'));
      const { record, version } = await updateClient(serviceContext(c), target, c.req.valid('json'));
      setETag(c, version);
      return c.json(record, 200);
    },
  )
  .delete(
    '/clients/:id',
    endpoint({
      operationId: 'deleteClient',
      summary: 'Delete a program',
      description: 'Its secrets and tokens end with it. The trail goes on to name it.',
      permission: 'client:delete',
      param: idParam,
      header: ifMatchHeader,
      answers: { 200: { description: 'Deleted', body: DeletedMessage } },
      errors: ['not_found', 'outdated'],
    }),
    async (c) => {
      await deleteClient(serviceContext(c), targetOf(c.req.valid('param').id, c.req.valid('header')));
      return c.json({ message: 'Client deleted successfully' }, 200);
    },
  )
  .post(
    '/clients/:id/secret',
    endpoint({
      operationId: 'renewClientSecret',
      summary: 'Give a program another secret',
      description:
        'The former one works for another 24 hours, and the one before that no longer. With `revoke_old` the former one ends at ' +
        'once, with all tokens. 409 for a client that signs assertions.',
      permission: 'client:update',
      param: idParam,
      header: idempotencyHeader,
      json: Renewal,
      jsonIfNone: {},
      answers: updateAnswers(ClientWithSecret, 'The client and its secret'),
      errors: ['not_found', 'conflict'],
    }),
    async (c) => {
      const idempotency = await idempotencyOf(c, c.req.valid('header'));
      const { id } = c.req.valid('param');
      const { record, version } = await renewSecret(serviceContext(c), id, c.req.valid('json'), idempotency);
      setETag(c, version);
      return c.json(record, 200);
    },
  );

import { Hono } from 'hono';
import { createAnswers } from '../../http/answers';
import type { AppEnv } from '../../http/context';
import { idempotencyOf } from '../../http/created';
import { endpoint } from '../../http/endpoint';
import { idempotencyHeader } from '../../http/headers';
import { serviceContext } from '../../http/service-context';
import { DeletedMessage } from '../../schemas/messages';
import { idParam } from '../../schemas/requests';
import { Hold, HoldInput } from './schemas';
import { createHold, deleteHold } from './service';

export const holdRoutes = new Hono<AppEnv>({ strict: false })
  .post(
    '/holds',
    endpoint({
      operationId: 'createHold',
      summary: 'Hold a free time while somebody fills a form',
      description:
        'For up to 15 minutes nobody else books it: `POST /appointment/` with its id as `hold_id` makes the visit of it, and ' +
        '`DELETE` gives it back. Whatever `DOUBLE_BOOKING` says, the time must be free (409 `overlap`, `closed`, `held`), and so must ' +
        'a room, where the type needs one (`no_resource`), which is held with it. What a program holds must be offered, too (409 ' +
        '`not_offered`). An account has three holds at most, a program 50, of which three are for the same `on_behalf_of`: ' +
        'the next is 429 until one has ended. It is of the account alone, and in no list.',
      permission: 'appointment:create',
      header: idempotencyHeader,
      json: HoldInput,
      answers: createAnswers(Hold, 'Held', {}),
      errors: ['not_found', 'conflict', 'throttled'],
    }),
    async (c) => {
      const idempotency = await idempotencyOf(c, c.req.valid('header'));
      return c.json(await createHold(serviceContext(c), c.req.valid('json'), idempotency), 201);
    },
  )
  .delete(
    '/holds/:id',
    endpoint({
      operationId: 'deleteHold',
      summary: 'Give a held time back',
      description: 'At once anybody may book it. One that has ended, or is of another account, is 404.',
      permission: 'appointment:create',
      param: idParam,
      answers: { 200: { description: 'Given back', body: DeletedMessage } },
      errors: ['not_found'],
    }),
    async (c) => {
      await deleteHold(serviceContext(c), c.req.valid('param').id);
      return c.json({ message: 'Hold deleted successfully' }, 200);
    },
  );

import { Hono } from 'hono';
import * as z from 'zod';
import { answerJson, shownAnswers, shownCreateAnswers } from '../../http/answers';
import type { AppContext, AppEnv } from '../../http/context';
import { idempotencyOf, setCreated } from '../../http/created';
import { endpoint } from '../../http/endpoint';
import { type IfMatchHeader, idempotencyHeader, ifMatchHeader } from '../../http/headers';
import { setNextPage } from '../../http/lists';
import { serviceContext } from '../../http/service-context';
import { answerRecord, readOf, setETag, targetOf } from '../../http/versions';
import { keysetHeaders } from '../../schemas/listing';
import { DeletedMessage } from '../../schemas/messages';
import { idParam } from '../../schemas/requests';
import { CHANGES_WHAT_IT_NAMES, KEEPS_WHAT_IS_LEFT_OUT } from '../../schemas/update';
import {
  CalendarResource,
  CalendarResourceInput,
  CalendarResourcePatch,
  CalendarResourcesQuery,
  CalendarResourceUpdate,
} from './schemas';
import {
  createCalendarResource,
  deleteCalendarResource,
  getCalendarResource,
  listCalendarResources,
  updateCalendarResource,
} from './service';

const STAYS = 'Appointments that have it keep it.';

const updating = {
  permission: 'resource:update',
  param: idParam,
  header: ifMatchHeader,
  answers: shownAnswers(CalendarResource),
  errors: ['not_found', 'conflict', 'outdated'],
} as const;

async function answerUpdate(c: AppContext, id: string, header: IfMatchHeader, input: CalendarResourcePatch) {
  const { record, version } = await updateCalendarResource(serviceContext(c), targetOf(id, header), input);
  setETag(c, version);
  return answerJson(c, record);
}

export const calendarResourceRoutes = new Hono<AppEnv>({ strict: false })
  .post(
    '/',
    endpoint({
      operationId: 'createCalendarResource',
      summary: 'Create a room or a piece of equipment',
      description: 'One appointment at a time takes it. There are 500 at most: the next is 400 `too_many`.',
      permission: 'resource:create',
      header: idempotencyHeader,
      json: CalendarResourceInput,
      answers: shownCreateAnswers(CalendarResource),
      errors: ['not_found', 'conflict'],
    }),
    async (c) => {
      const idempotency = await idempotencyOf(c, c.req.valid('header'));
      const { record, version } = await createCalendarResource(serviceContext(c), c.req.valid('json'), idempotency);
      setCreated(c, record.id, version);
      return answerJson(c, record, 201);
    },
  )
  .get(
    '/',
    endpoint({
      operationId: 'listCalendarResources',
      summary: 'List rooms and equipment, newest first',
      permission: 'resource:read',
      query: CalendarResourcesQuery,
      answers: {
        200: { description: 'Rooms and equipment', body: z.array(CalendarResource), headers: keysetHeaders },
      },
    }),
    async (c) => {
      const { rows, next } = await listCalendarResources(serviceContext(c), c.req.valid('query'));
      setNextPage(c, { next });
      return c.json(rows, 200);
    },
  )
  .get(
    '/:id',
    endpoint({
      operationId: 'getCalendarResource',
      summary: 'Calendar resource by id',
      permission: 'resource:read',
      param: idParam,
      ...readOf('The room, or equipment', CalendarResource),
      errors: ['not_found'],
    }),
    async (c) => answerRecord(c, await getCalendarResource(serviceContext(c), c.req.valid('param').id)),
  )
  .put(
    '/:id',
    endpoint({
      operationId: 'updateCalendarResource',
      summary: 'Update a room or a piece of equipment',
      description: `${KEEPS_WHAT_IS_LEFT_OUT} ${STAYS}`,
      json: CalendarResourceUpdate,
      ...updating,
    }),
    (c) => answerUpdate(c, c.req.valid('param').id, c.req.valid('header'), c.req.valid('json')),
  )
  .patch(
    '/:id',
    endpoint({
      operationId: 'patchCalendarResource',
      summary: 'Change some fields of a room or a piece of equipment',
      description: `${CHANGES_WHAT_IT_NAMES} ${STAYS}`,
      json: CalendarResourcePatch,
      ...updating,
    }),
    (c) => answerUpdate(c, c.req.valid('param').id, c.req.valid('header'), c.req.valid('json')),
  )
  .delete(
    '/:id',
    endpoint({
      operationId: 'deleteCalendarResource',
      summary: 'Delete a room or a piece of equipment',
      description:
        'Past appointments keep its id. 400 `in_use` while an appointment to come takes it that holds its time, unless the patient ' +
        'is deleted, or somebody holds it.',
      permission: 'resource:delete',
      param: idParam,
      header: ifMatchHeader,
      answers: { 200: { description: 'Deleted', body: DeletedMessage } },
      errors: ['not_found', 'outdated'],
    }),
    async (c) => {
      await deleteCalendarResource(serviceContext(c), targetOf(c.req.valid('param').id, c.req.valid('header')));
      return c.json({ message: 'Calendar resource deleted successfully' }, 200);
    },
  );

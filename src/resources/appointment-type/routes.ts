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
  AppointmentType,
  AppointmentTypeInput,
  AppointmentTypePatch,
  AppointmentTypesQuery,
  AppointmentTypeUpdate,
} from './schemas';
import {
  createAppointmentType,
  deleteAppointmentType,
  getAppointmentType,
  listAppointmentTypes,
  updateAppointmentType,
} from './service';

const STAYS =
  'Appointments that are there stay as they are. `{"retired": true}` retires the type: it is offered no more.';

const updating = {
  permission: 'hours:update',
  param: idParam,
  header: ifMatchHeader,
  answers: shownAnswers(AppointmentType),
  errors: ['not_found', 'conflict', 'outdated'],
} as const;

async function answerUpdate(c: AppContext, id: string, header: IfMatchHeader, input: AppointmentTypePatch) {
  const { record, version } = await updateAppointmentType(serviceContext(c), targetOf(id, header), input);
  setETag(c, version);
  return answerJson(c, record);
}

export const appointmentTypeRoutes = new Hono<AppEnv>({ strict: false })
  .post(
    '/',
    endpoint({
      operationId: 'createAppointmentType',
      summary: 'Create an appointment type',
      description:
        '404 names every department, doctor and catalog item that does not exist. There are 500 at most, with retired ones: the ' +
        'next is 400 `too_many`.',
      permission: 'hours:update',
      header: idempotencyHeader,
      json: AppointmentTypeInput,
      answers: shownCreateAnswers(AppointmentType),
      errors: ['not_found', 'conflict'],
    }),
    async (c) => {
      const idempotency = await idempotencyOf(c, c.req.valid('header'));
      const { record, version } = await createAppointmentType(serviceContext(c), c.req.valid('json'), idempotency);
      setCreated(c, record.id, version);
      return answerJson(c, record, 201);
    },
  )
  .get(
    '/',
    endpoint({
      operationId: 'listAppointmentTypes',
      summary: 'List appointment types, newest first',
      permission: 'hours:read',
      query: AppointmentTypesQuery,
      answers: {
        200: { description: 'Appointment types', body: z.array(AppointmentType), headers: keysetHeaders },
      },
    }),
    async (c) => {
      const { rows, next } = await listAppointmentTypes(serviceContext(c), c.req.valid('query'));
      setNextPage(c, { next });
      return c.json(rows, 200);
    },
  )
  .get(
    '/:id',
    endpoint({
      operationId: 'getAppointmentType',
      summary: 'Appointment type by id',
      permission: 'hours:read',
      param: idParam,
      ...readOf('The type', AppointmentType),
      errors: ['not_found'],
    }),
    async (c) => answerRecord(c, await getAppointmentType(serviceContext(c), c.req.valid('param').id)),
  )
  .put(
    '/:id',
    endpoint({
      operationId: 'updateAppointmentType',
      summary: 'Update an appointment type',
      description: `${KEEPS_WHAT_IS_LEFT_OUT} ${STAYS}`,
      json: AppointmentTypeUpdate,
      ...updating,
    }),
    (c) => answerUpdate(c, c.req.valid('param').id, c.req.valid('header'), c.req.valid('json')),
  )
  .patch(
    '/:id',
    endpoint({
      operationId: 'patchAppointmentType',
      summary: 'Change some fields of an appointment type',
      description: `${CHANGES_WHAT_IT_NAMES} ${STAYS}`,
      json: AppointmentTypePatch,
      ...updating,
    }),
    (c) => answerUpdate(c, c.req.valid('param').id, c.req.valid('header'), c.req.valid('json')),
  )
  .delete(
    '/:id',
    endpoint({
      operationId: 'deleteAppointmentType',
      summary: 'Delete an appointment type',
      description:
        '400 `in_use` while an appointment has it, past ones included, unless the patient is deleted, or somebody holds a time for ' +
        'it: retire it instead.',
      permission: 'hours:update',
      param: idParam,
      header: ifMatchHeader,
      answers: { 200: { description: 'Deleted', body: DeletedMessage } },
      errors: ['not_found', 'outdated'],
    }),
    async (c) => {
      await deleteAppointmentType(serviceContext(c), targetOf(c.req.valid('param').id, c.req.valid('header')));
      return c.json({ message: 'Appointment type deleted successfully' }, 200);
    },
  );

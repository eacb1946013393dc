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
import { uuid } from '../../schemas/fields';
import { boundedSearch, keysetHeaders, keysetQuery } from '../../schemas/listing';
import { DeletedMessage } from '../../schemas/messages';
import { CHANGES_WHAT_IT_NAMES, KEEPS_WHAT_IS_LEFT_OUT } from '../../schemas/update';
import { Department, DepartmentInput, DepartmentPatch, DepartmentUpdate } from './schemas';
import { createDepartment, deleteDepartment, getDepartment, listDepartments, updateDepartment } from './service';

/** The interface calls the id `item_id`, and generated clients show that name. */
const param = z.object({ item_id: uuid });

const updating = {
  permission: 'department:update',
  param,
  header: ifMatchHeader,
  answers: shownAnswers(Department),
  errors: ['not_found', 'conflict', 'outdated'],
} as const;

async function answerUpdate(c: AppContext, id: string, header: IfMatchHeader, input: DepartmentPatch) {
  const { record, version } = await updateDepartment(serviceContext(c), targetOf(id, header), input);
  setETag(c, version);
  return answerJson(c, record);
}

export const departmentRoutes = new Hono<AppEnv>({ strict: false })
  .post(
    '/',
    endpoint({
      operationId: 'createDepartment',
      summary: 'Create a department',
      description: 'The code must be unique without regard to case: 400 otherwise.',
      permission: 'department:create',
      header: idempotencyHeader,
      json: DepartmentInput,
      answers: shownCreateAnswers(Department),
      errors: ['conflict'],
    }),
    async (c) => {
      const idempotency = await idempotencyOf(c, c.req.valid('header'));
      const { record, version } = await createDepartment(serviceContext(c), c.req.valid('json'), idempotency);
      setCreated(c, record.id, version);
      return answerJson(c, record, 201);
    },
  )
  .get(
    '/',
    endpoint({
      operationId: 'listDepartments',
      summary: 'List departments, newest first',
      description: 'Search looks at name and code.',
      permission: 'department:read',
      query: boundedSearch(keysetQuery),
      answers: {
        200: { description: 'Departments', body: z.array(Department), headers: keysetHeaders },
      },
    }),
    async (c) => {
      const { rows, ...page } = await listDepartments(serviceContext(c), c.req.valid('query'));
      setNextPage(c, page);
      return c.json(rows, 200);
    },
  )
  .get(
    '/:item_id',
    endpoint({
      operationId: 'getDepartment',
      summary: 'Department by id',
      permission: 'department:read',
      param,
      ...readOf('The department', Department),
      errors: ['not_found'],
    }),
    async (c) => answerRecord(c, await getDepartment(serviceContext(c), c.req.valid('param').item_id)),
  )
  .put(
    '/:item_id',
    endpoint({
      operationId: 'updateDepartment',
      summary: 'Update a department',
      description: `${KEEPS_WHAT_IS_LEFT_OUT} The code must be unique as in a create.`,
      json: DepartmentUpdate,
      ...updating,
    }),
    (c) => answerUpdate(c, c.req.valid('param').item_id, c.req.valid('header'), c.req.valid('json')),
  )
  .patch(
    '/:item_id',
    endpoint({
      operationId: 'patchDepartment',
      summary: 'Change some fields of a department',
      description: CHANGES_WHAT_IT_NAMES,
      json: DepartmentPatch,
      ...updating,
    }),
    (c) => answerUpdate(c, c.req.valid('param').item_id, c.req.valid('header'), c.req.valid('json')),
  )
  .delete(
    '/:item_id',
    endpoint({
      operationId: 'deleteDepartment',
      summary: 'Delete a department',
      description:
        'Hides it and its files from every read; past appointments stay, and its code is free again. 400 while working ' +
        'hours name it or it has an appointment to come that holds its time, unless the patient is deleted.',
      permission: 'department:delete',
      param,
      header: ifMatchHeader,
      answers: { 200: { description: 'Deleted', body: DeletedMessage } },
      errors: ['not_found', 'outdated'],
    }),
    async (c) => {
      await deleteDepartment(serviceContext(c), targetOf(c.req.valid('param').item_id, c.req.valid('header')));
      return c.json({ message: 'Department deleted successfully' }, 200);
    },
  );

import { Hono } from 'hono';
import * as z from 'zod';
import { type AppEnv, serviceContext } from '../../http/context';
import { endpoint } from '../../http/endpoint';
import { idempotencyHeader } from '../../http/headers';
import { idempotencyOf, setCreated, setPage } from '../../http/representation';
import { uuid } from '../../schemas/fields';
import { keysetHeaders, keysetQuery } from '../../schemas/listing';
import { Department, DepartmentInput } from './schemas';
import { createDepartment, getDepartment, listDepartments } from './service';

export const departmentRoutes = new Hono<AppEnv>({ strict: false })
  .post(
    '/',
    endpoint({
      summary: 'Create a department',
      description: 'The code must be unique without regard to case: 400 otherwise.',
      permission: 'department:create',
      header: idempotencyHeader,
      json: DepartmentInput,
      answers: {
        201: { description: 'Created', body: Department, headers: { location: 'Its address', etag: 'Its version' } },
      },
      errors: ['conflict'],
    }),
    async (c) => {
      const idempotency = await idempotencyOf(c, c.req.valid('header'));
      const department = await createDepartment(serviceContext(c), c.req.valid('json'), idempotency);
      setCreated(c, department.id);
      return c.json(department, 201);
    },
  )
  .get(
    '/',
    endpoint({
      summary: 'List departments, newest first',
      description: 'Search looks at name and code.',
      permission: 'department:read',
      query: keysetQuery,
      answers: {
        200: {
          description: 'Departments',
          body: z.array(Department),
          headers: keysetHeaders,
        },
      },
    }),
    async (c) => {
      const { rows, ...page } = await listDepartments(serviceContext(c), c.req.valid('query'));
      setPage(c, page);
      return c.json(rows, 200);
    },
  )
  .get(
    '/:item_id',
    endpoint({
      summary: 'Department by id',
      permission: 'department:read',
      param: z.object({ item_id: uuid }),
      answers: { 200: { description: 'The department', body: Department } },
      errors: ['not_found'],
    }),
    async (c) => c.json(await getDepartment(serviceContext(c), c.req.valid('param').item_id), 200),
  );

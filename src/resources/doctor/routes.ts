import { Hono } from 'hono';
import * as z from 'zod';
import type { ServiceContext } from '../../context';
import { applyPreference, createAnswers, updateAnswers } from '../../http/answers';
import type { AppContext, AppEnv } from '../../http/context';
import { idempotencyOf, setCreated } from '../../http/created';
import { answerCsv, csvHeaders, wantsCsv } from '../../http/csv';
import { endpoint } from '../../http/endpoint';
import { createHeader, ifMatchHeader, type WriteHeader, writeHeader } from '../../http/headers';
import { limitHashing } from '../../http/limits';
import { setApproximate, setNextPage } from '../../http/lists';
import { serviceContext } from '../../http/service-context';
import { answerRecord, readOf, setETag, targetOf } from '../../http/versions';
import { peopleHeaders } from '../../schemas/listing';
import { DeletedMessage, UPDATED_AS_PREFERRED, UpdatedMessage } from '../../schemas/messages';
import { idParam, type ReadKey, regNumberParam, type View, viewQuery } from '../../schemas/requests';
import { CHANGES_WHAT_IT_NAMES, KEEPS_WHAT_IS_LEFT_OUT } from '../../schemas/update';
import { DOCTOR_COLUMNS } from './columns';
import {
  Doctor,
  DoctorByRegNumber,
  DoctorInput,
  DoctorList,
  DoctorPatch,
  DoctorQuery,
  DoctorUpdate,
  ReducedDoctor,
} from './schemas';
import { createDoctor, deleteDoctor, getDoctor, listDoctors, updateDoctor } from './service';

async function answerRead(c: AppContext, key: ReadKey, value: string, view: View) {
  const read = await getDoctor(serviceContext(c), key, value, view);
  return answerRecord(c, read, [read.record.user, read.record.files]);
}

const updating = {
  permission: 'doctor:update',
  param: idParam,
  header: writeHeader,
  answers: updateAnswers(z.union([Doctor, UpdatedMessage]), UPDATED_AS_PREFERRED),
  errors: ['not_found', 'conflict', 'outdated'],
  stored: (ctx: ServiceContext, id: string) => getDoctor(ctx, 'id', id, 'full'),
} as const;

async function answerUpdate(c: AppContext, id: string, header: WriteHeader, input: DoctorPatch) {
  if (input.user?.password !== undefined) await limitHashing(c);
  const { record, version } = await updateDoctor(serviceContext(c), targetOf(id, header), input);
  setETag(c, version);
  const message = { id, reg_number: record.reg_number, message: 'Doctor updated successfully' };
  return c.json(applyPreference(c, header) === 'full' ? record : message, 200);
}

export const doctorRoutes = new Hono<AppEnv>({ strict: false })
  .post(
    '/',
    endpoint({
      operationId: 'createDoctor',
      summary: 'Create a doctor and the account it logs in with',
      description:
        'Unique: license_number, user.email and user.username (400 says which in `field`). Only an admin creates an admin.',
      permission: 'doctor:create',
      header: createHeader,
      json: DoctorInput,
      answers: createAnswers(Doctor),
      errors: ['conflict'],
    }),
    async (c) => {
      const header = c.req.valid('header');
      await limitHashing(c);
      const idempotency = await idempotencyOf(c, header);
      const { record, version } = await createDoctor(serviceContext(c), c.req.valid('json'), idempotency);
      applyPreference(c, header);
      setCreated(c, record.id, version);
      return c.json(record, 201);
    },
  )
  .get(
    '/',
    endpoint({
      operationId: 'listDoctors',
      summary: 'List doctors, newest first',
      description:
        'Search looks at names, license_number, alt_phone_number and reg_number, not at the fields of the account. ' +
        '`user_id` finds the doctor of an account, as a doctor who has logged in its own record.',
      permission: 'doctor:read',
      query: DoctorQuery,
      answers: {
        200: {
          description: 'Reduced doctors; full ones with view=full',
          body: DoctorList,
          csv: true,
          headers: { ...peopleHeaders, ...csvHeaders },
        },
      },
    }),
    async (c) => {
      const query = c.req.valid('query');
      const { rows, approximate, ...page } = await listDoctors(serviceContext(c), query);
      setApproximate(c, approximate);
      setNextPage(c, page);
      if (!wantsCsv(c, query)) return c.json(rows, 200);
      return answerCsv(c, query, rows, { name: 'doctors', columns: DOCTOR_COLUMNS[query.view], rows });
    },
  )
  .get(
    '/reg_number/:reg_number',
    endpoint({
      operationId: 'getDoctorByRegNumber',
      summary: 'Doctor by registration number',
      permission: 'doctor:read',
      param: regNumberParam,
      query: viewQuery,
      ...readOf('The doctor', z.union([Doctor, DoctorByRegNumber])),
      errors: ['not_found'],
    }),
    (c) => answerRead(c, 'reg_number', c.req.valid('param').reg_number, c.req.valid('query').view),
  )
  .get(
    '/:id',
    endpoint({
      operationId: 'getDoctor',
      summary: 'Doctor by id',
      permission: 'doctor:read',
      param: idParam,
      query: viewQuery,
      ...readOf('The doctor', z.union([Doctor, ReducedDoctor])),
      errors: ['not_found'],
    }),
    (c) => answerRead(c, 'id', c.req.valid('param').id, c.req.valid('query').view),
  )
  .put(
    '/:id',
    endpoint({
      operationId: 'updateDoctor',
      summary: 'Update a doctor and its account',
      description: `${KEEPS_WHAT_IS_LEFT_OUT} That holds for the fields of \`user\`, too; \`user.password\` is not required, and a new one ends the logins of the account. An account becomes an admin as by \`PATCH /auth/users/{id}\`.`,
      json: DoctorUpdate,
      ...updating,
    }),
    (c) => answerUpdate(c, c.req.valid('param').id, c.req.valid('header'), c.req.valid('json')),
  )
  .patch(
    '/:id',
    endpoint({
      operationId: 'patchDoctor',
      summary: 'Change some fields of a doctor and its account',
      description: `${CHANGES_WHAT_IT_NAMES} The same holds for the fields of \`user\`, of which null leaves \`type\` and \`password\` as they are.`,
      json: DoctorPatch,
      ...updating,
    }),
    (c) => answerUpdate(c, c.req.valid('param').id, c.req.valid('header'), c.req.valid('json')),
  )
  .delete(
    '/:id',
    endpoint({
      operationId: 'deleteDoctor',
      summary: 'Delete a doctor',
      description: 'Hides it from every read and ends its account; appointments and the audit trail stay.',
      permission: 'doctor:delete',
      param: idParam,
      header: ifMatchHeader,
      answers: { 200: { description: 'Deleted', body: DeletedMessage } },
      errors: ['not_found', 'outdated'],
    }),
    async (c) => {
      await deleteDoctor(serviceContext(c), targetOf(c.req.valid('param').id, c.req.valid('header')));
      return c.json({ message: 'Doctor deleted successfully' }, 200);
    },
  );

import { Hono } from 'hono';
import * as z from 'zod';
import type { ServiceContext } from '../../context';
import {
  answerJson,
  answerMessage,
  applyPreference,
  preferredView,
  shownCreateAnswers,
  updateAnswers,
} from '../../http/answers';
import { type AppContext, type AppEnv, isShown } from '../../http/context';
import { idempotencyOf, setCreated, setDuplicateLinks } from '../../http/created';
import { answerCsv, csvHeaders, wantsCsv } from '../../http/csv';
import { endpoint } from '../../http/endpoint';
import { createHeader, ifMatchHeader, type WriteHeader, writeHeader } from '../../http/headers';
import { setApproximate, setNextPage } from '../../http/lists';
import { serviceContext } from '../../http/service-context';
import { answerRecord, readOf, setETag, targetOf } from '../../http/versions';
import { peopleHeaders } from '../../schemas/listing';
import { DeletedMessage, UPDATED_AS_PREFERRED } from '../../schemas/messages';
import { idParam, type ReadKey, regNumberParam, type View, viewQuery } from '../../schemas/requests';
import { CHANGES_WHAT_IT_NAMES, KEEPS_WHAT_IS_LEFT_OUT } from '../../schemas/update';
import { covers } from '../../scopes';
import { PATIENT_COLUMNS } from './columns';
import { listDuplicates } from './duplicates';
import { listPatients } from './list';
import { mergeRoutes } from './merge/routes';
import { getPatient } from './record';
import {
  Duplicate,
  Patient,
  PatientByRegNumber,
  PatientInput,
  PatientList,
  PatientPatch,
  PatientQuery,
  PatientUpdate,
  patientParam,
  ReducedPatient,
  UpdatedPatient,
} from './schemas';
import { createPatient, deletePatient, updatePatient } from './service';

async function answerRead(c: AppContext, key: ReadKey, value: string, view: View) {
  const read = await getPatient(serviceContext(c), key, value, view);
  return answerRecord(c, read, read.record.files);
}

const updating = {
  permission: 'patient:update',
  param: idParam,
  header: writeHeader,
  answers: updateAnswers(UpdatedPatient, UPDATED_AS_PREFERRED),
  errors: ['not_found', 'gone', 'conflict', 'outdated'],
  stored: (ctx: ServiceContext, id: string) => getPatient(ctx, 'id', id, 'full'),
} as const;

async function answerUpdate(c: AppContext, id: string, header: WriteHeader, input: PatientPatch) {
  const view = preferredView(c, header);
  const ctx = serviceContext(c);
  const { record, reg_number, version, ...left } = await updatePatient(ctx, targetOf(id, header), input, view);
  // Nobody has asked for them.
  const appointments = isShown(c) && ctx.actor && covers(ctx.actor, 'appointment:read') ? left.appointments : undefined;
  applyPreference(c, header);
  setETag(c, version);
  if (record) return answerJson(c, { ...record, appointments });
  const message = { id, reg_number, message: 'Patient updated successfully' };
  return appointments ? answerJson(c, { ...message, appointments }) : answerMessage(c, message);
}

export const patientRoutes = new Hono<AppEnv>({ strict: false })
  .post(
    '/',
    endpoint({
      operationId: 'createPatient',
      summary: 'Create a patient',
      description:
        'Patients who are likely the same person are named in `Link`; they do not keep this one from being created.',
      permission: 'patient:create',
      header: createHeader,
      json: PatientInput,
      answers: shownCreateAnswers(Patient, 'Created', {
        location: 'Its address',
        etag: 'Its version',
        link: 'rel="duplicate" for each of up to five patients who are likely the same person, the likeliest first',
      }),
      errors: ['not_found', 'gone', 'conflict'],
    }),
    async (c) => {
      const header = c.req.valid('header');
      const idempotency = await idempotencyOf(c, header);
      const { record, version, duplicates } = await createPatient(serviceContext(c), c.req.valid('json'), idempotency);
      applyPreference(c, header);
      setCreated(c, record.id, version);
      setDuplicateLinks(c, record.id, duplicates);
      return answerJson(c, record, 201);
    },
  )
  .get(
    '/',
    endpoint({
      operationId: 'listPatients',
      summary: 'List patients, newest first',
      description:
        'Search looks at names, phone numbers, date of birth, reg_number and numbers of other systems. A phone number is found as people write it, or by its ' +
        'last four digits or more; a date of birth whole, by month or by year.',
      permission: 'patient:read',
      query: PatientQuery,
      answers: {
        200: {
          description: 'Reduced patients; full ones with view=full',
          body: PatientList,
          csv: true,
          headers: { ...peopleHeaders, ...csvHeaders },
        },
      },
    }),
    async (c) => {
      const query = c.req.valid('query');
      const { rows, approximate, ...page } = await listPatients(serviceContext(c), query);
      setApproximate(c, approximate);
      setNextPage(c, page);
      if (!wantsCsv(c, query)) return answerJson(c, rows);
      return answerCsv(c, query, rows, { name: 'patients', columns: PATIENT_COLUMNS[query.view], rows });
    },
  )
  .get(
    '/reg_number/:reg_number',
    endpoint({
      operationId: 'getPatientByRegNumber',
      summary: 'Patient by registration number',
      permission: 'patient:read',
      param: regNumberParam,
      query: viewQuery,
      ...readOf('The patient', z.union([Patient, PatientByRegNumber])),
      errors: ['not_found', 'gone'],
    }),
    (c) => answerRead(c, 'reg_number', c.req.valid('param').reg_number, c.req.valid('query').view),
  )
  .get(
    '/:id',
    endpoint({
      operationId: 'getPatient',
      summary: 'Patient by id',
      permission: 'patient:read',
      param: idParam,
      query: viewQuery,
      ...readOf('The patient', z.union([Patient, ReducedPatient])),
      errors: ['not_found', 'gone'],
    }),
    (c) => answerRead(c, 'id', c.req.valid('param').id, c.req.valid('query').view),
  )
  .get(
    '/:id/duplicates',
    endpoint({
      operationId: 'listDuplicatePatients',
      summary: 'Who may be the same patient',
      accessAction: 'duplicates',
      description:
        'Up to 20 patients who are likely the same person, the likeliest first: two of name, birth date and phone number ' +
        'agree. A name agrees if it is the whole name, given and family name; slips of spelling are allowed for.',
      permission: 'patient:read',
      search: true,
      param: patientParam,
      answers: { 200: { description: 'Possible duplicates, without the patient itself', body: z.array(Duplicate) } },
      errors: ['not_found', 'gone'],
    }),
    async (c) => answerJson(c, await listDuplicates(serviceContext(c), c.req.valid('param').id)),
  )
  .put(
    '/:id',
    endpoint({
      operationId: 'updatePatient',
      summary: 'Update a patient',
      description: KEEPS_WHAT_IS_LEFT_OUT,
      json: PatientUpdate,
      ...updating,
    }),
    (c) => answerUpdate(c, c.req.valid('param').id, c.req.valid('header'), c.req.valid('json')),
  )
  .patch(
    '/:id',
    endpoint({
      operationId: 'patchPatient',
      summary: 'Change some fields of a patient',
      description: CHANGES_WHAT_IT_NAMES,
      json: PatientPatch,
      ...updating,
    }),
    (c) => answerUpdate(c, c.req.valid('param').id, c.req.valid('header'), c.req.valid('json')),
  )
  .delete(
    '/:id',
    endpoint({
      operationId: 'deletePatient',
      summary: 'Delete a patient',
      description: 'Hides it from every read; invoices, appointments and the audit trail stay.',
      permission: 'patient:delete',
      param: idParam,
      header: ifMatchHeader,
      answers: { 200: { description: 'Deleted', body: DeletedMessage } },
      errors: ['not_found', 'gone', 'outdated'],
    }),
    async (c) => {
      await deletePatient(serviceContext(c), targetOf(c.req.valid('param').id, c.req.valid('header')));
      return c.json({ message: 'Patient deleted successfully' }, 200);
    },
  )
  .route('/', mergeRoutes);

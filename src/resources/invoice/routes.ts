import { Hono } from 'hono';
import * as z from 'zod';
import { answerJson, applyPreference, shownAnswers, shownCreateAnswers } from '../../http/answers';
import type { AppContext, AppEnv } from '../../http/context';
import { idempotencyOf, setCreated } from '../../http/created';
import { answerCsvPage, csvPageHeaders, tableLimit, wantsCsv } from '../../http/csv';
import { endpoint } from '../../http/endpoint';
import { createHeader, type WriteHeader, writeHeader } from '../../http/headers';
import { answerPage, setIncomplete } from '../../http/lists';
import { serviceContext } from '../../http/service-context';
import { answerRecord, readOf, setETag, targetOf } from '../../http/versions';
import { offsetHeaders } from '../../schemas/listing';
import { idParam, viewQuery } from '../../schemas/requests';
import { CHANGES_WHAT_IT_NAMES, KEEPS_WHAT_IS_LEFT_OUT } from '../../schemas/update';
import { INVOICE_COLUMNS } from './columns';
import { FullInvoice } from './full';
import { listInvoices, listNamedInvoices } from './list';
import {
  Invoice,
  InvoiceInput,
  InvoicePage,
  InvoicePatch,
  InvoiceQuery,
  InvoiceUpdate,
  NamedInvoicePage,
} from './schemas';
import { createInvoice, getFullInvoice, getInvoice, patchInvoice, updateInvoice } from './service';

const updating = {
  permission: 'invoice:update',
  param: idParam,
  header: writeHeader,
  answers: shownAnswers(Invoice),
  errors: ['not_found', 'gone', 'conflict', 'outdated'],
  stored: getInvoice,
} as const;

async function answerUpdate(c: AppContext, header: WriteHeader, update: ReturnType<typeof updateInvoice>) {
  const { record, version } = await update;
  applyPreference(c, header);
  setETag(c, version);
  return answerJson(c, record);
}

export const invoiceRoutes = new Hono<AppEnv>({ strict: false })
  .post(
    '/',
    endpoint({
      operationId: 'createInvoice',
      summary: 'Create an invoice',
      description:
        'Totals are computed: first the gross of each line, rounded half up to the minor unit, then each percentage. A line with ' +
        '`catalog_id` takes what it leaves out from the catalog item.',
      permission: 'invoice:create',
      header: createHeader,
      json: InvoiceInput,
      answers: shownCreateAnswers(Invoice),
      errors: ['not_found', 'gone', 'conflict'],
    }),
    async (c) => {
      const header = c.req.valid('header');
      const made = await createInvoice(serviceContext(c), c.req.valid('json'), await idempotencyOf(c, header));
      applyPreference(c, header);
      setCreated(c, made.record.id, made.version);
      return answerJson(c, made.record, 201);
    },
  )
  .get(
    '/',
    endpoint({
      operationId: 'listInvoices',
      summary: 'List invoices',
      description:
        'Search looks at reg_number, item names and codes, and the names and reg_number of the patient, deleted or not; not at ' +
        'phone numbers and dates. As `text/csv` each has the names of the patient, and `Link` leads to the next page.',
      permission: 'invoice:read',
      query: InvoiceQuery,
      answers: {
        200: {
          description: 'Invoices; with the names of their patients with view=full; total counts all that match',
          body: z.union([NamedInvoicePage, InvoicePage]),
          csv: true,
          headers: { ...offsetHeaders, ...csvPageHeaders },
        },
      },
    }),
    async (c) => {
      const query = c.req.valid('query');
      if (!wantsCsv(c, query)) {
        const listed = query.view === 'full' ? listNamedInvoices : listInvoices;
        const { page, rest, incomplete } = await listed(serviceContext(c), query);
        setIncomplete(c, incomplete);
        return answerPage(c, page, rest);
      }
      const table = { ...query, limit: tableLimit(c, query) };
      const { page, rest, incomplete } = await listNamedInvoices(serviceContext(c), table);
      setIncomplete(c, incomplete);
      return answerCsvPage(c, query, page, { name: 'invoices', columns: INVOICE_COLUMNS, rest });
    },
  )
  .get(
    '/:id',
    endpoint({
      operationId: 'getInvoice',
      summary: 'Invoice by id',
      permission: 'invoice:read',
      param: idParam,
      query: viewQuery.extend({
        view: viewQuery.shape.view.describe('`full` adds patient, appointment, payments and credit notes'),
      }),
      ...readOf('The invoice', z.union([FullInvoice, Invoice])),
      errors: ['not_found'],
    }),
    async (c) => {
      const ctx = serviceContext(c);
      const { id } = c.req.valid('param');
      if (c.req.valid('query').view === 'full') {
        const read = await getFullInvoice(ctx, id);
        const { patient, appointment, tax_id } = read.record;
        return answerRecord(c, read, [patient, appointment, tax_id]);
      }
      return answerRecord(c, await getInvoice(ctx, id));
    },
  )
  .put(
    '/:id',
    endpoint({
      operationId: 'updateInvoice',
      summary: 'Update an invoice',
      description: `${KEEPS_WHAT_IS_LEFT_OUT} Date of issue, patient, lines and discounts of an invoice that has left DRAFT cannot change; VOID and WRITTEN_OFF are final; what has money on it does not become VOID: 400 \`refund_first\`.`,
      json: InvoiceUpdate,
      ...updating,
    }),
    (c) => {
      const target = targetOf(c.req.valid('param').id, c.req.valid('header'));
      return answerUpdate(c, c.req.valid('header'), updateInvoice(serviceContext(c), target, c.req.valid('json')));
    },
  )
  .patch(
    '/:id',
    endpoint({
      operationId: 'patchInvoice',
      summary: 'Change some fields of a draft invoice',
      description: `${CHANGES_WHAT_IT_NAMES} An invoice that has left DRAFT is 400: it is changed by PUT and by its payments.`,
      json: InvoicePatch,
      ...updating,
    }),
    (c) => {
      const target = targetOf(c.req.valid('param').id, c.req.valid('header'));
      return answerUpdate(c, c.req.valid('header'), patchInvoice(serviceContext(c), target, c.req.valid('json')));
    },
  );

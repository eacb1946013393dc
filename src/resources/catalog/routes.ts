import { Hono } from 'hono';
import * as z from 'zod';
import { applyPreference, createAnswers, updateAnswers } from '../../http/answers';
import type { AppContext, AppEnv } from '../../http/context';
import { idempotencyOf, setCreated } from '../../http/created';
import { answerCsvPage, csvPageHeaders, tableLimit, wantsCsv } from '../../http/csv';
import { endpoint } from '../../http/endpoint';
import { createHeader, ifMatchHeader, type WriteHeader, writeHeader } from '../../http/headers';
import { answerPage, setIncomplete } from '../../http/lists';
import { serviceContext } from '../../http/service-context';
import { answerRecord, readOf, setETag, targetOf } from '../../http/versions';
import { offsetHeaders } from '../../schemas/listing';
import { DeletedMessage } from '../../schemas/messages';
import { idParam, viewQuery } from '../../schemas/requests';
import { CHANGES_WHAT_IT_NAMES, KEEPS_WHAT_IS_LEFT_OUT } from '../../schemas/update';
import { CATALOG_COLUMNS } from './columns';
import {
  CatalogItem,
  CatalogItemInput,
  CatalogItemPatch,
  CatalogItemUpdate,
  CatalogPage,
  CatalogQuery,
} from './schemas';
import { createCatalogItem, deleteCatalogItem, getCatalogItem, listCatalogItems, updateCatalogItem } from './service';

// Null is what the interface answers.
const body = z.union([CatalogItem, z.null()]);
const IF_PREFERRED = 'the full record with Prefer: return=representation';

const PRICES_STAY = 'Invoices keep the price at which they were written.';

const updating = {
  permission: 'catalog:update',
  param: idParam,
  header: writeHeader,
  answers: updateAnswers(body, `Updated; ${IF_PREFERRED}`),
  errors: ['not_found', 'conflict', 'outdated'],
} as const;

async function answerUpdate(c: AppContext, id: string, header: WriteHeader, input: CatalogItemPatch) {
  const { record, version } = await updateCatalogItem(serviceContext(c), targetOf(id, header), input);
  setETag(c, version);
  return c.json(applyPreference(c, header) === 'full' ? record : null, 200);
}

export const catalogRoutes = new Hono<AppEnv>({ strict: false })
  .post(
    '/',
    endpoint({
      operationId: 'createCatalogItem',
      summary: 'Create a catalog item',
      description: 'The code must be unique without regard to case: 400 otherwise.',
      permission: 'catalog:create',
      header: createHeader,
      json: CatalogItemInput,
      answers: createAnswers(body, `Created; ${IF_PREFERRED}`),
      errors: ['conflict'],
    }),
    async (c) => {
      const header = c.req.valid('header');
      const idempotency = await idempotencyOf(c, header);
      const { record, version } = await createCatalogItem(serviceContext(c), c.req.valid('json'), idempotency);
      setCreated(c, record.id, version);
      return c.json(applyPreference(c, header) === 'full' ? record : null, 201);
    },
  )
  .get(
    '/',
    endpoint({
      operationId: 'listCatalogItems',
      summary: 'List catalog items',
      description: 'Search looks at code, name, category and description.',
      permission: 'catalog:read',
      query: CatalogQuery,
      answers: {
        200: {
          description: 'Full catalog items; total counts all that match',
          body: CatalogPage,
          csv: true,
          headers: { ...offsetHeaders, ...csvPageHeaders },
        },
      },
    }),
    async (c) => {
      const query = c.req.valid('query');
      const isCsv = wantsCsv(c, query);
      const limit = isCsv ? tableLimit(c, query) : query.limit;
      const { page, rest, incomplete } = await listCatalogItems(serviceContext(c), { ...query, limit });
      setIncomplete(c, incomplete);
      if (!isCsv) return answerPage(c, page, rest);
      return answerCsvPage(c, query, page, { name: 'catalog', columns: CATALOG_COLUMNS, rest });
    },
  )
  .get(
    '/:id',
    endpoint({
      operationId: 'getCatalogItem',
      summary: 'Catalog item by id',
      permission: 'catalog:read',
      param: idParam,
      query: viewQuery,
      ...readOf('Null; the full record with view=full', body),
      errors: ['not_found'],
    }),
    async (c) => {
      const { record, version } = await getCatalogItem(serviceContext(c), c.req.valid('param').id);
      if (c.req.valid('query').view !== 'full') return answerRecord(c, { version, record: null });
      // Nothing is joined, but the tag must differ from that of a PUT or PATCH that answered null.
      return answerRecord(c, { version, record }, []);
    },
  )
  .put(
    '/:id',
    endpoint({
      operationId: 'updateCatalogItem',
      summary: 'Update a catalog item',
      description: `${KEEPS_WHAT_IS_LEFT_OUT} ${PRICES_STAY}`,
      json: CatalogItemUpdate,
      ...updating,
    }),
    (c) => answerUpdate(c, c.req.valid('param').id, c.req.valid('header'), c.req.valid('json')),
  )
  .patch(
    '/:id',
    endpoint({
      operationId: 'patchCatalogItem',
      summary: 'Change some fields of a catalog item',
      description: `${CHANGES_WHAT_IT_NAMES} ${PRICES_STAY}`,
      json: CatalogItemPatch,
      ...updating,
    }),
    (c) => answerUpdate(c, c.req.valid('param').id, c.req.valid('header'), c.req.valid('json')),
  )
  .delete(
    '/:id',
    endpoint({
      operationId: 'deleteCatalogItem',
      summary: 'Retire a catalog item',
      description:
        'Takes it out of lists, searches and new lines; invoices keep their lines of it. Its code is free again.',
      permission: 'catalog:delete',
      param: idParam,
      header: ifMatchHeader,
      answers: { 200: { description: 'Retired', body: DeletedMessage } },
      errors: ['not_found', 'outdated'],
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      await deleteCatalogItem(serviceContext(c), targetOf(id, c.req.valid('header')));
      return c.json({ message: 'Catalog item deleted successfully' }, 200);
    },
  );

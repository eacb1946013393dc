import { Hono } from 'hono';
import * as z from 'zod';
import { urlOf } from '../fhir/http/deployment';
import { recordImportRows } from '../http/access-log';
import { createAnswers } from '../http/answers';
import { fileLength } from '../http/body';
import type { AppEnv } from '../http/context';
import { idempotencyOf, setLocation } from '../http/created';
import { answerCsv, csvHeaders, wantsCsv } from '../http/csv';
import { endpoint } from '../http/endpoint';
import { idempotencyHeader } from '../http/headers';
import { setNextPage } from '../http/lists';
import { serviceContext } from '../http/service-context';
import { DeletedMessage } from '../schemas/messages';
import { idParam } from '../schemas/requests';
import { CHANGES_WHAT_IT_NAMES } from '../schemas/update';
import { FILE_MAX, IMPORTS_MAX } from './job';
import { listRows, previewOf, tableOf } from './reading-back';
import { deleteImport, runImport } from './running';
import {
  Import,
  ImportInput,
  ImportPatch,
  ImportPreview,
  ImportRow,
  PREVIEW_ROWS,
  RowsQuery,
  RunInput,
} from './schemas';
import { createImport, getImport, listImports, putFile, updateImport } from './service';

const permission = 'import:run';

const found = { 200: { description: 'The import', body: Import } };

export const importRoutes = new Hono<AppEnv>({ strict: false })
  .post(
    '/',
    endpoint({
      operationId: 'createImport',
      summary: 'Prepare an import',
      description:
        'Of a file of another system, whose rows become records as a create of each would make them. Then come the file, a look at it, ' +
        `a dry run, and the run. There are ${IMPORTS_MAX} imports at most, of which one runs at a time.`,
      permission,
      header: idempotencyHeader,
      json: ImportInput,
      answers: createAnswers(Import, 'Created', { location: 'Its address' }),
      errors: ['conflict'],
    }),
    async (c) => {
      const idempotency = await idempotencyOf(c, c.req.valid('header'));
      const made = await createImport(serviceContext(c), c.req.valid('json'), idempotency);
      setLocation(c, made.id);
      return c.json(made, 201);
    },
  )
  .get(
    '/',
    endpoint({
      operationId: 'listImports',
      summary: 'List imports, newest first',
      description: 'All there are: each is removed seven days after its end, or its last change.',
      permission,
      answers: { 200: { description: 'Imports', body: z.array(Import) } },
    }),
    async (c) => c.json(await listImports(serviceContext(c)), 200),
  )
  .get(
    '/:id',
    endpoint({
      operationId: 'getImport',
      summary: 'Import by id',
      description: 'Its state and its counts, also while it runs.',
      permission,
      param: idParam,
      answers: found,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getImport(serviceContext(c), c.env, c.req.valid('param').id), 200),
  )
  .patch(
    '/:id',
    endpoint({
      operationId: 'patchImport',
      summary: 'Change how an import reads its file',
      description: CHANGES_WHAT_IT_NAMES,
      permission,
      param: idParam,
      json: ImportPatch,
      answers: { 200: { description: 'Updated', body: Import } },
      errors: ['not_found', 'conflict'],
    }),
    async (c) => c.json(await updateImport(serviceContext(c), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  .put(
    '/:id/file',
    endpoint({
      operationId: 'updateImportFile',
      summary: 'Send the file of an import',
      description: `As the body, of up to ${FILE_MAX} bytes; another one takes its place. Content-Length is required.`,
      permission,
      param: idParam,
      requestBody: {
        required: true,
        content: { 'application/octet-stream': null, 'text/csv': null, 'application/x-ndjson': null },
      },
      answers: found,
      errors: ['not_found', 'conflict', 'length_required', 'too_large'],
    }),
    async (c) => {
      const size = fileLength(c, FILE_MAX);
      return c.json(await putFile(serviceContext(c), c.req.valid('param').id, c.req.raw.body, size), 200);
    },
  )
  .get(
    '/:id/preview',
    endpoint({
      operationId: 'getImportPreview',
      summary: 'Look at the file of an import',
      description: `Its columns, its first ${PREVIEW_ROWS} rows, and a mapping that its columns suggest.`,
      permission,
      param: idParam,
      answers: { 200: { description: 'The beginning of the file', body: ImportPreview } },
      errors: ['not_found', 'conflict'],
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      const preview = await previewOf(serviceContext(c), id);
      recordImportRows(c, id, preview.rows.length);
      return c.json(preview, 200);
    },
  )
  .post(
    '/:id/run',
    endpoint({
      operationId: 'runImport',
      summary: 'Start an import',
      description:
        'With `dry_run` it only says what would become of each row. A row whose external id is there already is never made again. One ' +
        'import at a time: 409 `import_running` while another one is under way.',
      permission,
      param: idParam,
      json: RunInput,
      jsonIfNone: {},
      answers: { 202: { description: 'It has begun', body: Import } },
      errors: ['not_found', 'conflict', 'unavailable'],
    }),
    async (c) => {
      const { dry_run } = c.req.valid('json');
      const { id } = c.req.valid('param');
      return c.json(await runImport(serviceContext(c), c.env, id, { dry_run, url: urlOf(c) }), 202);
    },
  )
  .get(
    '/:id/rows',
    endpoint({
      operationId: 'listImportRows',
      summary: 'List rows of an import that failed, or are duplicates',
      description:
        'Of the last run, in the order of the file. As a CSV they are the rows as they were sent, all of them, behind columns that say ' +
        'what is wrong: mended, it can be sent as the file of another import, which leaves these columns out.',
      permission,
      param: idParam,
      query: RowsQuery,
      answers: {
        200: {
          description: 'Rows',
          body: z.array(ImportRow),
          headers: { link: 'rel="next" while there is more', ...csvHeaders },
          csv: true,
        },
      },
      errors: ['not_found'],
    }),
    async (c) => {
      const ctx = serviceContext(c);
      const { id } = c.req.valid('param');
      const query = c.req.valid('query');
      if (wantsCsv(c, query)) {
        const table = await tableOf(ctx, id, query.result);
        recordImportRows(c, id, null);
        return answerCsv(c, query, [], table);
      }
      const { rows, next } = await listRows(ctx, id, query);
      if (rows.length > 0) recordImportRows(c, id, rows.length);
      setNextPage(c, { next });
      return c.json(rows, 200);
    },
  )
  .delete(
    '/:id',
    endpoint({
      operationId: 'deleteImport',
      summary: 'Stop or delete an import',
      description:
        'A run that is under way stops, and stays `stopped` with its report: what it has made stays. A dry run stops, and may be started ' +
        'again. Any other import is removed, with its file and its report.',
      permission,
      param: idParam,
      answers: { 200: { description: 'Stopped, or deleted', body: DeletedMessage } },
      errors: ['not_found', 'conflict'],
    }),
    async (c) => {
      const stopped = await deleteImport(serviceContext(c), c.req.valid('param').id);
      return c.json({ message: `Import ${stopped ? 'stopped' : 'deleted'} successfully` }, 200);
    },
  );

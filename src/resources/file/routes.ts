import { Hono } from 'hono';
import * as z from 'zod';
import { answerJson } from '../../http/answers';
import type { AppEnv } from '../../http/context';
import { endpoint } from '../../http/endpoint';
import { idempotencyHeader } from '../../http/headers';
import { limitFiles } from '../../http/limits';
import { setNextPage } from '../../http/lists';
import { serviceContext } from '../../http/service-context';
import { isOpened, serveFile } from './download';
import { EXTENSIONS, MEDIA_TYPES } from './rules';
import {
  DocumentedUploadQuery,
  DownloadQuery,
  File,
  FilesQuery,
  fileParam,
  ListedFile,
  pathParam,
  UploadForm,
} from './schemas';
import { deleteFile, listFiles, uploadFile } from './service';
import { readUpload } from './upload';

const fileHeaders = {
  etag: 'Strong',
  'last-modified': 'When it was uploaded',
  'accept-ranges': 'bytes',
  'content-disposition': 'inline; attachment with the original name where download=1',
};

export const fileRoutes = new Hono<AppEnv>({ strict: false })
  .post(
    '/upload_file',
    endpoint({
      operationId: 'uploadFile',
      summary: 'Upload a file',
      description:
        `As \`multipart/form-data\` up to 25 MiB, or as the body itself, with its fields in the query, up to 100 MiB ` +
        `(Content-Length is then required). Accepted: ${EXTENSIONS.join(' ')}; the bytes must be of the kind that the ` +
        'extension says. With `sha256` a file that arrives damaged is refused.',
      permission: 'file:upload',
      header: idempotencyHeader,
      query: DocumentedUploadQuery,
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': UploadForm,
          ...Object.fromEntries(['application/octet-stream', ...MEDIA_TYPES].map((type) => [type, null])),
        },
      },
      answers: { 201: { description: 'Created', body: File, headers: { location: 'Its url' } } },
      errors: ['not_found', 'gone', 'conflict', 'length_required', 'too_large', 'unsupported_media_type'],
    }),
    async (c) => {
      const key = c.req.valid('header')['idempotency-key'] ?? null;
      const file = await uploadFile(serviceContext(c), await readUpload(c), key);
      c.header('location', file.url);
      return answerJson(c, file, 201);
    },
  )
  .delete(
    '/delete_file/:file_id',
    endpoint({
      operationId: 'deleteFile',
      summary: 'Delete a file',
      description: 'From then on its url answers 404.',
      permission: 'file:delete',
      param: fileParam,
      answers: { 200: { description: 'Deleted', body: z.string() } },
      errors: ['not_found'],
    }),
    async (c) => {
      await deleteFile(serviceContext(c), c.req.valid('param').file_id);
      return c.json('File deleted successfully', 200);
    },
  )
  .get(
    '/',
    endpoint({
      operationId: 'listFiles',
      summary: 'List the files of an entity, newest first',
      description:
        'Those that were deleted one by one are a list of their own. 404 where the entity is deleted, 410 where it is a patient ' +
        'who was merged.',
      permission: 'file:read',
      query: FilesQuery,
      answers: {
        200: { description: 'Files', body: z.array(ListedFile), headers: { link: 'rel="next" while there is more' } },
      },
      errors: ['not_found', 'gone'],
    }),
    async (c) => {
      const { rows, next } = await listFiles(serviceContext(c), c.req.valid('query'));
      setNextPage(c, { next });
      return answerJson(c, rows);
    },
  )
  .get(
    '/:file_path{[^]+}',
    endpoint({
      operationId: 'getFile',
      summary: 'Retrieve a file',
      description:
        'Its url may be used directly, as an image source or a link. HEAD, conditional requests and single ranges are answered. ' +
        'Where the deployment has `FILE_URLS=expiring`, a url opens it for one to two hours by its `until` and `sig`; without ' +
        'these, or later, a token is needed, of an account that may `file:read`.',
      unlessOpened: { by: isOpened, permission: 'file:read' },
      param: pathParam,
      query: DownloadQuery,
      answers: {
        200: { description: 'The file', body: { media: MEDIA_TYPES, of: File }, headers: fileHeaders },
        206: {
          description: 'The part asked for by Range',
          body: { media: MEDIA_TYPES, of: File },
          headers: { ...fileHeaders, 'content-range': 'Which bytes' },
        },
        304: { description: 'As the client has it (If-None-Match, If-Modified-Since)', headers: fileHeaders },
      },
      errors: ['unauthenticated', 'forbidden', 'not_found', 'outdated', 'range_not_satisfiable', 'throttled'],
    }),
    async (c) => {
      await limitFiles(c);
      return serveFile(c, c.req.valid('param').file_path, c.req.valid('query').download === '1');
    },
  );

import * as z from 'zod';
import { NAME_MAX, text, uuid, withDefault } from '../../schemas/fields';
import { keysetQuery } from '../../schemas/listing';
import { marked } from '../../schemas/marks';
import { EXTENSIONS } from './rules';

const ofOwner = { whose: 'owner_id' } as const;

export const File = z
  .object({
    id: marked(z.uuid(), { entity: 'file' }),
    type: z.string().describe('Category, for example document'),
    mime_type: z
      .string()
      .meta({ examples: EXTENSIONS, description: 'The file extension with its dot, for example .png' }),
    entity_id: marked(z.uuid(), ofOwner).describe(
      'The patient, doctor, appointment, invoice or department that it belongs to',
    ),
    url: z
      .string()
      .describe(
        '{base_url}/static/<entity_id>/<file_id><extension>. Where a merge has given the file to another patient, it has the ' +
          'former id; both work. With `FILE_URLS=expiring` it ends in `?until=…&sig=…`, and opens the file for one to two hours: ' +
          'read the record again then',
      ),
  })
  .meta({ id: 'File' });
export type File = z.output<typeof File>;

/** Not marked as files of their own: to the access log they are part of their record. */
export const files = marked(z.array(File), {});

export const ListedFile = z
  .object({
    ...File.shape,
    url: File.shape.url.nullable().describe('null of a deleted file: nothing is there any more'),
    filename: z.string().describe('The name that it was uploaded by'),
    size: z.int().describe('Bytes'),
    created_at: z.iso.datetime(),
    deleted_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ListedFile' });
export type ListedFile = z.output<typeof ListedFile>;

export const FilesQuery = z.object({
  entity_id: marked(uuid, ofOwner).describe(
    'The patient, doctor, appointment, invoice or department whose files are listed',
  ),
  deleted: z.enum(['true', 'false']).default('false').describe('`true` lists the deleted ones instead'),
  limit: keysetQuery.shape.limit,
  cursor: keysetQuery.shape.cursor,
});
export type FilesQuery = z.output<typeof FilesQuery>;

export const fileParam = z.object({ file_id: uuid });
export const pathParam = z.object({
  file_path: z.string().describe('<entity_id>/<file_id><extension>, as in the url of the file'),
});

const uploadFields = {
  entity_id: uuid.describe('The patient, doctor, appointment, invoice or department that the file belongs to'),
  type: withDefault(text(NAME_MAX, 1), 'document').describe('Category'),
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'value should be the SHA-256 of the file in 64 hexadecimal digits')
    .toLowerCase()
    .optional()
    .describe('SHA-256 of the file in hexadecimal digits: 422 when another file arrives'),
};

/**
 * zod types a file as the DOM's `File`, and asks whether it is an instance of the global one: at run time that is the Worker's own,
 * which lacks some of the DOM's methods.
 */
const asWorkersFile = (file: z.ZodType) => file as z.ZodType<globalThis.File>;

export const UploadForm = z.object({ ...uploadFields, file: asWorkersFile(z.file()) });

export const UploadQuery = z.object({
  ...uploadFields,
  filename: text(1_000, 1).describe('Its extension decides the content type. Required where the body is the file'),
});

const unchecked = <T extends z.ZodType>(schema: T) => z.preprocess(() => undefined, schema.optional());

/** What makes a link is read before anything is validated, and only where links expire. */
export const DownloadQuery = z.object({
  download: z.enum(['0', '1']).optional().describe('1: sent as an attachment with its original name'),
  until: unchecked(z.string()).describe('Of a url that expires: when, in seconds of Unix time'),
  sig: unchecked(z.string()).describe('Of a url that expires: its signature'),
});

/** For the API reference only: a multipart request has no query, so `upload.ts` checks it. */
export const DocumentedUploadQuery = z.object({
  entity_id: unchecked(UploadQuery.shape.entity_id),
  type: unchecked(UploadQuery.shape.type),
  sha256: unchecked(UploadQuery.shape.sha256),
  filename: unchecked(UploadQuery.shape.filename),
});

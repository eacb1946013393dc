import * as z from 'zod';
import { NAME_MAX, text, uuid, withDefault } from '../../schemas/fields';

export const File = z
  .object({
    id: z.uuid(),
    type: z.string().describe('Category, for example document'),
    mime_type: z.string().describe('The file extension with its dot, for example .png'),
    entity_id: z.uuid(),
    url: z.string().describe('{base_url}/static/<entity_id>/<file_id><extension>'),
  })
  .meta({ id: 'File' });
export type File = z.output<typeof File>;

export const files = z.array(File);

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

/** Fields of a multipart upload. */
export const UploadForm = z.object({
  ...uploadFields,
  file: z.file() as unknown as z.ZodType<globalThis.File>,
});

/** Query of an upload whose body is the file. */
export const UploadQuery = z.object({
  ...uploadFields,
  filename: text(1_000, 1).describe('Its extension decides the content type. Required where the body is the file'),
});

const undemanding = <T extends z.ZodType>(schema: T) => z.preprocess(() => undefined, schema.optional());

/** The same for the API reference, demanding nothing: a multipart request has no query. */
export const DocumentedUploadQuery = z.object({
  entity_id: undemanding(UploadQuery.shape.entity_id),
  type: undemanding(UploadQuery.shape.type),
  sha256: undemanding(UploadQuery.shape.sha256),
  filename: undemanding(UploadQuery.shape.filename),
});

import * as z from 'zod/mini';
import { answered, component, NAME_MAX, noted, object, text, uuid, withDefault } from '../../fields';
import { once } from '../../once';

export const File = component(
  'File',
  object(() => ({
    id: answered.id(),
    type: noted(z.string(), 'Category, for example document'),
    mime_type: noted(z.string(), 'The file extension with its dot, for example .png'),
    entity_id: answered.id(),
    url: noted(z.string(), '{base_url}/static/<entity_id>/<file_id><extension>'),
  })),
);
export type File = z.output<typeof File>;

export const files = once(() => z.array(File));

const uploadFields = once(() => ({
  entity_id: noted(uuid(), 'The patient, doctor, appointment, invoice or department that the file belongs to'),
  type: noted(withDefault(text(NAME_MAX, 1), 'document'), 'Category'),
  sha256: noted(
    z.optional(
      z
        .string()
        .check(
          z.regex(/^[0-9a-fA-F]{64}$/, 'value should be the SHA-256 of the file in 64 hexadecimal digits'),
          z.toLowerCase(),
        ),
    ),
    'SHA-256 of the file in hexadecimal digits: 422 when another file arrives',
  ),
}));

/** Fields of a multipart upload. */
export const UploadForm = object(() => ({
  ...uploadFields(),
  file: z.file() as unknown as z.ZodMiniType<globalThis.File>,
}));

/** Query of an upload whose body is the file. */
export const UploadQuery = object(() => ({
  ...uploadFields(),
  filename: noted(text(1_000, 1), 'Its extension decides the content type. Required where the body is the file'),
}));

const undemanding = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(
    z.transform(() => undefined),
    z.optional(schema) as never,
  );

/** The same for the API reference, demanding nothing: a multipart request has no query. */
export const DocumentedUploadQuery = object(() => ({
  entity_id: undemanding(UploadQuery.shape.entity_id),
  type: undemanding(UploadQuery.shape.type),
  sha256: undemanding(UploadQuery.shape.sha256),
  filename: undemanding(UploadQuery.shape.filename),
}));

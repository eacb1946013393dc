import * as z from 'zod';

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

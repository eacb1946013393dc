import type { file } from '../../db/schema/file';

/** Where a file's bytes lie in R2, and the path of its url below /static. */
export const fileKey = ({
  entity_id,
  id,
  extension,
}: Pick<typeof file.$inferSelect, 'entity_id' | 'id' | 'extension'>): string => `${entity_id}/${id}${extension}`;

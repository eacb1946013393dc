import * as z from 'zod';

/** For the description of an update that takes `Prefer`. */
export const UPDATED_AS_PREFERRED = 'Updated; the full record with Prefer: return=representation';

export const UpdatedMessage = z
  .object({ id: z.uuid(), reg_number: z.string(), message: z.string() })
  .meta({ id: 'UpdatedMessage' });

export const DeletedMessage = z.object({ message: z.string() }).meta({ id: 'DeletedMessage' });

import * as z from 'zod';

export const UPDATED_AS_PREFERRED = 'Updated; the full record with Prefer: return=representation';

export const UpdatedMessage = z
  .object({ id: z.uuid(), reg_number: z.string(), message: z.string() })
  .meta({ id: 'UpdatedMessage' });

export const DeletedMessage = z.object({ message: z.string() }).meta({ id: 'DeletedMessage' });

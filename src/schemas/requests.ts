import * as z from 'zod';
import { NAME_MAX, text, uuid } from './fields';

export const idParam = z.object({ id: uuid });
export const regNumberParam = z.object({ reg_number: text(NAME_MAX, 1) });

/** What a record is read by. */
export type ReadKey = 'id' | 'reg_number';

/** `view=full` asks a read for the full record. */
export const viewQuery = z.object({
  view: z.enum(['reduced', 'full']).default('reduced').describe('`full` answers the full record'),
});
export type View = z.output<typeof viewQuery>['view'];

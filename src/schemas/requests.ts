import * as z from 'zod';
import { fault, listOf, NAME_MAX, text, uuid } from './fields';

export const idParam = z.object({ id: uuid });
export const regNumberParam = z.object({ reg_number: text(NAME_MAX, 1) });

export type ReadKey = 'id' | 'reg_number';

export const viewQuery = z.object({
  view: z.enum(['reduced', 'full']).default('reduced').describe('`full` answers the full record'),
});
export type View = z.output<typeof viewQuery>['view'];

/** A record as it is answered: with `view=reduced` it lacks fields, as the document says. */
export const asViewed = <T>(record: Partial<T>): T => record as T;

const isInteger = (sent: unknown) => typeof sent === 'string' && /^[+-]?\d{1,15}$/.test(sent.trim());

export const queryInt = (min: number, max: number) =>
  z
    .custom<string>(
      isInteger,
      fault('int_parsing', 'Input should be a valid integer, unable to parse string as an integer'),
    )
    .transform(Number)
    .pipe(z.int().min(min).max(max));

export const queryList = <T extends z.ZodType<string, string>>(item: T) =>
  z.preprocess((sent: string | string[] | undefined) => (sent === undefined ? [] : [sent].flat()), listOf(item, 20));

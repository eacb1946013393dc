import type * as z from 'zod';

/** A schema within another. zod types it as one of its core: here all are made by `z`, which gives them its methods, too. */
export const partOf = (part: z.core.$ZodType) => part as z.ZodType;

import * as z from 'zod';

/** No more is asked of it: whatever is no address of a feed is answered as one that was. */
export const feedParam = z.object({
  file: z.string().describe('What stands in the address: 43 characters and `.ics`'),
});

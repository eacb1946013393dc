import * as z from 'zod';
import { NAME_MAX, text } from '../../schemas/fields';

/** No more is asked of it: whatever is no address of a feed is answered as one that was. */
export const feedParam = z.object({
  file: text(NAME_MAX).describe('What stands in the address: 43 characters and `.ics`'),
});

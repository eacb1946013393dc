import * as z from 'zod';
import { text } from '../../schemas/fields';

/** Some 300 characters. */
const TOKEN_MAX = 1_000;

/** No more is asked of it: whatever is no link of a mail is answered as one that has ended. */
export const linkParam = z.object({ token: text(TOKEN_MAX).describe('What stands in the link of a mail') });

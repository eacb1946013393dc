import * as z from 'zod';
import { NAME_MAX, text } from '../../../schemas/fields';

/** As at a login: an account's e-mail may be older than the rules for a new one. */
export const Forgot = z.object({ email: text(NAME_MAX) }).meta({ id: 'ForgotInput' });
export type Forgot = z.output<typeof Forgot>;

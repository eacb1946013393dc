import * as z from 'zod';
import { withDefault } from './fields';

/** Whoever leaves one out has not agreed to it. */
export const Contact = z
  .object({
    email: withDefault(z.boolean(), false).describe('To the address of the record'),
    sms: withDefault(z.boolean(), false).describe('To its phone number, by a program'),
  })
  .meta({ id: 'Contact', description: 'By what the patient agrees to be told of visits' });
export type Contact = z.output<typeof Contact>;

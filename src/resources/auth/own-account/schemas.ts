import * as z from 'zod';
import { fault, nameWithLetter } from '../../../schemas/fields';
import { currentPassword, email, language } from '../accounts/schemas';

/** Strict, as `AccountPatch` is. */
export const OwnAccountPatch = z
  .strictObject({
    full_name: nameWithLetter.optional(),
    email: email.optional(),
    language: language
      .nullable()
      .optional()
      .describe('What mails to the account are written in; null: the deployment’s'),
    current_password: currentPassword.optional().describe('The own password; required with `email`'),
  })
  .refine((sent) => sent.email === undefined || sent.current_password !== undefined, {
    ...fault('missing', 'Field required'),
    path: ['current_password'],
  })
  .meta({ id: 'OwnAccountPatchInput' });
export type OwnAccountPatch = z.output<typeof OwnAccountPatch>;

import * as z from 'zod';
import { NAME_MAX, name, nameWithLetter, optional, optionalText, text, visible } from '../../../schemas/fields';
import { Account, email, language, password, role } from '../accounts/schemas';

export const Invitation = z
  .object({
    email,
    type: role,
    full_name: nameWithLetter,
    username: optional(visible(name)).describe('Login name, by default the e-mail'),
    phone_number: optionalText,
    language: optional(language).describe('What mails to the account are written in; by default the deployment’s'),
  })
  .meta({ id: 'InvitationInput' });
export type Invitation = z.output<typeof Invitation>;

export const Invited = z
  .object({
    ...Account.shape,
    token: z
      .string()
      .describe(
        'For `POST /auth/password-token`. It is answered here only: hand it to the owner where it was not mailed',
      ),
    expires_at: z.iso.datetime(),
    mailed: z
      .boolean()
      .optional()
      .describe('Whether a mail with the link was taken; left out where the deployment sends no mail'),
  })
  .meta({ id: 'Invited' });
export type Invited = z.output<typeof Invited>;

export const TokenPassword = z.object({ token: text(NAME_MAX, 1), password }).meta({ id: 'PasswordTokenInput' });
export type TokenPassword = z.output<typeof TokenPassword>;

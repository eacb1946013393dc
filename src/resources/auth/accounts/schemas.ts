import * as z from 'zod';
import { ROLES } from '../../../auth/permissions';
import { LANGUAGES } from '../../../rules/languages';
import { isBlank, isCommon, isOwnName, type Named, OWN_NAME } from '../../../rules/password';
import { fault, NAME_MAX, nameWithLetter, optional, text, visible } from '../../../schemas/fields';

const WHAT_IT_MAY_DO = 'What the account may do: its role';

/** In any letter case. */
export const role = z
  .preprocess((sent) => (typeof sent === 'string' ? sent.toLowerCase() : sent), z.enum(ROLES))
  .describe(WHAT_IT_MAY_DO);
export const answeredRole = z.enum(ROLES).describe(WHAT_IT_MAY_DO);

export const language = z.enum(LANGUAGES);

// Of any script: only a letter to an address tells whether it is reachable.
export const EMAIL = /^[^\s@"<>(),:;[\]\\]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/u;

export const email = visible(text(NAME_MAX))
  .refine((value) => EMAIL.test(value), fault('value_error', 'value is not a valid email address'))
  .meta({ format: 'email', maxLength: NAME_MAX });

const PASSWORD_MIN = 8;
const PASSWORD_MAX = 128;

/** It may be older than the rules for a new one. */
export const currentPassword = text(PASSWORD_MAX);

export const password = text(PASSWORD_MAX)
  .refine(
    (value) => [...value].length >= PASSWORD_MIN,
    fault('string_too_short', `String should have at least ${PASSWORD_MIN} characters`),
  )
  .refine((value) => !isBlank(value), fault('value_error', 'Password should not be blank'))
  .refine(
    (value) => !isCommon(value),
    fault('value_error', 'Password is too common: it is among the first that are tried, or a date'),
  )
  .meta({ minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX });

/** Refuses a new password that is what the account is called. */
export const notNamedSo = <S extends z.ZodType<Named & { password?: string | undefined }>>(account: S): S =>
  account.refine(({ password, ...names }) => password === undefined || !isOwnName(password, names), {
    ...fault('value_error', OWN_NAME),
    path: ['password'],
  });

export const Signup = notNamedSo(z.object({ email, password, full_name: nameWithLetter })).meta({ id: 'SignupInput' });
export type Signup = z.output<typeof Signup>;

export const User = z
  .object({
    id: z.uuid(),
    email: z.string(),
    full_name: z.string().nullable(),
    username: z.string(),
    phone_number: z.string().nullable(),
    language: language.optional().describe('What mails to the account are written in; without it the deployment’s'),
    type: answeredRole,
    pending_type: z.enum(ROLES).nullable().describe('Always null: no account waits for another type'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'User' });
export type User = z.output<typeof User>;

export const Account = z
  .object({
    ...User.shape,
    disabled: z.boolean(),
    password_set: z
      .boolean()
      .describe('false: nobody can log in until its owner has set a password by a one-time token'),
    totp_enabled: z.boolean().describe('Whether it has a second factor'),
  })
  .meta({ id: 'Account' });
export type Account = z.output<typeof Account>;

/** Strict: a role or a state that was not set must not look as if it were. */
export const AccountPatch = z
  .strictObject({ type: optional(role).describe(WHAT_IT_MAY_DO), disabled: optional(z.boolean()) })
  .meta({ id: 'AccountPatchInput' });
export type AccountPatch = z.output<typeof AccountPatch>;

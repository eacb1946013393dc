import * as z from 'zod';
import { ROLES } from '../../auth/permissions';
import { isBlank, isCommon, isOwnName, isSamePassword, type Named, OWN_NAME } from '../../rules/password';
import { fault, NAME_MAX, optional, personName, text, visible } from '../../schemas/fields';
import { optionalCode } from './totp/schemas';

const WHAT_IT_MAY_DO = 'What the account may do: its role';

/** `user.type`, in any letter case. */
export const role = z
  .preprocess((sent) => (typeof sent === 'string' ? sent.toLowerCase() : sent), z.enum(ROLES))
  .describe(WHAT_IT_MAY_DO);
/** As it is answered. */
export const shownRole = z.enum(ROLES).describe(WHAT_IT_MAY_DO);

const PASSWORD_MIN = 8;
const PASSWORD_MAX = 128;

// Addresses of any script; whether one is reachable only a letter to it can tell.
const EMAIL = /^[^\s@"<>(),:;[\]\\]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/u;

export const email = visible(text(NAME_MAX))
  .refine((value) => EMAIL.test(value), fault('value_error', 'value is not a valid email address'))
  .meta({ format: 'email', maxLength: NAME_MAX });

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

/** Of an account that is sent with a new password: the password is not what the account is called. */
export const notNamedSo = <S extends z.ZodType<Named & { password?: string | undefined }>>(account: S): S =>
  account.refine(({ password, ...names }) => password === undefined || !isOwnName(password, names), {
    ...fault('value_error', OWN_NAME),
    path: ['password'],
  });

export const Signup = notNamedSo(z.object({ email, password, full_name: personName })).meta({ id: 'SignupInput' });
export type Signup = z.output<typeof Signup>;

/** What a client without cookies shows when it has logged in before. */
const loginBefore = optional(text(NAME_MAX)).describe(
  'Refresh token of an earlier login: somebody else’s wrong passwords then do not make this client wait. It stays unused',
);

const loginCode = optionalCode.describe(
  'Where the account has a second factor: the six digits that the app shows, or a recovery code. Each is taken once',
);

export const Login = z
  .object({ email: text(NAME_MAX), password: text(PASSWORD_MAX), totp: loginCode, refresh_token: loginBefore })
  .meta({ id: 'LoginInput' });

export const OwnPassword = z
  .object({ old_password: text(PASSWORD_MAX), new_password: password })
  .refine(({ old_password, new_password }) => !isSamePassword(old_password, new_password), {
    ...fault('value_error', 'Password should differ from the old one'),
    path: ['new_password'],
  })
  .meta({ id: 'OwnPasswordInput' });
export type OwnPassword = z.output<typeof OwnPassword>;

/** OAuth 2.0 password grant (RFC 6749 4.3.2): `username` is the e-mail. */
export const LoginForm = z
  .object({
    grant_type: z.literal('password').optional(),
    username: text(NAME_MAX).describe('The e-mail'),
    password: text(PASSWORD_MAX),
    totp: loginCode,
    refresh_token: loginBefore,
  })
  .meta({ id: 'LoginFormInput' });

export const RefreshBody = z
  .object({ refresh_token: z.string().optional().describe('Left out: the cookie of the login is used') })
  .meta({ id: 'RefreshInput' });

export const Tokens = z
  .object({
    access_token: z.string(),
    token_type: z.literal('bearer'),
    expires_in: z.int().describe('Seconds until the access token expires'),
    refresh_token: z.string(),
    totp_enrolment_required: z
      .literal(true)
      .optional()
      .describe('The account has no rights until its owner has set up a second factor (`POST /auth/totp`)'),
  })
  .meta({ id: 'Tokens' });
export type Tokens = z.output<typeof Tokens>;

export const User = z
  .object({
    id: z.uuid(),
    email: z.string(),
    full_name: z.string().nullable(),
    username: z.string(),
    phone_number: z.string().nullable(),
    type: shownRole,
    pending_type: z
      .enum(ROLES)
      .nullable()
      .describe(
        'The type that the account gets when its owner sets a password, because somebody else has set this one',
      ),
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

export const AccountPatch = z
  .object({ type: optional(role).describe(WHAT_IT_MAY_DO), disabled: optional(z.boolean()) })
  .meta({ id: 'AccountPatchInput' });
export type AccountPatch = z.output<typeof AccountPatch>;

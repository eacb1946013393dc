import * as z from 'zod/mini';
import { ROLES } from '../../auth/permissions';
import { answered, component, issue, NAME_MAX, name, noted, object, optional, text } from '../../fields';

const PASSWORD_MIN = 8;
const PASSWORD_MAX = 128;

// Addresses of any script; whether one is reachable only a letter to it can tell.
const EMAIL = /^[^\s@"<>(),:;[\]\\]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/u;

export const email = () =>
  text(NAME_MAX)
    .check(({ value, issues }) => {
      if (!EMAIL.test(value)) {
        issues.push(issue('value_error', 'value is not a valid email address', value));
      }
    })
    .register(z.globalRegistry, { format: 'email' });

export const password = () =>
  text(PASSWORD_MAX)
    .check(({ value, issues }) => {
      if ([...value].length < PASSWORD_MIN) {
        issues.push(issue('string_too_short', `String should have at least ${PASSWORD_MIN} characters`, value));
      }
    })
    .register(z.globalRegistry, { minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX });

export const Signup = component(
  'SignupInput',
  object(() => ({ email: email(), password: password(), full_name: name() })),
  [{ email: 'nurse@example.org', password: 'correct horse', full_name: 'Nina Nurse' }],
);
export type Signup = z.output<typeof Signup>;

export const Login = component(
  'LoginInput',
  object(() => ({ email: text(NAME_MAX), password: text(PASSWORD_MAX) })),
  [{ email: 'nurse@example.org', password: 'correct horse' }],
);

/** OAuth 2.0 password grant (RFC 6749 4.3.2): `username` is the e-mail. */
export const LoginForm = component(
  'LoginFormInput',
  object(() => ({
    grant_type: z.optional(z.literal('password')),
    username: text(NAME_MAX),
    password: text(PASSWORD_MAX),
  })),
);

export const RefreshBody = component(
  'RefreshInput',
  object(() => ({ refresh_token: noted(z.optional(z.string()), 'Left out: the cookie of the login is used') })),
);

export const Tokens = component(
  'Tokens',
  object(() => ({
    access_token: answered.text(),
    token_type: z.literal('bearer'),
    expires_in: noted(z.int(), 'Seconds until the access token expires'),
    refresh_token: answered.text(),
  })),
);
export type Tokens = z.output<typeof Tokens>;

export const User = component(
  'User',
  object(() => ({
    id: answered.id(),
    email: answered.text(),
    full_name: answered.textOrNull(),
    username: answered.text(),
    phone_number: answered.textOrNull(),
    type: z.enum(ROLES),
    created_at: answered.time(),
  })),
);
export type User = z.output<typeof User>;

export const Account = component(
  'Account',
  object(() => ({ ...User.shape, disabled: z.boolean() })),
);
export type Account = z.output<typeof Account>;

export const AccountPatch = component(
  'AccountPatchInput',
  object(() => ({ type: optional(z.enum(ROLES)), disabled: optional(z.boolean()) })),
  [{ type: 'staff' }],
);
export type AccountPatch = z.output<typeof AccountPatch>;

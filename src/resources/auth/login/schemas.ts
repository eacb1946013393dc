import * as z from 'zod';
import { NAME_MAX, optional, text } from '../../../schemas/fields';
import { readScope, SCOPE_MAX } from '../../../scopes';
import { currentPassword } from '../accounts/schemas';
import { optionalCode } from '../second-factor/schemas';

const loginBefore = optional(text(NAME_MAX)).describe(
  'Refresh token of an earlier login: somebody else’s wrong passwords then do not make this client wait. It stays unused',
);

const loginCode = optionalCode.describe(
  'Where the account has a second factor: the six digits that the app shows, or a recovery code. Each is taken once',
);

const loginScope = optional(
  text(SCOPE_MAX).transform((sent, { issues }) => {
    // A parameter without a value counts as left out (RFC 6749 3.2): forms send it.
    if (sent === '') return null;
    const { granted, unknown } = readScope(sent);
    const message =
      unknown.length > 0 ? `No scope of this service: ${unknown.join(' ')}` : 'None of these scopes is granted';
    if (unknown.length > 0 || granted.length === 0) {
      issues.push({ code: 'custom', message, params: { type: 'value_error' }, input: sent });
      return z.NEVER;
    }
    return granted.join(' ');
  }),
).describe(
  'Narrows what the login may do of what the role may: SMART’s scopes of users, as `user/Patient.rs`, `user/*.rs` or ' +
    '`user/*.read`, separated by spaces. Left out: nothing is narrowed',
);

export const Login = z
  .object({
    email: text(NAME_MAX),
    password: currentPassword,
    totp: loginCode,
    refresh_token: loginBefore,
    scope: loginScope,
  })
  .meta({ id: 'LoginInput' });

/** OAuth 2.0 password grant (RFC 6749 4.3.2): `username` is the e-mail. */
export const LoginForm = z
  .object({
    grant_type: z.literal('password').optional(),
    username: text(NAME_MAX).describe('The e-mail'),
    password: currentPassword,
    totp: loginCode,
    refresh_token: loginBefore,
    scope: loginScope,
  })
  .meta({ id: 'LoginFormInput' });

export const LoginRefused = z
  .object({
    detail: z.string(),
    code: z
      .enum(['login_failed', 'totp_required', 'totp_invalid'])
      .describe(
        'With the last two the password was right, and `totp` is missing (`totp_required`: ask for it and log in with it), ' +
          'or is wrong or was used before (`totp_invalid`)',
      ),
  })
  .meta({ id: 'LoginRefused' });

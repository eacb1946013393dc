/** 401 and 403: who asks is not known, or may not. */
import { type Codes, TOTP_INVALID, TOTP_REQUIRED } from './shared';

export const unauthenticated = {
  totp_required: TOTP_REQUIRED,
  totp_invalid: TOTP_INVALID,
  unauthenticated: ['No bearer token was sent', 'Not authenticated: a bearer token is expected'],
  token_expired: ['The access token has expired: refresh it', 'Could not validate credentials'],
  token_invalid: ['The access token is not valid: log in', 'Could not validate credentials'],
  link_expired: [
    'The url of a file opens it no more: read the record again, which has a new one',
    'The link has expired: read the record of the file again',
  ],
  session_ended: [
    'The login, or what its account was, has ended: log in again',
    'The login of this token has ended: log in again',
  ],
  login_failed: ['E-mail and password do not log in', 'Incorrect email or password'],
  refresh_token_invalid: ['No refresh token that still works: log in again', 'Invalid or expired refresh token'],
  password_token_invalid: ['The one-time token does not work: ask for a new one', 'Invalid or expired token'],
} as const satisfies Codes;

export const forbidden = {
  forbidden: ['The role of the account does not allow it', 'Permission denied'],
  insufficient_scope: [
    'The role allows it, but the scope of the login, or of the program, does not cover it',
    'The scope of the token does not cover it',
  ],
  other_doctor: [
    'The doctor of the visit begins a note about it; its author and that doctor add to one that is signed',
    'Only the doctor of the visit begins a note about it',
  ],
  signup_closed: ['Accounts are made by invitation only', 'Signup is closed: ask an admin to invite you'],
} as const satisfies Codes;

import type { ErrorCode } from '../../src/errors';
import { patient } from './people';
import { appointment } from './visit';

/** What `detail` says with each code, once. */
export const ERROR_DETAILS: Record<ErrorCode, string> = {
  invalid_body: 'The body is not valid JSON',
  invalid_bookmark: 'x-d1-bookmark is not a bookmark of this service',
  duplicate: 'Department with this code already exists',
  inconsistent: 'The appointment belongs to another patient',
  transition: 'An invoice that is PAID cannot become DRAFT',
  not_editable: 'An invoice that is DRAFT takes no payments',
  in_use: `The department has appointments to come, first this one: ${appointment.id}`,
  amount: 'A refund must not exceed paid_amount',
  wrong_password: 'old_password is not the password of this account',
  own_account: 'Admins cannot change their own role or disable their own account',
  account_disabled: 'The account is disabled: enable it first',
  email_unconfirmed:
    'The account waits to be an admin, and somebody else has chosen its e-mail: set that by PATCH /doctor/{id} first',
  totp_inactive: 'No second factor is active',
  totp_mandatory: 'This account must have a second factor',
  totp_required: 'A code of the second factor is needed: send it as totp',
  totp_invalid: 'totp is wrong or was used before',
  unauthenticated: 'Not authenticated: a bearer token is expected',
  token_expired: 'Could not validate credentials',
  token_invalid: 'Could not validate credentials',
  session_ended: 'The login of this token has ended: log in again',
  login_failed: 'Incorrect email or password',
  refresh_token_invalid: 'Invalid or expired refresh token',
  password_token_invalid: 'Invalid or expired token',
  forbidden: 'Permission denied',
  signup_closed: 'Signup is closed: ask an admin to invite you',
  not_found: `Patient not found: ${patient.id}`,
  reference_not_found: `Department not found: ${patient.id}`,
  route_not_found: 'Not found',
  method_not_allowed: 'Method not allowed',
  conflict: 'Invoice is being changed by others at the same time; try again',
  overlap: `The doctor has another appointment at that time: ${appointment.id}`,
  idempotency_key: 'Idempotency-Key was used for another request',
  length_required: 'Content-Length is required',
  outdated: 'Patient was changed by someone else since it was read',
  too_large: 'The body is larger than 1048576 bytes',
  unsupported_media_type: 'The body must be JSON, with Content-Type application/json',
  range_not_satisfiable: 'The file has 48213 bytes',
  throttled: 'Too many requests',
  unavailable: 'Storage is briefly unavailable',
  not_configured: 'The service is not configured: JWT_SECRET is missing',
  not_migrated: 'The database is not migrated: run npm run migrate (in a deployment npm run migrate:remote)',
  full: 'The database is full: only its operator can make room',
  internal: 'Internal server error',
};

/** A 422: every fault of a patient that was sent. */
export const FAULTS = [
  { loc: ['body', 'last_name'], msg: 'Field required', type: 'missing' },
  { loc: ['body', 'dob'], msg: 'Input should be a valid date in the form YYYY-MM-DD', type: 'date_parsing' },
];

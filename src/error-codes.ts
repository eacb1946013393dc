// The API reference and docs/errors.md (`npm run generate`) are made from this table, and from error-kinds.ts. It is not in the
// Worker's bundle, as there nothing but types asks for it. It is one long table, as codes of one kind are read beside each other.
import type { AnyErrorKind } from './error-kinds';

type Code = readonly [when: string, example: string];

// Codes of more than one kind; not properties of one object, which esbuild would not leave out.
const DUPLICATE = [
  'A value that must be unique is taken: `field` names it',
  'Department with this code already exists',
] as const;
const TOTP_REQUIRED = [
  'The password is right: send a code as `totp`, too',
  'A code of the second factor is needed: send it as totp',
] as const;
const TOTP_INVALID = [
  'The password is right, but the code is wrong or was used',
  'totp is wrong or was used before',
] as const;
const UNSUPPORTED_MEDIA_TYPE = [
  'The type of the body or of the file is not taken',
  'The body must be JSON, with Content-Type application/json',
] as const;

/** Codes are only added, never renamed: programs read them. An error without one has the name of its kind. */
export const ERROR_CODES = {
  rule: {
    invalid_body: ['The body is missing, cut off, or not what its type says', 'The body is not valid JSON'],
    invalid_bookmark: ['`x-d1-bookmark` is not one of this service', 'x-d1-bookmark is not a bookmark of this service'],
    duplicate: DUPLICATE,
    inconsistent: [
      'Fields do not fit together, as an appointment of another patient',
      'The appointment belongs to another patient',
    ],
    transition: ['The status cannot become the one that is asked for', 'An invoice that is PAID cannot become DRAFT'],
    not_editable: [
      'A record of this status does not take the change, or no payment',
      'An invoice that is VOID takes no payments, only refunds',
    ],
    in_use: [
      'Other records refer to it',
      'The department has appointments to come, first this one: 8405c7ae-8c6b-4f1b-aa5a-c8b267308730',
    ],
    too_many: [
      'There are as many of them as there may be',
      'There are 500 appointment types already: delete or change one instead',
    ],
    deceased: ['The patient has died, and is not booked for', 'The patient has died, and takes no new appointments'],
    amount: [
      'Amounts do not fit: below 0, too large, more than was paid, or not as the status says',
      'A refund must not exceed paid_amount',
    ],
    too_late: [
      'The time in which it can be undone is over',
      'A merge can be undone for 30 days: this one is of 2027-01-04T07:49:50.412Z',
    ],
    refund_first: [
      'The invoice still has money that is to be paid back: `detail` says how much',
      'Refund 40 first: an invoice that is VOID keeps no money',
    ],
    wrong_password: ['The own password, asked for again, is wrong', 'old_password is not the password of this account'],
    own_account: [
      'Admins cannot do this to their own account',
      'Admins cannot change their own role or disable their own account',
    ],
    account_disabled: ['The account is disabled: enable it first', 'The account is disabled: enable it first'],
    account_active: [
      'The doctor may still write notes: drafts are the author’s alone',
      'The account of the doctor is active: disable it first',
    ],
    totp_inactive: ['No second factor is active, or being set up', 'No second factor is active'],
    totp_mandatory: ['The account must keep its second factor', 'This account must have a second factor'],
    totp_required: TOTP_REQUIRED,
    totp_invalid: TOTP_INVALID,
    unsupported_media_type: UNSUPPORTED_MEDIA_TYPE,
  },
  unauthenticated: {
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
  },
  forbidden: {
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
  },
  not_found: {
    not_found: ['The record of the address does not exist', 'Patient not found: 0b0e3a1c-5a3f-4d0e-9c54-6d9f3f0e7a11'],
    reference_not_found: [
      'A record that the body refers to does not exist',
      'Department not found: 0b0e3a1c-5a3f-4d0e-9c54-6d9f3f0e7a11',
    ],
    route_not_found: ['The service has no such path', 'Not found'],
  },
  method_not_allowed: {
    method_not_allowed: ['The path has other methods: `Allow` names them', 'Method not allowed'],
  },
  conflict: {
    duplicate: DUPLICATE,
    conflict: [
      'Others are changing the record at this moment: try again',
      'Invoice is being changed by others at the same time; try again',
    ],
    overlap: [
      'The doctor has another appointment at that time',
      'The doctor has another appointment at that time: 8405c7ae-8c6b-4f1b-aa5a-c8b267308730',
    ],
    changed_since: [
      'It cannot be undone, because what it changed has been changed since; `detail` names that',
      'Since the merge these have changed: invoice 8405c7ae-8c6b-4f1b-aa5a-c8b267308730, phone_number',
    ],
    already_merged: [
      'The merge took place with another `take`; `detail` names the fields. Change the patient, or undo the merge first',
      'These were merged before, with another choice of fields to take: last_name',
    ],
    held: [
      'Somebody else holds that time, for the minutes that a form takes; `detail` says until when',
      'Somebody else holds that time until 2027-01-04T07:49:50.412Z',
    ],
    no_resource: [
      'The room that is named, or any of the kind that the type needs, is not free at that time',
      'The room, or any of the kind, is not free at that time',
    ],
    retired: [
      'Visits of this type are made no more: `retired_at` of the type says since when',
      'No appointments of this type are made any more',
    ],
    not_offered: [
      'A program books by type, moves what has one, and holds, only what `GET /calendar/slots` offers; `detail` says what is in the way',
      'The doctor has no hours at that time',
    ],
    nothing_free: [
      'Every visit of the series would be skipped',
      'No visit of the series can be made: 2030-01-07T09:00 closed: Midsummer',
    ],
    closed: [
      'The hospital, the department or the doctor takes no appointments at that time; `detail` names the closure',
      'No appointments are made at that time: Midsummer',
    ],
    email_unconfirmed: [
      'An account becomes an admin only under an e-mail that its owner or an admin has chosen: `PATCH /doctor/{id}` with it',
      'Somebody else has chosen the e-mail of this account. An admin has to confirm it before it becomes an admin: PATCH /doctor/{id} with user.email',
    ],
    password_unconfirmed: [
      'An account becomes an admin only with a password that its owner has set: `POST /auth/users/{id}/reset`',
      'Somebody else has set the password of this account. Its owner has to set one before it becomes an admin: POST /auth/users/{id}/reset answers a token for that',
    ],
    other_credentials: [
      'The client logs in by its keys, and has no secret, or the other way round',
      'The client has keys, and no secret',
    ],
    idempotency_key: [
      '`Idempotency-Key` was used for another request, or what it created is gone',
      'Idempotency-Key was used for another request',
    ],
  },
  gone: {
    merged: [
      'The patient was merged into another one: `merged_into` is its id, `Link` with rel="canonical" its address',
      'Patient 62c6f382-bde3-4403-85ce-0b9cace729a3 was merged into 0b0e3a1c-5a3f-4d0e-9c54-6d9f3f0e7a11',
    ],
  },
  length_required: {
    length_required: ['`Content-Length` is missing', 'Content-Length is required'],
  },
  outdated: {
    outdated: [
      'The record was changed since the version in `If-Match`: read it again',
      'Patient was changed by someone else since it was read',
    ],
  },
  too_large: {
    too_large: ['The body, or the record that it would make, is too large', 'The body is larger than 1048576 bytes'],
  },
  unsupported_media_type: {
    unsupported_media_type: UNSUPPORTED_MEDIA_TYPE,
  },
  range_not_satisfiable: {
    range_not_satisfiable: ['The file has no such bytes', 'The file has 48213 bytes'],
  },
  invalid: {},
  throttled: {
    throttled: ['Too many requests, or wrong passwords: wait as `Retry-After` says', 'Too many requests'],
  },
  unavailable: {
    unavailable: ['Storage does not answer: try again as `Retry-After` says', 'Storage is briefly unavailable'],
    not_configured: [
      'A variable of the deployment is missing or wrong',
      'The service is not configured: JWT_SECRET is missing',
    ],
    not_migrated: [
      'The database lacks a migration',
      'The database is not migrated: run npm run migrate (in a deployment npm run migrate:remote)',
    ],
    full: ['The database is full', 'The database is full: only its operator can make room'],
  },
  internal: {
    internal: ['Something unexpected; `request_id` finds it in the logs', 'Internal server error'],
  },
} as const satisfies Record<AnyErrorKind, Record<string, Code>>;

export type CodeOf<Kind extends AnyErrorKind> = { [K in Kind]: keyof (typeof ERROR_CODES)[K] }[Kind];
export type ErrorCode = CodeOf<AnyErrorKind>;

export const codesOf = (kind: AnyErrorKind) =>
  Object.entries<Code>(ERROR_CODES[kind]).map(([code, [when, example]]) => ({ code, when, example }));

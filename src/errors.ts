/** One fault of the input, in the vocabulary of FastAPI and pydantic, which clients of this interface know. */
export interface Fault {
  /** `path`, `query`, `body` or `header`, then every path segment; array indexes are numbers */
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** What services throw. */
export type ErrorKind =
  | 'rule'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'outdated'
  | 'invalid'
  | 'throttled'
  | 'unavailable';

/** Errors of HTTP itself, which no service knows. */
export type HttpErrorKind =
  | 'method_not_allowed'
  | 'length_required'
  | 'too_large'
  | 'unsupported_media_type'
  | 'range_not_satisfiable';

export type AnyErrorKind = ErrorKind | HttpErrorKind;

/**
 * What `code` tells a program beside `detail`, by kind of error, and when it is sent: for people, in docs/decisions.md and in
 * the API reference. An error without a code of its own has the name of its kind. Codes are only added, never renamed.
 */
export const ERROR_CODES = {
  invalid_body: { kinds: ['rule'], when: 'The body is missing, cut off, or not what its type says' },
  invalid_bookmark: { kinds: ['rule'], when: '`x-d1-bookmark` is not one of this service' },
  duplicate: { kinds: ['rule', 'conflict'], when: 'A value that must be unique is taken; `detail` names the field' },
  inconsistent: { kinds: ['rule'], when: 'Fields do not fit together, as an appointment of another patient' },
  transition: { kinds: ['rule'], when: 'The status cannot become the one that is asked for' },
  not_editable: { kinds: ['rule'], when: 'A record of this status does not take the change, or no payment' },
  in_use: { kinds: ['rule'], when: 'Other records refer to it' },
  amount: {
    kinds: ['rule'],
    when: 'Amounts do not fit: below 0, too large, more than was paid, or not as the status says',
  },
  wrong_password: { kinds: ['rule'], when: 'The own password, asked for again, is wrong' },
  own_account: { kinds: ['rule'], when: 'Admins cannot do this to their own account' },
  account_disabled: { kinds: ['rule'], when: 'The account is disabled: enable it first' },
  email_unconfirmed: {
    kinds: ['rule'],
    when: 'The account waits to be an admin under an e-mail that others have chosen: an admin has to set it',
  },
  totp_inactive: { kinds: ['rule'], when: 'No second factor is active, or being set up' },
  totp_mandatory: { kinds: ['rule'], when: 'The account must keep its second factor' },
  totp_required: { kinds: ['rule', 'unauthenticated'], when: 'The password is right: send a code as `totp`, too' },
  totp_invalid: {
    kinds: ['rule', 'unauthenticated'],
    when: 'The password is right, but the code is wrong or was used',
  },
  unauthenticated: { kinds: ['unauthenticated'], when: 'No bearer token was sent' },
  token_expired: { kinds: ['unauthenticated'], when: 'The access token has expired: refresh it' },
  token_invalid: { kinds: ['unauthenticated'], when: 'The access token is not valid: log in' },
  session_ended: { kinds: ['unauthenticated'], when: 'The login, or what its account was, has ended: log in again' },
  login_failed: { kinds: ['unauthenticated'], when: 'E-mail and password do not log in' },
  refresh_token_invalid: { kinds: ['unauthenticated'], when: 'No refresh token that still works: log in again' },
  password_token_invalid: { kinds: ['unauthenticated'], when: 'The one-time token does not work: ask for a new one' },
  forbidden: { kinds: ['forbidden'], when: 'The role of the account does not allow it' },
  signup_closed: { kinds: ['forbidden'], when: 'Accounts are made by invitation only' },
  not_found: { kinds: ['not_found'], when: 'The record of the address does not exist' },
  reference_not_found: { kinds: ['not_found'], when: 'A record that the body refers to does not exist' },
  route_not_found: { kinds: ['not_found'], when: 'The service has no such path' },
  method_not_allowed: { kinds: ['method_not_allowed'], when: 'The path has other methods: `Allow` names them' },
  conflict: { kinds: ['conflict'], when: 'Others are changing the record at this moment: try again' },
  overlap: { kinds: ['conflict'], when: 'The doctor has another appointment at that time' },
  idempotency_key: {
    kinds: ['conflict'],
    when: '`Idempotency-Key` was used for another request, or what it created is gone',
  },
  length_required: { kinds: ['length_required'], when: '`Content-Length` is missing' },
  outdated: { kinds: ['outdated'], when: 'The record was changed since the version in `If-Match`: read it again' },
  too_large: { kinds: ['too_large'], when: 'The body, or the record that it would make, is too large' },
  unsupported_media_type: {
    kinds: ['unsupported_media_type', 'rule'],
    when: 'The type of the body or of the file is not taken',
  },
  range_not_satisfiable: { kinds: ['range_not_satisfiable'], when: 'The file has no such bytes' },
  throttled: { kinds: ['throttled'], when: 'Too many requests, or wrong passwords: wait as `Retry-After` says' },
  unavailable: { kinds: ['unavailable'], when: 'Storage does not answer: try again as `Retry-After` says' },
  not_configured: { kinds: ['unavailable'], when: 'A variable of the deployment is missing or wrong' },
  not_migrated: { kinds: ['unavailable'], when: 'The database lacks a migration' },
  full: { kinds: ['unavailable'], when: 'The database is full' },
  internal: { kinds: ['internal'], when: 'Something unexpected; `request_id` finds it in the logs' },
} as const satisfies Record<string, { kinds: readonly (AnyErrorKind | 'internal')[]; when: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;
/** The codes that an error of this kind may have. */
export type CodeOf<Kind> = {
  [Code in ErrorCode]: Kind extends (typeof ERROR_CODES)[Code]['kinds'][number] ? Code : never;
}[ErrorCode];

/** What services throw. `http/errors.ts` gives each kind its status and headers. */
export class AppError<Kind extends ErrorKind = ErrorKind> extends Error {
  override readonly name: string = 'AppError';
  readonly kind: Kind;
  /** where it is not the name of the kind */
  readonly code: CodeOf<Kind> | undefined;

  constructor(kind: Kind, message: string, code?: CodeOf<Kind>) {
    super(message);
    this.kind = kind;
    this.code = code;
  }
}

/** A well-formed request breaks a rule of the hospital (duplicate code, forbidden transition). */
export class RuleError extends AppError<'rule'> {
  constructor(code: CodeOf<'rule'>, message: string) {
    super('rule', message, code);
  }
}

export class NotFoundError extends AppError<'not_found'> {
  constructor(entity: string, id?: string, code?: CodeOf<'not_found'>) {
    super('not_found', id === undefined ? `${entity} not found` : `${entity} not found: ${id}`, code);
  }
}

/** Records that the body refers to do not exist. */
export class ReferenceNotFoundError extends AppError<'not_found'> {
  constructor(...missing: readonly [entity: string, id: string][]) {
    super('not_found', missing.map(([entity, id]) => `${entity} not found: ${id}`).join('; '), 'reference_not_found');
  }
}

export class ForbiddenError extends AppError<'forbidden'> {
  constructor(message = 'Permission denied', code?: CodeOf<'forbidden'>) {
    super('forbidden', message, code);
  }
}

interface Unauthenticated {
  code?: CodeOf<'unauthenticated'>;
  /** why the access token is not valid, where one was sent */
  tokenFault?: string;
}

export class UnauthenticatedError extends AppError<'unauthenticated'> {
  readonly tokenFault: string | undefined;

  constructor(message = 'Not authenticated', { code, tokenFault }: Unauthenticated = {}) {
    super('unauthenticated', message, code);
    this.tokenFault = tokenFault;
  }
}

/** A wrong password or code, or none that could be right. */
export class LoginFailedError extends UnauthenticatedError {
  /** what the access log calls the account; an e-mail is never in it */
  readonly tried: { entity: string; entity_id: string };

  constructor(code: CodeOf<'unauthenticated'>, message: string, tried: LoginFailedError['tried']) {
    super(message, { code });
    this.tried = tried;
  }
}

export class ConflictError extends AppError<'conflict'> {
  constructor(code: CodeOf<'conflict'>, message: string) {
    super('conflict', message, code);
  }
}

/** The record is no longer the version that the client has seen. */
export class OutdatedError extends AppError<'outdated'> {
  constructor(entity: string) {
    super('outdated', `${entity} was changed by someone else since it was read`);
  }
}

/** The client must wait. */
export class ThrottledError extends AppError<'throttled'> {
  readonly retryAfterSeconds: number;

  /** @param seconds until another attempt makes sense; rounded up to whole ones, at least 1 */
  constructor(message: string, seconds: number) {
    super('throttled', message);
    this.retryAfterSeconds = Math.max(1, Math.ceil(seconds));
  }
}

/** Seconds, at random from 1 to 5, so that clients who failed together do not come back together. */
export const soon = () => 1 + Math.floor(Math.random() * 5);

/** A part of the service does not answer at the moment. */
export class UnavailableError extends AppError<'unavailable'> {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds = soon(), code?: CodeOf<'unavailable'>) {
    super('unavailable', message, code);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Every fault of the input at once. */
export class InvalidError extends AppError<'invalid' | 'rule'> {
  readonly faults: Fault[];

  /** @param kind `rule` for signup, to which the interface gives another status */
  constructor(faults: Fault[], kind: 'invalid' | 'rule' = 'invalid') {
    super(kind, 'Validation error');
    this.faults = faults;
  }
}

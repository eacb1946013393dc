/** One fault of the input, in the vocabulary of FastAPI and pydantic, which clients of this interface know. */
export interface Fault {
  /** `path`, `query`, `body` or `header`, then every path segment; array indexes are numbers */
  loc: (string | number)[];
  msg: string;
  type: string;
}

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

/** Reasons that a client must tell apart, beside `detail`. */
export type ErrorCode = 'totp_required' | 'totp_invalid';

/** What services throw. `http/errors.ts` gives each kind its status and headers. */
export class AppError extends Error {
  override readonly name: string = 'AppError';

  /** @param code tells a program what the message tells a person, where the status alone does not */
  constructor(
    readonly kind: ErrorKind,
    message: string,
    readonly code?: ErrorCode,
  ) {
    super(message);
  }
}

/** A well-formed request breaks a rule of the hospital (duplicate code, forbidden transition). */
export class RuleError extends AppError {
  constructor(message: string, code?: ErrorCode) {
    super('rule', message, code);
  }
}

export class NotFoundError extends AppError {
  constructor(entity: string, id?: string) {
    super('not_found', id === undefined ? `${entity} not found` : `${entity} not found: ${id}`);
  }
}

export class ForbiddenError extends AppError {
  constructor(message = 'Permission denied') {
    super('forbidden', message);
  }
}

export class UnauthenticatedError extends AppError {
  /** @param tokenFault why the access token is not valid, where one was sent */
  constructor(
    message = 'Not authenticated',
    readonly tokenFault?: string,
    code?: ErrorCode,
  ) {
    super('unauthenticated', message, code);
  }
}

/** A wrong password or code, or none that could be right. */
export class LoginFailedError extends UnauthenticatedError {
  /** @param tried what the access log calls the account; an e-mail is never in it */
  constructor(
    message: string,
    readonly tried: { entity: string; entity_id: string },
    code?: ErrorCode,
  ) {
    super(message, undefined, code);
  }
}

export class ConflictError extends AppError {
  constructor(message: string) {
    super('conflict', message);
  }
}

/** The record is no longer the version that the client has seen. */
export class OutdatedError extends AppError {
  constructor(entity: string) {
    super('outdated', `${entity} was changed by someone else since it was read`);
  }
}

/** The client must wait. */
export class ThrottledError extends AppError {
  readonly retryAfterSeconds: number;

  /** @param seconds until another attempt makes sense; rounded up to whole ones, at least 1 */
  constructor(message: string, seconds: number) {
    super('throttled', message);
    this.retryAfterSeconds = Math.max(1, Math.ceil(seconds));
  }
}

/** Seconds, at random from 1 to 5, so that clients who failed together do not come back together. */
const soon = () => 1 + Math.floor(Math.random() * 5);

/** A part of the service does not answer at the moment. */
export class UnavailableError extends AppError {
  constructor(
    message: string,
    readonly retryAfterSeconds = soon(),
  ) {
    super('unavailable', message);
  }
}

/** Every fault of the input at once. */
export class InvalidError extends AppError {
  /** @param kind `rule` for signup, to which the interface gives another status */
  constructor(
    readonly faults: Fault[],
    kind: 'invalid' | 'rule' = 'invalid',
  ) {
    super(kind, 'Validation error');
  }
}

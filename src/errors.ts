/** One fault of a request, in the vocabulary of FastAPI and pydantic, which clients of this interface know. */
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
  | 'method_not_allowed'
  | 'conflict'
  | 'length_required'
  | 'precondition_failed'
  | 'too_large'
  | 'unsupported_media_type'
  | 'range_not_satisfiable'
  | 'invalid'
  | 'too_many_requests'
  | 'unavailable';

/** What services throw. Knows no HTTP; `http/errors.ts` gives each kind its status. */
export class AppError extends Error {
  override readonly name: string = 'AppError';

  constructor(
    readonly kind: ErrorKind,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

/** A well formed request that breaks a rule of the hospital (duplicate code, forbidden transition). */
export class RuleError extends AppError {
  constructor(message: string) {
    super('rule', message);
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

/** RFC 6750: a request without credentials is told the scheme, one with bad ones also why. */
export class UnauthenticatedError extends AppError {
  constructor(message = 'Not authenticated', challenge = 'Bearer') {
    super('unauthenticated', message, { 'www-authenticate': challenge });
  }
}

/** The record is no longer the version that `If-Match` named. */
export class PreconditionFailedError extends AppError {
  constructor(entity: string) {
    super('precondition_failed', `${entity} was changed by someone else since it was read`);
  }
}

export class TooManyRequestsError extends AppError {
  /** @param seconds until another try makes sense */
  constructor(message: string, seconds: number) {
    super('too_many_requests', message, { 'retry-after': String(Math.max(1, Math.ceil(seconds))) });
  }
}

export class UnavailableError extends AppError {
  constructor(message: string) {
    super('unavailable', message, { 'retry-after': '2' });
  }
}

/** Every fault of the request at once. The interface gives signup another status for it: kind `rule`. */
export class InvalidError extends AppError {
  constructor(
    readonly faults: Fault[],
    kind: 'invalid' | 'rule' = 'invalid',
  ) {
    super(kind, 'Validation error');
  }
}

import type { CodeOf, ErrorKind } from './error-table';

/** In the vocabulary of FastAPI and pydantic, which clients of this interface know. */
export interface Fault {
  /** `path`, `query`, `body` or `header`, then every path segment; array indexes are numbers */
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** What services throw. They know no status. */
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

export class OutdatedError extends AppError<'outdated'> {
  constructor(entity: string) {
    super('outdated', `${entity} was changed by someone else since it was read`);
  }
}

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

export class UnavailableError extends AppError<'unavailable'> {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds = soon(), code?: CodeOf<'unavailable'>) {
    super('unavailable', message, code);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export class InvalidError extends AppError<'invalid' | 'rule'> {
  readonly faults: Fault[];

  /** @param kind `rule` for signup, to which the interface gives another status */
  constructor(faults: Fault[], kind: 'invalid' | 'rule' = 'invalid') {
    super(kind, 'Validation error');
    this.faults = faults;
  }
}

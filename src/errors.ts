import type { CodeOf } from './error-codes';
import type { ErrorKind } from './error-kinds';

/** In the words of FastAPI and pydantic, which clients of this interface know. */
export interface Fault {
  /** `path`, `query`, `body` or `header`, then the path to the value; array indexes are numbers */
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** Services know no status. */
export class AppError<Kind extends ErrorKind = ErrorKind> extends Error {
  override readonly name: string = 'AppError';
  readonly kind: Kind;
  /** undefined where it is the name of the kind */
  readonly code: CodeOf<Kind> | undefined;

  constructor(kind: Kind, message: string, code?: CodeOf<Kind>) {
    super(message);
    this.kind = kind;
    this.code = code;
  }
}

/** The request is well-formed, but breaks a rule of the hospital. */
export class RuleError extends AppError<'rule'> {
  constructor(code: CodeOf<'rule'>, message: string) {
    super('rule', message, code);
  }
}

/** The request for a token is wrong in a way that OAuth 2.0 has a word for (RFC 6749 5.2). */
export class OAuthError extends AppError<'rule'> {
  readonly error: 'invalid_request' | 'invalid_scope' | 'unsupported_grant_type';

  constructor(error: OAuthError['error'], message: string) {
    super('rule', message);
    this.error = error;
  }
}

export class NotFoundError extends AppError<'not_found'> {
  constructor(entity: string, id?: string, code?: CodeOf<'not_found'>) {
    super('not_found', id === undefined ? `${entity} not found` : `${entity} not found: ${id}`, code);
  }
}

/** The record was the same person as another one, which has all that belonged to it. */
export class MergedError extends AppError<'gone'> {
  readonly mergedInto: string;

  constructor(entity: string, id: string, mergedInto: string) {
    super('gone', `${entity} ${id} was merged into ${mergedInto}`, 'merged');
    this.mergedInto = mergedInto;
  }
}

/** The database was taken back to an earlier time, or the row was archived. */
export class TrailGoneError extends AppError<'trail_gone'> {
  /** @param first event that is there; undefined where none was found */
  constructor(first: string | undefined) {
    const there = first === undefined ? '' : `. The first event of the last 30 days is ${first}`;
    super('trail_gone', `The audit trail has no such row any more${there}`);
  }
}

export class ReferenceNotFoundError extends AppError<'not_found'> {
  readonly entities: readonly string[];

  constructor(...missing: readonly (readonly [entity: string, id: string])[]) {
    super('not_found', missing.map(([entity, id]) => `${entity} not found: ${id}`).join('; '), 'reference_not_found');
    this.entities = missing.map(([entity]) => entity);
  }
}

export class ForbiddenError extends AppError<'forbidden'> {
  constructor(message = 'Permission denied', code?: CodeOf<'forbidden'>) {
    super('forbidden', message, code);
  }
}

interface Unauthenticated {
  code?: CodeOf<'unauthenticated'>;
  /** why the access token that was sent is not valid */
  tokenFault?: string;
}

export class UnauthenticatedError extends AppError<'unauthenticated'> {
  readonly tokenFault: string | undefined;

  constructor(message = 'Not authenticated', { code, tokenFault }: Unauthenticated = {}) {
    super('unauthenticated', message, code);
    this.tokenFault = tokenFault;
  }
}

export class LoginFailedError extends UnauthenticatedError {
  /** how the access log names the account; never by its e-mail */
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

/** A value that must be unique is taken. */
export class DuplicateError extends AppError<'rule' | 'conflict'> {
  /** of the record, as a dotted path: `user.email` */
  readonly field: string;
  /** ids of the patients who have it; undefined where it is no patient's */
  heldBy: readonly string[] | undefined;

  /** @param kind `conflict` for accounts, to which the interface gives another status */
  constructor(field: string, message: string, kind: 'rule' | 'conflict' = 'rule') {
    super(kind, message, 'duplicate');
    this.field = field;
  }
}

export class OutdatedError extends AppError<'outdated'> {
  constructor(entity: string) {
    super('outdated', `${entity} was changed by someone else since it was read`);
  }
}

export class ThrottledError extends AppError<'throttled'> {
  readonly retryAfterSeconds: number;

  /** @param seconds until another attempt makes sense */
  constructor(message: string, seconds: number) {
    super('throttled', message);
    this.retryAfterSeconds = Math.max(1, Math.ceil(seconds));
  }
}

/** Seconds, at random, so that clients who failed together do not come back together. */
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

/** @param fields two of a body, of which one is given: the other one is null. @throws InvalidError */
export function requireOneOf(fields: Readonly<Record<string, string | null>>): void {
  if (Object.values(fields).filter((value) => value !== null).length === 1) return;
  const names = Object.keys(fields);
  const msg = `Exactly one of ${names.join(' and ')} should be given`;
  throw new InvalidError([{ loc: ['body', ...names.slice(0, 1)], msg, type: 'value_error' }]);
}

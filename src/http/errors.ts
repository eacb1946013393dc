import { HTTPException } from 'hono/http-exception';
import { StorageError } from '../db/errors';
import { TEXTS_MAX } from '../db/written-bytes';
import { SettingsError } from '../env';
import { type AnyErrorKind, ERROR_KINDS, type HttpErrorKind } from '../error-kinds';
import {
  AppError,
  DuplicateError,
  InvalidError,
  MergedError,
  RuleError,
  soon,
  ThrottledError,
  TrailGoneError,
  UnauthenticatedError,
  UnavailableError,
} from '../errors';
import { failureOf, type Level } from '../log';
import { type AppContext, baseUrl } from './context';
import { linkTo } from './lists';

export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly kind: HttpErrorKind;
  readonly headers: Record<string, string>;

  constructor(kind: HttpErrorKind, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.kind = kind;
    this.headers = headers;
  }
}

/** Faults in one answer: a body may have one in each of its elements. */
export const FAULTS_MAX = 100;

function toClientError(error: unknown): AppError | HttpError | undefined {
  if (error instanceof AppError || error instanceof HttpError) return error;
  if (error instanceof SettingsError) {
    return new UnavailableError(`The service is not configured: ${error.message}`, 60, 'not_configured');
  }
  if (error instanceof HTTPException) {
    return error.status === 413
      ? new HttpError('too_large', error.message)
      : new RuleError('invalid_body', error.message);
  }
  if (!(error instanceof StorageError)) return undefined;
  if (error.kind === 'not-migrated') {
    return new UnavailableError(
      'The database is not migrated: run npm run migrate (in a deployment npm run migrate:remote)',
      soon(),
      'not_migrated',
    );
  }
  if (error.kind === 'too-large') {
    const max = TEXTS_MAX.toLocaleString('en');
    return new HttpError('too_large', `The record would be too large: its texts may have ${max} bytes together`);
  }
  if (error.kind === 'full') {
    return new UnavailableError('The database is full: only its operator can make room', 60, 'full');
  }
  if (error.kind === 'unavailable' || error.kind === 'overloaded') {
    return new UnavailableError('Storage is briefly unavailable');
  }
  return undefined;
}

function headersOf(c: AppContext, error: AppError | HttpError): Record<string, string> {
  if (error instanceof HttpError) return error.headers;
  // Only a list of events has a first page.
  if (error instanceof TrailGoneError)
    return c.req.method === 'GET' ? { link: linkTo(c, 'first', { after: null }) } : {};
  if (error instanceof ThrottledError || error instanceof UnavailableError) {
    return { 'retry-after': String(error.retryAfterSeconds) };
  }
  if (!(error instanceof UnauthenticatedError)) return {};
  // RFC 6750 3.1: without a token, the challenge names the scheme alone.
  const { tokenFault } = error;
  const challenge = tokenFault ? `Bearer error="invalid_token", error_description="${tokenFault}"` : 'Bearer';
  return { 'www-authenticate': challenge };
}

/** RFC 6596: the one that is preferred of two with the same content. */
const answerMerged = (c: AppContext, { message: detail, mergedInto: merged_into }: MergedError, code: string) =>
  c.json({ detail, code, merged_into }, ERROR_KINDS.gone.status, {
    link: `<${baseUrl(c)}/patient/${merged_into}>; rel="canonical"`,
  });

/** A storage that does not answer is back in a moment; a service that is not set up needs its operator. */
function levelOf(error: unknown, expected: AppError | HttpError | undefined): Level {
  if (!expected) return 'error';
  if (expected.kind !== 'unavailable') return 'info';
  const passes = !(error instanceof StorageError) || error.kind === 'unavailable' || error.kind === 'overloaded';
  return error instanceof SettingsError || !passes ? 'error' : 'warn';
}

const causeOf = (error: unknown) => (error instanceof AppError || error instanceof HttpError ? {} : failureOf(error));

interface ErrorDescription {
  kind: AnyErrorKind;
  code: string;
  /** fit for the client: never the message of an unexpected error */
  detail: string;
  status: (typeof ERROR_KINDS)[AnyErrorKind]['status'];
  headers: Record<string, string>;
}

/** What the answer says, in whatever form; the log is told, too. */
export function describeError(c: AppContext, error: unknown): ErrorDescription {
  const expected = toClientError(error);
  const kind = expected?.kind ?? 'internal';
  c.set('failure', { level: levelOf(error, expected), error: kind, ...causeOf(error) });
  const { status, description } = ERROR_KINDS[kind];
  if (!expected) return { kind, code: kind, detail: description, status, headers: {} };
  const code = (expected instanceof AppError && expected.code) || kind;
  return { kind, code, detail: expected.message, status, headers: headersOf(c, expected) };
}

/** Neither the answer nor the log has the message of an unexpected error. */
export function onError(error: unknown, c: AppContext): Response {
  // They belong to the page that the error replaces.
  for (const name of ['link', 'x-search-approximate', 'x-search-incomplete']) c.header(name, undefined);
  const { kind, code, detail, status, headers } = describeError(c, error);
  if (kind === 'internal') return c.json({ detail, code, request_id: c.get('requestId') }, status);
  if (error instanceof InvalidError) return c.json({ detail: error.faults.slice(0, FAULTS_MAX) }, status);
  if (error instanceof MergedError) return answerMerged(c, error, code);
  const field = error instanceof DuplicateError ? error.field : undefined;
  return c.json({ detail, code, field }, status, headers);
}

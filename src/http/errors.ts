import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as z from 'zod';
import { StorageError } from '../db/errors';
import { SettingsError } from '../env';
import { AppError, type ErrorKind, InvalidError, UnavailableError } from '../errors';
import type { AppContext } from './context';

/** Each kind of error, its status and what the API reference says of it. */
export const ERRORS = {
  rule: { status: 400, description: 'Invalid request data' },
  unauthenticated: { status: 401, description: 'Not authenticated' },
  forbidden: { status: 403, description: 'Permission denied' },
  not_found: { status: 404, description: 'Entity not found' },
  method_not_allowed: { status: 405, description: 'Method not allowed' },
  conflict: { status: 409, description: 'Conflict' },
  length_required: { status: 411, description: 'Content-Length required' },
  precondition_failed: { status: 412, description: 'Changed since it was read (If-Match)' },
  too_large: { status: 413, description: 'Body too large' },
  unsupported_media_type: { status: 415, description: 'Content type not supported' },
  range_not_satisfiable: { status: 416, description: 'Range not satisfiable' },
  invalid: { status: 422, description: 'Validation error' },
  too_many_requests: { status: 429, description: 'Too many requests: wait as Retry-After says' },
  unavailable: { status: 503, description: 'Briefly unavailable: try again as Retry-After says' },
} as const satisfies Record<ErrorKind, { status: ContentfulStatusCode; description: string }>;

export const ErrorBody = z.object({ detail: z.string() }).meta({ id: 'Error' });
export const InternalErrorBody = z
  .object({ detail: z.literal('Internal server error'), request_id: z.string() })
  .meta({ id: 'InternalError' });
export const ValidationErrorBody = z
  .object({
    detail: z.array(
      z
        .object({ loc: z.array(z.union([z.string(), z.int()])), msg: z.string(), type: z.string() })
        .meta({ id: 'Fault' }),
    ),
  })
  .meta({ id: 'ValidationError' });

const HTTP_EXCEPTIONS: Record<number, ErrorKind> = { 400: 'rule', 413: 'too_large' };

function known(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error instanceof SettingsError) {
    return new AppError('unavailable', `The service is not configured: ${error.message}`, { 'retry-after': '60' });
  }
  if (error instanceof HTTPException) return new AppError(HTTP_EXCEPTIONS[error.status] ?? 'rule', error.message);
  if (!(error instanceof StorageError)) return undefined;
  if (error.kind === 'not-migrated') {
    return new UnavailableError(
      'The database is not migrated: run npm run migrate (in a deployment npm run migrate:remote)',
    );
  }
  return error.kind === 'unavailable' ? new UnavailableError('Storage is briefly unavailable') : undefined;
}

/** The one place where an error becomes an answer. What is not known leaves neither message nor stack, here or in the log. */
export function onError(error: unknown, c: AppContext): Response {
  const expected = known(error);
  if (expected) {
    const status = ERRORS[expected.kind].status;
    const detail = expected instanceof InvalidError ? expected.faults : expected.message;
    return c.json({ detail }, status, expected.headers);
  }
  const request_id = c.get('requestId');
  const name = error instanceof StorageError ? error.message : error instanceof Error ? error.name : typeof error;
  console.error(
    JSON.stringify({ level: 'error', event: 'internal_error', request_id, method: c.req.method, error: name }),
  );
  return c.json({ detail: 'Internal server error', request_id }, 500);
}

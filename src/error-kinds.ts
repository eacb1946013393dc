// The kinds of errors and their statuses. What codes each kind has: error-codes/.

/** `description` is that of the API reference. */
interface Kind {
  status: number;
  description: string;
}

const SERVICE_ERRORS = {
  rule: { status: 400, description: 'Invalid request data' },
  unauthenticated: { status: 401, description: 'Not authenticated' },
  forbidden: { status: 403, description: 'Permission denied' },
  not_found: { status: 404, description: 'Entity not found' },
  conflict: { status: 409, description: 'Conflict' },
  gone: { status: 410, description: 'Merged into another record' },
  trail_gone: { status: 410, description: 'The audit trail has no such row any more' },
  outdated: { status: 412, description: 'Changed since it was read (If-Match)' },
  invalid: { status: 422, description: 'Validation error' },
  throttled: { status: 429, description: 'Too many requests: wait as Retry-After says' },
  unavailable: { status: 503, description: 'Briefly unavailable: try again as Retry-After says' },
} as const satisfies Record<string, Kind>;

const HTTP_ERRORS = {
  method_not_allowed: { status: 405, description: 'Method not allowed' },
  length_required: { status: 411, description: 'Content-Length required' },
  too_large: { status: 413, description: 'Body too large' },
  unsupported_media_type: { status: 415, description: 'Content type not supported' },
  range_not_satisfiable: { status: 416, description: 'Range not satisfiable' },
} as const satisfies Record<string, Kind>;

export const ERROR_KINDS = {
  ...SERVICE_ERRORS,
  ...HTTP_ERRORS,
  internal: { status: 500, description: 'Internal server error' },
} as const;

export type ErrorKind = keyof typeof SERVICE_ERRORS;
export type HttpErrorKind = keyof typeof HTTP_ERRORS;
export type AnyErrorKind = keyof typeof ERROR_KINDS;

// The API reference and docs/errors.md (`npm run generate`) are made from this table, and from error-kinds.ts. It is not in the
// Worker's bundle, as there nothing but types asks for it. Kinds of many codes have files of their own.
import type { AnyErrorKind } from '../error-kinds';
import { forbidden, unauthenticated } from './access';
import { conflict } from './conflict';
import { rule } from './rule';
import { type Code, type Codes, UNSUPPORTED_MEDIA_TYPE } from './shared';

/** Codes are only added, never renamed: programs read them. An error without one has the name of its kind. */
export const ERROR_CODES = {
  rule,
  unauthenticated,
  forbidden,
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
  conflict,
  gone: {
    merged: [
      'The patient was merged into another one: `merged_into` is its id, `Link` with rel="canonical" its address',
      'Patient 62c6f382-bde3-4403-85ce-0b9cace729a3 was merged into 0b0e3a1c-5a3f-4d0e-9c54-6d9f3f0e7a11',
    ],
  },
  trail_gone: {
    trail_gone: [
      'The audit trail has no such row any more, as the database was restored or the row was archived: `GET /events/` begins anew, by `Link` with rel="first"',
      'The audit trail has no such row any more. The first event of the last 30 days is evt_148_9f86d081884c7d65',
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
} as const satisfies Record<AnyErrorKind, Codes>;

export type CodeOf<Kind extends AnyErrorKind> = { [K in Kind]: keyof (typeof ERROR_CODES)[K] }[Kind];
export type ErrorCode = CodeOf<AnyErrorKind>;

export const codesOf = (kind: AnyErrorKind) =>
  Object.entries<Code>(ERROR_CODES[kind]).map(([code, [when, example]]) => ({ code, when, example }));

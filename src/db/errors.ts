import { DuplicateError } from '../errors';

type StorageErrorKind =
  | 'unique'
  /** what would have been written was undone, as asked for (idempotency.ts) */
  | 'trial'
  /** passes by itself, mostly at once; the batch may have taken effect */
  | 'unavailable'
  /** passes, but trying again at once makes it worse */
  | 'overloaded'
  /** the database, or the account's storage, has its largest size: somebody must act */
  | 'full'
  | 'not-migrated'
  /** refused before it was sent: D1 takes no row of this size */
  | 'too-large'
  | 'failed';

/** This file alone reads the database's own messages: they hold SQL and values, and so patients' data. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly kind: StorageErrorKind;
  /** `table.column` of a broken UNIQUE constraint */
  readonly columns: readonly string[];
  /** SQLite refused the batch, so nothing was written; otherwise it may have been */
  readonly refused: boolean;
  /** SQLite's own, as `SQLITE_BUSY` */
  code: string | undefined;

  constructor(kind: StorageErrorKind, columns: readonly string[] = [], refused = false) {
    super(`storage: ${[kind, ...columns].join(' ')}`);
    this.kind = kind;
    this.columns = columns;
    this.refused = refused;
  }
}

const UNIQUE = /UNIQUE constraint failed: ([\w., ]+)/;

/**
 * The first that fits counts. Messages are SQLite's, those of developers.cloudflare.com/d1/observability/debug-d1, and of
 * Cloudflare's runtime and network: `internal error; reference =`, and what comes where D1's answer should (`Failed to parse
 * body as JSON, got: error code: 1031`, or a page of HTML). A limit of the free plan ends at midnight (UTC).
 */
const STORAGE_ERRORS: readonly [kind: StorageErrorKind, message: RegExp][] = [
  ['trial', /NOT NULL constraint failed: idempotency_key\.actor/],
  ['full', /SQLITE_FULL|database or disk is full|Exceeded maximum DB size|maximum account storage limit/i],
  [
    'overloaded',
    /is overloaded|Requests queued for too long|Too many requests queued|exceeded (timeout|(its )?(memory|CPU time) limit)|daily row (read|write) limit|timed out|SQLITE_(INTERRUPT|NOMEM)/i,
  ],
  [
    'unavailable',
    /Network connection lost|destination server is unavailable|disconnected from primary|to be reset|(was|been) reset|reset because|transient issue|client disconnected|\binternal error\b|Failed to parse body as JSON|SQLITE_BUSY|database is locked/i,
  ],
  ['not-migrated', /no such (table|column|index)|has no column named|ON CONFLICT clause does not match/],
];

function classified(error: unknown): StorageError {
  const message =
    error instanceof Error ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}` : '';
  const unique = UNIQUE.exec(message)?.[1];
  if (unique) {
    const columns = unique.split(',').map((column) => column.trim());
    return new StorageError('unique', columns, true);
  }
  const kind = STORAGE_ERRORS.find(([, pattern]) => pattern.test(message))?.[0] ?? 'failed';
  const refused =
    kind === 'full' || kind === 'trial' || kind === 'not-migrated' || (kind === 'failed' && /SQLITE_/.test(message));
  return new StorageError(kind, [], refused);
}

// Only at the end: what stands before may quote anything.
const CODE = /: (SQLITE_[A-Z_]{1,40})(?: \(extended: (SQLITE_[A-Z_]{1,40})\))?$/;

export function storageError(error: unknown): StorageError {
  const storage = classified(error);
  const [, code, extended] = CODE.exec(error instanceof Error ? error.message : '') ?? [];
  storage.code = extended ?? code;
  return storage;
}

/**
 * For `catch`: a broken UNIQUE constraint becomes a DuplicateError.
 * @param fields `table.column` → field of the record
 * @param called of a field that is a list: what one of it is called
 */
export const rethrowUnique =
  (entity: string, fields: Readonly<Record<string, string>>, called: Readonly<Record<string, string>> = {}) =>
  (error: unknown): never => {
    if (!(error instanceof StorageError) || error.kind !== 'unique') throw error;
    const field = error.columns.map((column) => fields[column]).find(Boolean);
    throw field ? new DuplicateError(field, `${entity} with this ${called[field] ?? field} already exists`) : error;
  };

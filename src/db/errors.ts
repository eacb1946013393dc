/**
 * A failure of the database: its kind, and for UNIQUE the columns. This file alone looks at the database's own messages,
 * which hold SQL and values, and so patients' data.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  /** SQLite's own, where it was SQLite that failed: `SQLITE_BUSY` */
  code: string | undefined;

  constructor(
    readonly kind: 'unique' | 'unavailable' | 'not-migrated' | 'too-large' | 'failed',
    /** `table.column` of a broken UNIQUE constraint */
    readonly columns: readonly string[] = [],
    /** SQLite refused the batch, so nothing was written; otherwise it may have been */
    readonly refused = false,
  ) {
    super(`storage: ${[kind, ...columns].join(' ')}`);
  }
}

const UNIQUE = /UNIQUE constraint failed: ([\w., ]+)/;
// Messages of failures that pass, as Cloudflare documents them (developers.cloudflare.com/d1/observability/debug-d1).
const PASSING =
  /Network connection lost|caused object to be reset|was reset|has been reset|reset because its code was updated|D1 DB is overloaded|transient issue|SQLITE_BUSY|database is locked/i;

function classified(error: unknown): StorageError {
  const message =
    error instanceof Error ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}` : '';
  const unique = UNIQUE.exec(message)?.[1];
  if (unique)
    return new StorageError(
      'unique',
      unique.split(',').map((column) => column.trim()),
      true,
    );
  if (PASSING.test(message)) return new StorageError('unavailable');
  if (/no such (table|column|index)/.test(message)) return new StorageError('not-migrated');
  return new StorageError('failed', [], /SQLITE_/.test(message));
}

// At the end of the message, which before it may quote anything.
const CODE = /: (SQLITE_[A-Z_]{1,40})(?: \(extended: (SQLITE_[A-Z_]{1,40})\))?$/;

export function storageError(error: unknown): StorageError {
  const storage = classified(error);
  const [, code, extended] = CODE.exec(error instanceof Error ? error.message : '') ?? [];
  storage.code = extended ?? code;
  return storage;
}

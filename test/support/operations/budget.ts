/** What a call may cost. */
export interface Budget {
  /** round trips to D1, exactly */
  trips: number;
  /** rows that D1 reads, at most, however many rows the tables hold */
  read: number;
  /** rows that D1 writes, at most; an entry of an index counts as a row */
  written: number;
  /** calls to R2, exactly */
  r2: number;
}

/**
 * The tables with AUTOINCREMENT. Each has a row in `sqlite_sequence`, which has no index: an insert reads its rows until
 * it comes to the one of its table.
 */
export const NUMBERED_TABLES = 8;

export const reads = (read: number): Budget => ({ trips: 1, read, written: 0, r2: 0 });
export const byId = reads(5);
/** A page of `n` rows with its total, in any order and with any filter. */
export const page = (n: number) => reads(2 * n + 20);
/**
 * A search that few match. It counts the matches before it reads them, and reads all to put them in order, whatever the
 * page; the rest is what it takes from JSON.
 */
export const searchPage = (matches: number) => reads(30 + 4 * matches);

/** What the insert of an audit row reads: SQLite sets it aside until the trigger has looked at it. */
const AUDIT_ROW = 1;

/**
 * `inserts` is the number of inserts into tables with AUTOINCREMENT. Besides its row, the rows that it refers to and
 * their indexes, a write reads the record's own columns and search words, before and after, which SQLite takes from JSON
 * as rows: their number depends on the record, never on the size of the table.
 */
export const writes = (inserts: number, read: number, written: number, more: Partial<Budget> = {}): Budget => ({
  trips: 1,
  read: read + AUDIT_ROW + inserts * NUMBERED_TABLES,
  written,
  r2: 0,
  ...more,
});

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
/** `n` rows of a search, with their entries in the index, and one more entry that tells whether there is a next page. */
export const searchPage = (n: number) => reads(2 * n + 1);

/** What the insert of an audit row reads: SQLite sets it aside until the trigger has looked at it. */
const AUDIT_ROW = 1;

/**
 * `inserts` is the number of inserts into tables with AUTOINCREMENT. A write reads its row, the rows that it refers to, those
 * of what the full-text index has of it, before and after, and what SQLite takes from JSON: their number depends on the
 * record, never on the size of the table. What it is found by is one row of the index, which it takes out and puts in.
 */
export const writes = (inserts: number, read: number, written: number, more: Partial<Budget> = {}): Budget => ({
  trips: 1,
  read: read + AUDIT_ROW + inserts * NUMBERED_TABLES,
  written,
  r2: 0,
  ...more,
});

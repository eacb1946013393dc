// What every operation may cost. Without imports: bench/latency.mjs reads this table too, outside of workerd.

export interface Budget {
  /** round trips to D1, exactly */
  trips: number;
  /** rows that D1 reads, at most, however many the tables hold */
  read: number;
  /** rows that D1 writes, at most; an entry of an index is a row of its own */
  written: number;
  /** calls of R2, exactly */
  r2: number;
}

/** `sqlite_sequence` has a row per table with AUTOINCREMENT and no index: an insert reads it until it finds its table. */
export const NUMBERING = 10;

const reads = (read: number, trips = 1): Budget => ({ trips, read, written: 0, r2: 0 });
const byId = reads(5);
/** A page of n rows with its total, by whatever order or filter. */
const page = (n: number) => reads(2 * n + 20);
/** A search reads every match to put it in order, then the page. */
const found = (n: number, matches: number) => reads(2 * n + 20 + matches);
/** `inserts`: into tables that number their rows, the audit row among them. */
const writes = (inserts: number, read: number, written: number, more: Partial<Budget> = {}): Budget => ({
  trips: 1,
  read: read + inserts * NUMBERING,
  written,
  r2: 0,
  ...more,
});

/**
 * By operation as the OpenAPI document names it, and case. What writes read beside their row, its references and its
 * indexes are the record's own columns and words, before and after, which SQLite takes from JSON row by row: so many
 * as the record has, never as the table has.
 */
export const BUDGETS = {
  // The account and its three indexes; the audit row has two.
  'post /auth/signup': writes(2, 0, 8),
  // Account and failures, then session, token, audit row and failures: what is read beside the first two is numbering.
  'post /auth/login': { trips: 2, read: 5 + NUMBERING, written: 10, r2: 0 },
  'post /auth/refresh': writes(1, 15, 6),
  'post /auth/logout': writes(1, 5, 4),
  'get /auth/users/me': byId,
  'get /auth/users, 10 rows': page(10),
  'get /auth/users, 100 rows': page(100),
  'patch /auth/users/{id}, role': writes(1, 8, 4),
  'patch /auth/users/{id}, role and disabled': writes(2, 15, 8),

  // Row, three indexes, words, audit row.
  'post /department/': writes(2, 4, 10),
  'get /department/, 10 rows': page(10),
  'get /department/, 100 rows': page(100),
  'get /department/{item_id}': byId,

  // Row, three indexes, 14 words (with both of the registration number), audit row.
  'post /patient/': writes(2, 30, 24),
  'post /patient/, with Idempotency-Key': writes(2, 30, 26),
  'get /patient/, 10 rows': page(10),
  'get /patient/, 100 rows': page(100),
  'get /patient/, 10 rows of a search': found(10, 20),
  'get /patient/, all rows of a search': found(20, 20),
  'get /patient/{id}': byId,
  'get /patient/{id}, full': byId,
  'get /patient/reg_number/{reg_number}': byId,
  'put /patient/{id}': writes(1, 136, 6),
  'delete /patient/{id}': writes(1, 84, 20),

  // The doctor and the account: each a row, its indexes and its audit row; words of the doctor.
  'post /doctor/': writes(4, 12, 23),
  'get /doctor/, 10 rows': page(10),
  'get /doctor/, 100 rows': page(100),
  'get /doctor/{id}': byId,
  'get /doctor/{id}, full': byId,
  'get /doctor/reg_number/{reg_number}': byId,
  'put /doctor/{id}, with a password': writes(2, 76, 13),
  'put /doctor/{id}, without a password': writes(2, 76, 13),
  'delete /doctor/{id}': writes(2, 54, 14),

  // The entity is looked for in five tables, then in its own. Row, two indexes, audit row.
  'post /static/upload_file': writes(2, 6, 7, { trips: 2, r2: 1 }),
  'get /static/{file_path}': { ...byId, r2: 1 },
  'delete /static/delete_file/{file_id}': writes(1, 4, 4, { r2: 1 }),

  // Patient, doctor and department; row, two indexes, audit row.
  'post /appointment/, DOUBLE_BOOKING=allow': writes(2, 10, 7),
  'post /appointment/, DOUBLE_BOOKING=reject': writes(2, 10, 7),

  // Row, eleven indexes, words, counter of its status, audit row.
  'post /invoice/': writes(2, 14, 21),
  'post /invoice/, with a catalog line': writes(2, 16, 21, { trips: 2 }),
  'get /invoice/, 10 rows': page(10),
  'get /invoice/, 100 rows': page(100),
  'get /invoice/, 10 rows by total_amount': page(10),
  'get /invoice/, 100 rows by total_amount': page(100),
  'get /invoice/, 10 rows of a status': page(10),
  'get /invoice/, 100 rows of a status': page(100),
  'get /invoice/, 10 rows of a tag': page(10),
  'get /invoice/, 100 rows of a tag': page(100),
  'get /invoice/, of a patient': page(10),
  'get /invoice/{id}': byId,
  'put /invoice/{id}': writes(1, 54, 19, { trips: 2 }),

  // Row, six indexes, words, counter, audit row.
  'post /catalog/': writes(2, 14, 21),
  'get /catalog/, 10 rows': page(10),
  'get /catalog/, 100 rows': page(100),
  'get /catalog/, 10 rows by default_price': page(10),
  'get /catalog/, 100 rows by default_price': page(100),
  'get /catalog/, 10 rows of a tag': page(10),
  'get /catalog/, 100 rows of a tag': page(100),
  'get /catalog/{id}': byId,
  'put /catalog/{id}': writes(1, 92, 13),
} satisfies Record<string, Budget>;

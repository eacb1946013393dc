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
export const NUMBERING = 8;

const reads = (read: number, trips = 1): Budget => ({ trips, read, written: 0, r2: 0 });
const byId = reads(5);
/** A page of n rows with its total, by whatever order or filter. */
const page = (n: number) => reads(2 * n + 20);
/** A search reads every match to put it in order, then the page. */
const found = (n: number, matches: number) => reads(2 * n + 20 + matches);
/** `inserts`: into tables with AUTOINCREMENT. */
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
  // The account and its three indexes; the audit row and its index.
  'post /auth/signup': writes(1, 0, 7),
  // Account and failures; then session and token with their indexes, and the audit row.
  'post /auth/login': { trips: 2, read: 5, written: 9, r2: 0 },
  'post /auth/refresh': writes(0, 12, 6),
  'post /auth/logout': writes(0, 4, 3),
  'get /auth/users/me': byId,
  'get /auth/users, 10 rows': page(10),
  'get /auth/users, 100 rows': page(100),
  // That the acting admin still is one is asked by each statement that writes.
  'patch /auth/users/{id}, role': writes(0, 8, 3),
  'patch /auth/users/{id}, role and disabled': writes(0, 15, 6),

  // Row and number, three indexes, two words, audit row and its index.
  'post /department/': writes(1, 3, 9),
  'get /department/, 10 rows': page(10),
  'get /department/, 100 rows': page(100),
  'get /department/{item_id}': byId,

  // Row and number, three indexes, 16 words (two of them the registration number's), audit row and its index.
  'post /patient/': writes(1, 30, 23),
  'post /patient/, with Idempotency-Key': writes(1, 30, 25),
  'get /patient/, 10 rows': page(10),
  'get /patient/, 100 rows': page(100),
  'get /patient/, 10 rows of a search': found(10, 20),
  'get /patient/, all rows of a search': found(20, 20),
  'get /patient/{id}': byId,
  'get /patient/{id}, full': byId,
  'get /patient/reg_number/{reg_number}': byId,
  'put /patient/{id}': writes(0, 132, 5),
  'delete /patient/{id}': writes(0, 82, 19),

  // The doctor and the account: each a row, its indexes and its audit row; words of the doctor.
  'post /doctor/': writes(2, 10, 21),
  'get /doctor/, 10 rows': page(10),
  'get /doctor/, 100 rows': page(100),
  'get /doctor/{id}': byId,
  'get /doctor/{id}, full': byId,
  'get /doctor/reg_number/{reg_number}': byId,
  'put /doctor/{id}, with a password': writes(0, 70, 11),
  'put /doctor/{id}, without a password': writes(0, 70, 11),
  'delete /doctor/{id}': writes(0, 46, 12),

  // The entity is looked for in five tables, then in its own. Row and number, two indexes, audit row and its index.
  'post /static/upload_file': writes(1, 5, 6, { trips: 2, r2: 1 }),
  // A second trip, to the primary, where the nearest replica has not got the row yet: test/http/bookmarks.test.ts.
  'get /static/{file_path}': { ...byId, r2: 1 },
  'delete /static/delete_file/{file_id}': writes(0, 5, 3, { r2: 1 }),

  // Patient, doctor and department are looked for; row, two indexes, audit row and its index.
  'post /appointment/, DOUBLE_BOOKING=allow': writes(0, 10, 5),
  'post /appointment/, DOUBLE_BOOKING=reject': writes(0, 10, 5),

  // Row and number, eleven indexes, four words, counter of its status, audit row and its index.
  'post /invoice/': writes(1, 10, 20),
  'post /invoice/, with a catalog line': writes(1, 12, 20, { trips: 2 }),
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
  'put /invoice/{id}': writes(0, 50, 18, { trips: 2 }),

  // Row and number, six indexes, nine words, counter, audit row and its index.
  'post /catalog/': writes(1, 10, 20),
  'get /catalog/, 10 rows': page(10),
  'get /catalog/, 100 rows': page(100),
  'get /catalog/, 10 rows by default_price': page(10),
  'get /catalog/, 100 rows by default_price': page(100),
  'get /catalog/, 10 rows of a tag': page(10),
  'get /catalog/, 100 rows of a tag': page(100),
  'get /catalog/{id}': byId,
  'put /catalog/{id}': writes(0, 90, 12),
} satisfies Record<string, Budget>;

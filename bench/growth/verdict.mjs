// What requests may cost. Rows are D1's own counts, milliseconds those of the SQL (milliseconds.mjs).

/** Matches that are counted, and of which filters are checked; and those that are put in another order than that of creation. */
const [COUNTED, ORDERED] = [2_000, 1_000];

/** Of lists by key without `limit`, and of those by offset. */
const LIMITS = { patient: 1_000, doctor: 1_000, department: 1_000, invoice: 100, catalog: 100 };

/** Where nobody has the words of a search, so many people whose names sound alike are read by a second trip. */
const COMPARED = 200;

/**
 * What a search or a list by tags may cost at most, however large the hospital is: rows for its page, its total, its order,
 * and for filters that are checked row by row, once for the total and once for the page. Undefined for other requests.
 * @param answer says how many were found
 */
export function boundOf(path, answer) {
  if (typeof path !== 'string' || !/[?&](search|tags|dob)=/.test(path)) return undefined;
  const { pathname, searchParams: asked } = new URL(path, 'http://localhost');
  const [, list] = pathname.split('/');
  const number = (name, otherwise) => Number(asked.get(name) ?? otherwise);
  // An entry of the index and a row; the account of a doctor is read for the full view.
  const each = list === 'doctor' && asked.get('view') === 'full' ? 3 : 2;
  const page = each * number('limit', LIMITS[list]) + number('offset', 0) + 50;
  const { total = 0, length } = answer.json();
  if (['patient', 'doctor'].includes(list) && (length === 0 || answer.headers.has('x-search-approximate'))) {
    return { rows_read: page + 2 * COMPARED, trips: 2 };
  }
  const order = (asked.get('order_by') ?? 'created_at').replace('-', '');
  const isOrdered = !['created_at', 'reg_number'].includes(order) && !asked.has(order);
  const isFiltered = asked.has('status') || asked.has('appointment_id');
  const matches = Math.min(total, COUNTED) + (isOrdered ? 4 * Math.min(total, ORDERED) : 0);
  // How many were looked at is not in the answer.
  const lookedAt = isOrdered ? (2 + 4) * ORDERED : (2 + 2) * COUNTED;
  return { rows_read: page + (isFiltered ? lookedAt : matches), trips: 1 };
}

/** Of smaller hospitals bytes and milliseconds say nothing. */
export const LARGE = 100_000;

/** Bytes that one patient may take with all that belongs to it: FHIR's indexes by time and birth date have 90 of them, the notes of one in twenty 80. */
export const BYTES_MAX = 3_500;

/**
 * Milliseconds of the slowest search of a list, and of nine in ten; with usual names, and where they are few. FTS5 merges the
 * rows of every word of a search. The slowest searches have seven or eight words that tens of thousands share: 3 and 29 ms among
 * 100,000 patients, 20 and 213 ms among a million.
 */
export const MILLISECONDS = { usual: { worst: 25, p90: 5 }, few: { worst: 250, p90: 100 } };

const isFlat = (costs) =>
  ['rows_read', 'rows_written', 'trips'].every((name) => new Set(costs.map((cost) => cost[name])).size === 1);
const isOver = ({ bound = {}, ...cost }) => Object.entries(bound).some(([name, most]) => cost[name] > most);

/**
 * What a case's costs at each size mean: `flat`, the same at every size; `bounded`, a search that reads more in a larger
 * hospital and stays below its bound; `grows, may`; and two that must not be: `GROWS`, and `OVER` the bound.
 */
export function verdictOf(costs) {
  const [{ bound, grows }] = costs;
  if (costs.some(isOver)) return 'OVER';
  if (isFlat(costs)) return 'flat';
  if (bound?.rows_read) return 'bounded';
  return grows ? 'grows, may' : 'GROWS';
}

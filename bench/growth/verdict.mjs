/** The most rows that a search or a list by tags may read, in one trip, however large the hospital is. */
export const BOUND = 5_000;

/** The bound of a case, if it searches or asks for tags. */
export const boundOf = (path) => (typeof path === 'string' && /[?&](search|tags|dob)=/.test(path) ? BOUND : undefined);

const isFlat = (costs) =>
  ['rows_read', 'rows_written', 'trips'].every((name) => new Set(costs.map((cost) => cost[name])).size === 1);
const isBounded = (costs) => costs.every(({ rows_read, trips, bound }) => rows_read <= bound && trips <= 1);

/**
 * What a case's costs at each size mean: `flat`, the same at every size; `bounded`, a search that reads more in a larger
 * hospital and stays below its bound; `grows, may`; and two that must not be: `GROWS`, and `OVER` the bound.
 */
export function verdictOf(costs) {
  const [{ bound, grows }] = costs;
  if (bound && !isBounded(costs)) return 'OVER';
  if (isFlat(costs)) return 'flat';
  if (bound) return 'bounded';
  return grows ? 'grows, may' : 'GROWS';
}

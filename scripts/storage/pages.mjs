// Reads whole tables from D1, which answers one query at a time: by primary key, in pages with a bounded number of rows
// and bytes.
import { setTimeout as sleep } from 'node:timers/promises';

const ROWS_MAX = 5_000;
const BYTES_MAX = 4_000_000;
const TRIES = 4;

const PASSING = /network|connection|timed? ?out|internal error|reset|overload|fetch failed|\b(429|5\d\d)\b/i;

/** Runs what may be repeated, again where the fault is likely to pass. */
export async function patiently(run) {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await run();
    } catch (error) {
      if (left === 0 || !PASSING.test(error.message)) throw error;
      await sleep(500 * 2 ** (TRIES - left) * (0.5 + Math.random() / 2));
    }
  }
}

export const select = (DB, sql, ...values) =>
  patiently(
    async () =>
      (
        await DB.prepare(sql)
          .bind(...values)
          .all()
      ).results,
  );

/** Several queries, each `[sql, ...values]`, in one transaction. */
export const selectAll = (DB, queries) =>
  patiently(async () => {
    const results = await DB.batch(queries.map(([sql, ...values]) => DB.prepare(sql).bind(...values)));
    return results.map(({ results }) => results);
  });

export const quoted = (name) => `"${name.replaceAll('"', '""')}"`;
const list = (names) => names.map(quoted).join(', ');

/**
 * The statement for a page: rows whose key is greater than the one bound, as many as fit, at least one.
 * @param where a further condition
 */
export function pageStatement({ name, columns, key }, { after, where = '1' } = {}) {
  const size = columns.map((column) => `ifnull(octet_length(${quoted(column)}), 0)`).join(' + ');
  const marks = key.map((_, i) => `?${i + 1}`).join(', ');
  const from = `FROM ${quoted(name)} WHERE ${after ? `(${list(key)}) > (${marks})` : '1'} AND ${where}`;
  return `WITH sized AS (SELECT sum(${size}) OVER (ORDER BY ${list(key)} ROWS UNBOUNDED PRECEDING) AS bytes ${from}
      ORDER BY ${list(key)} LIMIT ${ROWS_MAX})
    SELECT ${list(columns)} ${from} ORDER BY ${list(key)}
      LIMIT max(1, (SELECT count(*) FROM sized WHERE bytes <= ${BYTES_MAX}))`;
}

/** All rows of a table, or those behind a key, in the order of its primary key. */
export async function* pages(DB, table, { after, where, values = [] } = {}) {
  for (;;) {
    const rows = await select(DB, pageStatement(table, { after, where }), ...(after ?? []), ...values);
    if (rows.length === 0) return;
    yield rows;
    after = table.key.map((column) => rows.at(-1)[column]);
  }
}

import { select, selectAll } from '../storage/pages.mjs';
import { ranges, TERMS } from './declared.mjs';

const ROWS = 5_000;

const isThere = (of) => `deleted_at IS ${of === 'live' ? '' : 'NOT '}NULL`;

/** Rows that are not found by all that they should be found by. */
async function missing(DB, { table, kind, column, of }, wrong) {
  for await (const range of ranges(DB, table)) {
    const found = await select(
      DB,
      `SELECT id FROM ${table} AS t WHERE seq > ?1 AND seq <= ?2 AND ${isThere(of)} AND EXISTS (
         SELECT 1 FROM json_each(t.${column}) AS j WHERE NOT EXISTS (
           SELECT 1 FROM search_term WHERE kind = ?3 AND term = j.value AND seq = t.seq))`,
      ...[...range, kind],
    );
    for (const { id } of found) wrong(`${kind} ${id} has terms that are not in search_term`);
  }
}

/** Terms of rows that do not have them. @returns how many terms there are */
async function superfluous(DB, { table, kind, column, of }, wrong) {
  const page = `SELECT term, seq FROM search_term WHERE kind = ?1 AND (term, seq) > (?2, ?3) ORDER BY term, seq LIMIT ${ROWS}`;
  // Earlier versions kept numbers among the terms, which the sweep removes: PAT-00000001 as pat00000001 and 00000001.
  const isNumber = `ltrim(s.term, 'abcdefghijklmnopqrstuvwxyz') = printf('%08d', s.seq)`;
  const without = `SELECT seq FROM (${page}) AS s WHERE NOT ${isNumber} AND NOT EXISTS (
      SELECT 1 FROM ${table} AS t, json_each(t.${column}) AS j WHERE t.seq = s.seq AND ${isThere(of)} AND j.value = s.term)`;
  let [after, terms] = [['', 0], 0];
  for (;;) {
    const end = `SELECT term, seq, count(*) OVER () AS n FROM (${page}) ORDER BY term DESC, seq DESC LIMIT 1`;
    const [found, [last]] = await selectAll(
      DB,
      [without, end].map((sql) => [sql, kind, ...after]),
    );
    if (!last) return terms;
    for (const { seq } of found)
      wrong(`${kind}: search_term has a term of the row with seq ${seq} that it does not have`);
    terms += last.n;
    after = [last.term, last.seq];
  }
}

/** Kinds that there are, by a step through the index for each one. */
const KINDS = `WITH RECURSIVE kinds(kind) AS (SELECT min(kind) FROM search_term UNION ALL
    SELECT (SELECT min(kind) FROM search_term WHERE kind > kinds.kind) FROM kinds WHERE kind IS NOT NULL)
  SELECT kind FROM kinds WHERE kind IS NOT NULL`;

/** What rows are found by in a search, and by their tags, equals what they hold. */
export async function terms({ DB }, wrong) {
  let seen = 0;
  for (const one of TERMS) {
    await missing(DB, one, wrong);
    seen += await superfluous(DB, one, wrong);
  }
  for (const { kind } of await select(DB, KINDS)) {
    if (!TERMS.some((one) => one.kind === kind)) wrong(`search_term of ${kind}: nothing is searched under this name`);
  }
  return `${seen} terms`;
}

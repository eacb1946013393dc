import { select, selectAll } from '../storage/pages.mjs';
import { NUMBERED } from './declared.mjs';

const ROWS = 20_000;

/** @returns whether a restore has left these numbers of a table out (scripts/storage/reconcile.mjs) */
async function leftOut(DB) {
  const rows = await select(
    DB,
    `SELECT entity, entity_id FROM audit WHERE entity_id >= 'numbers:' AND entity_id < 'numbers;' AND action = 'restore'`,
  );
  const ranges = rows.map(({ entity, entity_id }) => ({ entity, numbers: entity_id.match(/\d+/g).map(Number) }));
  ranges.sort((a, b) => a.numbers[0] - b.numbers[0]);
  return (table, first, last) => {
    let next = first;
    for (const { entity, numbers } of ranges) {
      if (entity === table && numbers[0] <= next) next = Math.max(next, numbers[1] + 1);
    }
    return next > last;
  };
}

/** Registration numbers have no gaps, and neither has the audit trail, of which only the oldest rows are archived. */
export async function numbers({ DB }, wrong) {
  const isLeftOut = await leftOut(DB);
  let rows = 0;
  for (const table of [...NUMBERED, 'audit']) {
    // Before the rows: of what is created meanwhile only the rows are seen.
    const [sequence] = await select(DB, 'SELECT seq FROM sqlite_sequence WHERE name = ?', table);
    const page = `SELECT seq FROM ${table} WHERE seq > ?1 ORDER BY seq LIMIT ${ROWS}`;
    const before = `SELECT seq, lag(seq, 1, ?1) OVER (ORDER BY seq) AS before FROM (${page})`;
    const [{ first }] = await select(DB, `SELECT min(seq) AS first FROM ${table}`);
    let last = table === 'audit' ? (first ?? 1) - 1 : 0;
    for (;;) {
      const [gaps, [end]] = await selectAll(DB, [
        [`SELECT seq, before FROM (${before}) WHERE seq <> before + 1 LIMIT 100`, last],
        [`SELECT max(seq) AS last, count(*) AS n FROM (${page})`, last],
      ]);
      if (end.n === 0) break;
      for (const { seq, before } of gaps) {
        if (isLeftOut(table, before + 1, seq - 1)) continue;
        wrong(`${table}: the numbers ${before + 1} to ${seq - 1} are missing`);
      }
      rows += end.n;
      last = end.last;
    }
    if (sequence && sequence.seq > last && !isLeftOut(table, last + 1, sequence.seq)) {
      wrong(`${table}: the numbers ${last + 1} to ${sequence.seq} were given out, and their rows are missing`);
    }
  }
  return `${rows} rows`;
}

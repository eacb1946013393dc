import { pages, select } from '../storage/pages.mjs';
import { COUNTS, ranges } from './declared.mjs';

const { matchOf } = await import('../../src/db/search.ts');

const TABLE = { name: 'counter', columns: ['kind', 'term', 'n'], key: ['kind', 'term'] };

/** The rows of a range, by term. */
function counting({ table, by }) {
  if (by === 'tags') {
    return `SELECT value AS term, count(DISTINCT seq) AS n FROM ${table}, json_each(tags)
      WHERE seq > ? AND seq <= ? AND deleted_at IS NULL GROUP BY 1`;
  }
  return `SELECT ${by ? by.column : "''"} AS term, count(*) AS n FROM ${table}
    WHERE seq > ? AND seq <= ? AND deleted_at IS NULL GROUP BY 1`;
}

/** One statement, from indexes: how many there are, and what the counter says. */
function comparison({ table, kind, by }, term) {
  const index = `${table}_search`;
  const [rows, ...values] = {
    tags: [`SELECT count(*) FROM ${index} WHERE ${index} MATCH ?3`, matchOf([], [term])],
    column: [`SELECT count(*) FROM ${table} WHERE ${by?.column} = ?2 AND deleted_at IS NULL`],
    all: [`SELECT count(*) FROM ${table} WHERE deleted_at IS NULL`],
  }[by === 'tags' ? by : by ? 'column' : 'all'];
  const counter = 'SELECT n FROM counter WHERE kind = ?1 AND term = ?2';
  return [`SELECT (${rows}) AS n, coalesce((${counter}), 0) AS counter`, kind, term, ...values];
}

/** Counters, from which lists take their `total`, equal the number of rows. */
export async function counters({ DB }, wrong) {
  const counted = new Map();
  for await (const rows of pages(DB, TABLE)) {
    for (const { kind, term, n } of rows) counted.set(kind, (counted.get(kind) ?? new Map()).set(term, n));
  }
  let compared = 0;
  for (const counts of COUNTS) {
    const { table, kind, by } = counts;
    const expected = new Map();
    for await (const range of ranges(DB, table)) {
      for (const { term, n } of await select(DB, counting(counts), ...range)) {
        expected.set(term, (expected.get(term) ?? 0) + n);
      }
    }
    const there = counted.get(kind) ?? new Map();
    for (const term of new Set([...expected.keys(), ...there.keys()])) {
      compared++;
      if ((expected.get(term) ?? 0) === (there.get(term) ?? 0)) continue;
      // The rows were counted one range after another while the service may have written.
      const [now] = await select(DB, ...comparison(counts, term));
      if (now.n === now.counter) continue;
      // A tag is the hospital's own words.
      const which = by === 'tags' ? 'a tag' : by ? `${by.column} ${term}` : 'all';
      wrong(`counter of ${kind}, ${which}: it says ${now.counter}, there are ${now.n} rows`);
    }
    counted.delete(kind);
  }
  for (const kind of counted.keys()) wrong(`counter of ${kind}: nothing is counted under this name`);
  return `${compared} counters`;
}

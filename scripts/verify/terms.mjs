import { pages, select } from '../storage/pages.mjs';
import { INDEXES, JSON_COLUMNS } from './declared.mjs';

const { TERMS_VERSION } = await import('../../src/rules/search/version.ts');
const { SEARCH_REBUILDS } = await import('../../src/jobs/search-rebuilds.ts');

/** FTS5 compares an index with its view, in one statement: 4 s for a million patients. */
async function isDamaged(DB, index) {
  try {
    await select(DB, `INSERT INTO ${index} (${index}, rank) VALUES ('integrity-check', 1)`);
    return false;
  } catch (error) {
    if (/SQLITE_CORRUPT|malformed/.test(error.message)) return true;
    throw error;
  }
}

/** Rows behind `seq` whose terms are not those of their fields. @returns how many rows there are */
async function derivedOtherwise(DB, { kind, fields, derived, derive }, seq, wrong) {
  const columns = [...new Set(['seq', 'id', ...fields, ...derived])];
  const json = columns.filter((name) => JSON_COLUMNS[kind].includes(name));
  let seen = 0;
  for await (const rows of pages(DB, { name: kind, columns, key: ['seq'] }, { after: [seq] })) {
    for (const row of rows) {
      for (const name of json) row[name] = JSON.parse(row[name]);
      const terms = derive(row);
      if (derived.every((name) => JSON.stringify(terms[name]) === JSON.stringify(row[name]))) continue;
      wrong(
        `${kind} ${row.id}: its terms are not those of its fields: \`UPDATE search_rebuild SET version = 0 WHERE kind = '${kind}'\` has the hourly job derive them again`,
      );
    }
    seen += rows.length;
  }
  return seen;
}

/** What rows are found by: each index equals its view, and the terms in the rows are those of their fields. */
export async function terms({ DB }, wrong) {
  for (const index of INDEXES) {
    if (await isDamaged(DB, index)) {
      wrong(`${index} is not what its view says: \`INSERT INTO ${index} (${index}) VALUES ('rebuild')\` makes it anew`);
    }
  }
  const progress = await select(DB, `SELECT kind, next_seq FROM search_rebuild WHERE version = ${TERMS_VERSION}`);
  const derived = new Map(progress.map(({ kind, next_seq }) => [kind, next_seq]));
  const told = [];
  let rows = 0;
  for (const rebuild of SEARCH_REBUILDS) {
    const seq = derived.get(rebuild.kind) ?? Number.MAX_SAFE_INTEGER;
    rows += await derivedOtherwise(DB, rebuild, seq, wrong);
    if (seq > 0) told.push(`the hourly job has still to derive the terms of ${rebuild.kind}`);
  }
  return [`${INDEXES.length} indexes, ${rows} rows`, ...told].join('; ');
}

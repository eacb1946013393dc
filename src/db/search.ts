import { type asc, type desc, getTableName, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Criterion } from '../rules/search/criterion';

/*
 * An index (schema/searchable.ts) takes a text in FTS5's language (sqlite.org/fts5.html, 3). All terms in it are quoted, and
 * have only letters, digits and our own marks, so that nothing that a client sends is read as an operator.
 */

const quoted = (term: string) => `"${term}"`;

export const anyTerm = (prefixes: readonly string[], terms: readonly string[] = []): string =>
  `(${[...prefixes.map((prefix) => `${quoted(prefix)}*`), ...terms.map(quoted)].join(' OR ')})`;

export const numberTerm = (reg_number: string): string => `=${reg_number}`;

const meets = ({ prefixes, terms, numbers }: Criterion) =>
  anyTerm(prefixes, [
    ...terms,
    ...Object.entries(numbers).map(([code, number]) => numberTerm(`${code}-${String(number).padStart(8, '0')}`)),
  ]);

/** As `tagTerms` in schema/searchable.ts makes it: the JSON without quotation marks, in hexadecimal. */
const tagTerm = (tag: string): string => {
  const json = JSON.stringify(tag).slice(1, -1);
  const unquoted = json.replaceAll('\\\\', '\\u005c').replaceAll('\\"', '\\u0022');
  return `:${Buffer.from(unquoted).toString('hex')}`;
};

export const matchOf = (criteria: readonly Criterion[], tags: readonly string[] = []): string =>
  [...criteria.map(meets), ...tags.map((tag) => quoted(tagTerm(tag)))].join(' AND ');

/** `<index>.rowid` is the `seq` of a row. */
export function indexOf(table: SQLiteTable) {
  const index = sql.identifier(`${getTableName(table)}_search`);
  return {
    from: sql`${index}`,
    rowid: sql<number>`${index}.rowid`,
    matches: (text: SQLWrapper): SQL => sql`${index} match ${text}`,
  };
}

interface Part {
  match: SQLWrapper;
  /** a `seq`: only rows created before it */
  before?: SQLWrapper;
  direction: typeof asc | typeof desc;
  limit: SQLWrapper;
  offset?: SQLWrapper;
}

/**
 * Found rows in the order of creation, cut before they are looked up. FTS5 seeks `before` only where that is an integer, and D1
 * binds numbers as floating point.
 */
export function foundIn(table: SQLiteTable, { match, before, direction, limit, offset }: Part) {
  const { from, rowid, matches } = indexOf(table);
  const behind = before ? sql` and ${rowid} < cast(${before} as integer)` : sql``;
  const skipped = offset ? sql` offset ${offset}` : sql``;
  return sql`(select ${rowid} as seq from ${from} where ${matches(match)}${behind}
    order by ${direction(rowid)} limit ${limit}${skipped}) found`;
}
export const FOUND_SEQ = sql<number>`found.seq`;

import { is, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { byName } from '../rules/fields-of';
import type { Fields } from './fields';
import type { Query } from './query';
import { isJson, isLong } from './schema/columns';
import { type Inputs, rawStatement } from './statement';

/*
 * A page has the rows that have about PAGE_BYTES together, at least one; in the rows behind them the long texts are LEFT_OUT.
 * Bounds of the input cannot replace this: a text of 4,000 characters in each of 1,000 records is allowed, and may be 16 MB.
 *
 * To add up the bytes of all rows would read each of them three times more. So the statement evaluates `fitting`, the rows that
 * fit, only if there is a row that is not small. `octet_length` of a column looks at the header of the row, not at the text.
 */

/** A row fits if the rows before it have fewer bytes than this, as stored. */
export const PAGE_BYTES = 4_000_000;

/** A number, as no text and no JSON of a list is. */
const LEFT_OUT = 0;

const longOf = (fields: Fields): SQLiteColumn[] =>
  Object.values(fields).flatMap((field) => (is(field, SQLiteColumn) && isLong(field) ? [field] : []));

const totalBytes = (texts: SQLiteColumn[], size: (text: SQLiteColumn) => SQL): SQL =>
  sql.join(
    texts.map((text) => (text.notNull ? size(text) : sql`ifnull(${size(text)}, 0)`)),
    sql` + `,
  );

const stored = (text: SQLiteColumn): SQL => sql`octet_length(${text})`;
/** A control character is one byte, and six in JSON. */
const answered = (text: SQLiteColumn): SQL => (isJson(text) ? stored(text) : sql`octet_length(json_quote(${text}))`);

/** Raw: Drizzle has no `materialized`, to find this once only. The sum needs the order of `page`: its LIMIT keeps that. */
const fitting = (page: SQLWrapper): SQL => sql`fitting as materialized (
  select seq from (
    select seq, sum(bytes) over (rows between unbounded preceding and 1 preceding) as before from (${page.getSQL()}))
  where before is null or before < ${sql.raw(String(PAGE_BYTES))})`;

type Limited<In> = In & { limit: number };

/** @param page a builder that selects these fields, in order and with a LIMIT */
export function pageStatement<In, Row>(
  seq: SQLiteColumn,
  fields: Fields,
  page: (fields: Fields, inputs: Inputs<Limited<In>>) => SQLWrapper,
): (values: Limited<In>) => Query<Row[]> {
  const long = longOf(fields);
  if (long.length === 0) return rawStatement((p) => page(fields, p), fields);
  const statement = rawStatement<Limited<In> & { small: number }, Row>((p) => {
    const texts = long.map((text) => {
      const ifFitting = sql`iif(${seq} in (select seq from fitting), ${text}, ${sql.raw(String(LEFT_OUT))})`;
      return [text.name, sql`iif(${totalBytes(long, stored)} > ${p.small}, ${ifFitting}, ${text})`.as(text.name)];
    });
    const sizes = { seq, bytes: totalBytes(long, answered).as('bytes') };
    return sql`with ${fitting(page(sizes, p))} ${page({ ...fields, ...Object.fromEntries(texts) }, p).getSQL()}`;
  }, fields);
  // The small rows of a page have at most half of PAGE_BYTES together.
  return (values) => statement({ ...values, small: Math.floor(PAGE_BYTES / 2 / Math.max(1, values.limit)) });
}

/** How many rows come before the first one whose long texts are left out. */
export function wholeRows(fields: Fields): (rows: readonly object[]) => number {
  const [text] = longOf(fields);
  if (!text) return (rows) => rows.length;
  return (rows) => {
    const end = rows.findIndex((row) => byName(row)[text.name] === LEFT_OUT);
    return end < 0 ? rows.length : end;
  };
}

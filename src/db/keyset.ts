import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { prefixRange, queryWords } from '../search';
import type { Database } from './client';
import { type Columns, columnList } from './reads';
import { searchTerm } from './schema/system';
import { type Inputs, inputNamed, type Query, statement } from './statement';

/** Rows of `kind` that have a term beginning with the word bound as `lo` and `hi`: an index range. */
export const termMatches = (kind: string, p: Inputs<{ lo: string; hi: string }>): SQL =>
  sql`SELECT DISTINCT seq FROM ${searchTerm} WHERE kind = '${sql.raw(kind)}' AND term >= ${p.lo} AND term < ${p.hi}`;

/**
 * Whether the row has a word that begins with the one bound as `name`: among its terms (a JSON array) or in its
 * registration number, which is made of `seq` and so known only once the row is there.
 */
export function hasPrefix(table: Searchable, name: string): SQL {
  const { reg_number } = table;
  const number = reg_number
    ? sql` || '"' || lower(replace(${reg_number}, '-', '')) || '"' || substr(${reg_number}, 5)`
    : sql``;
  return sql`instr(${table.terms}${number}, '"' || ${inputNamed(name)}) > 0`;
}

interface Searchable {
  terms: SQLiteColumn;
  reg_number?: SQLiteColumn;
}

/** Values of the words after the first: `word1`, `word2`… */
const furtherWords = (words: readonly string[]): Record<string, string> =>
  Object.fromEntries(words.slice(1).map((word, i) => [`word${i + 1}`, word]));

export interface Page {
  limit: number;
  /** only what was created before this `seq` */
  cursor: number;
  search?: string | undefined;
}

type Listed = SQLiteTable & Searchable & { seq: SQLiteColumn; deleted_at: SQLiteColumn };
interface Values {
  limit: number;
  cursor: number;
}

/**
 * Pages of a table, newest first, found by key and not by offset: what a page costs does not depend on where it is.
 * The answer's `next` is the cursor of the page after it, null on the last.
 */
export function keyset<T extends Listed, K extends keyof T['$inferSelect'] & string>(
  table: T,
  names: Columns<K>,
  extra: SQL = sql``,
) {
  type Row = Pick<T['$inferSelect'], K> & { seq: number };
  const kind = getTableName(table);
  const columns = () => sql`${table.seq}, ${columnList(table, names())}${extra}`;
  const live = sql.raw(`"${kind}_live"`);

  const all = statement<Values, Row>(
    (p) => sql`SELECT ${columns()} FROM ${table} INDEXED BY ${live}
      WHERE ${table.seq} < ${p.cursor} AND ${table.deleted_at} IS NULL ORDER BY ${table.seq} DESC LIMIT ${p.limit}`,
  );

  const byWordCount = new Map<number, (values: Values) => Query<Row>>();
  const found = (words: number) => {
    const known = byWordCount.get(words);
    if (known) return known;
    const made = statement<Values & { lo: string; hi: string }, Row>((p) => {
      const further = Array.from({ length: words - 1 }, (_, i) => sql` AND ${hasPrefix(table, `word${i + 1}`)}`);
      const page = sql`ORDER BY seq DESC LIMIT ${p.limit}`;
      return sql`SELECT ${columns()}
        FROM (${termMatches(kind, p)} AND seq < ${p.cursor} ${further.length ? sql`` : page}) AS match
        CROSS JOIN ${table} ON ${table.seq} = match.seq
        WHERE ${table.deleted_at} IS NULL${sql.join(further)} ORDER BY match.seq DESC LIMIT ${p.limit}`;
    }) as unknown as (values: Values) => Query<Row>;
    byWordCount.set(words, made);
    return made;
  };

  return async (
    db: Database,
    { limit, cursor, search }: Page,
  ): Promise<{ rows: Pick<Row, K>[]; next: number | null }> => {
    const words = search ? queryWords(search) : [];
    const values: Values = { limit: limit + 1, cursor };
    if (words[0] !== undefined) {
      const [lo, hi] = prefixRange(words[0]);
      Object.assign(values, { lo, hi }, furtherWords(words));
    }
    const rows = await db.rows((words.length ? found(words.length) : all)(values));
    const more = rows.length > limit;
    if (more) rows.pop();
    const next = more ? (rows.at(-1)?.seq ?? null) : null;
    // JSON leaves out what is undefined: cheaper than a copy of every row without it.
    for (const row of rows as { seq: number | undefined }[]) row.seq = undefined;
    return { rows, next };
  };
}

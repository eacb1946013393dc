import { and, desc, eq, getTableName, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { memoised } from '../once';
import { prefixRange, queryWords } from '../search';
import type { Database } from './client';
import { searchTerm } from './schema/system';
import { asSql, db, type Inputs, indexedBy, type Query, statement } from './statement';

/** Rows of `kind` that have a term beginning with the word bound as `lo` and `hi`: an index range. */
export const termMatches = (kind: string, p: Inputs<{ lo: string; hi: string }>, ...further: SQL[]) =>
  db
    .selectDistinct({ seq: searchTerm.seq })
    .from(searchTerm)
    .where(and(eq(searchTerm.kind, kind), gte(searchTerm.term, p.lo), lt(searchTerm.term, p.hi), ...further));

interface Searchable {
  terms: SQLiteColumn;
  reg_number?: SQLiteColumn;
}

/**
 * Whether the row has a word that begins with the one bound as `name`: among its terms (a JSON array) or in its
 * registration number, which is made of `seq` and so known only once the row is there.
 */
export function hasPrefix({ terms, reg_number }: Searchable, name: string): SQL {
  const number = reg_number
    ? sql` || '"' || lower(replace(${reg_number}, '-', '')) || '"' || substr(${reg_number}, 5)`
    : sql``;
  return sql`instr(${terms}${number}, '"' || ${sql.placeholder(name)}) > 0`;
}

export interface Page {
  limit: number;
  /** only what was created before this `seq` */
  cursor?: number | undefined;
  search?: string | undefined;
}

type Listed = SQLiteTable & Searchable & { seq: SQLiteColumn; deleted_at: SQLiteColumn };
type Values = Record<'limit' | 'cursor', number>;

/**
 * Pages of a table, newest first, found by key and not by offset: what a page costs does not depend on where it is.
 * The answer's `next` is the cursor of the page after it, null on the last.
 */
export function keyset<
  T extends Listed,
  F extends Record<string, SQLiteColumn>,
  Extra extends Record<string, SQL.Aliased> = Record<never, never>,
>(table: T, columns: F, extra: Extra = {} as Extra) {
  type Row = SelectResultFields<F & Extra>;
  type Made = (values: Values & Record<string, unknown>) => Query<Row & { seq: number }>;
  const kind = getTableName(table);
  const fields = { seq: table.seq, ...columns };

  const all = statement(
    (p: Inputs<Values>) =>
      db
        .select({ ...asSql(fields), ...extra })
        .from(indexedBy(table, `${kind}_live`))
        .where(and(lt(table.seq, p.cursor), isNull(table.deleted_at)))
        .orderBy(desc(table.seq))
        .limit(p.limit),
    fields,
  ) as unknown as Made;

  const found = memoised(
    (words: number) =>
      statement((p: Inputs<Values & { lo: string; hi: string }>) => {
        const further = Array.from({ length: words - 1 }, (_, i) => hasPrefix(table, `word${i + 1}`));
        const matches = termMatches(kind, p, lt(searchTerm.seq, p.cursor));
        // A single word's page is cut before the rows are looked up.
        const match = (words === 1 ? matches.orderBy(desc(searchTerm.seq)).limit(p.limit) : matches).as('match');
        return db
          .select({ ...fields, ...extra })
          .from(match)
          .crossJoin(table)
          .where(and(eq(table.seq, match.seq), isNull(table.deleted_at), ...further))
          .orderBy(desc(match.seq))
          .limit(p.limit);
      }) as unknown as Made,
  );

  return async (
    database: Database,
    { limit, cursor = Number.MAX_SAFE_INTEGER, search }: Page,
  ): Promise<{ rows: Row[]; next: number | null }> => {
    const words = queryWords(search ?? '');
    const [lo, hi] = prefixRange(words[0] ?? '');
    const further = Object.fromEntries(words.map((word, i) => [`word${i}`, word]));
    const values = { limit: limit + 1, cursor, lo, hi, ...further };
    const rows = await database.rows((words.length ? found(words.length) : all)(values));
    const more = rows.length > limit;
    if (more) rows.pop();
    const next = more ? (rows.at(-1)?.seq ?? null) : null;
    // JSON leaves out what is undefined: cheaper than a copy of every row without it.
    for (const row of rows as { seq: number | undefined }[]) row.seq = undefined;
    return { rows, next };
  };
}

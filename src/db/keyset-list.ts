import { and, desc, eq, getTableName, isNull, lt, type SQL } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { MAX_QUERY_WORDS, prefixRange, queryWords } from '../rules/search';
import type { Database } from './client';
import type { EntityTable } from './entity';
import { searchTerm } from './schema/system';
import { hasPrefix, type Searchable, termMatches } from './search-terms';
import { db, rawStatement } from './statement';

export interface KeysetQuery {
  limit: number;
  /** rows to skip, counted from the cursor */
  offset: number;
  /** only what was created before this `seq` */
  cursor?: number | undefined;
  search?: string | undefined;
}

type Values = Record<'limit' | 'offset' | 'cursor', number> & Record<'lo' | 'hi', string>;

/** The page, and the cursor of the next one if there were more rows than `limit`. */
export function cutPage<Row extends { seq: number }>(rows: Row[], limit: number): { rows: Row[]; next: number | null } {
  const page = rows.slice(0, limit);
  return { rows: page, next: rows.length > limit ? (page.at(-1)?.seq ?? null) : null };
}

/**
 * Lists a table, newest first. `next` is the cursor of the next page, null on the last: pages are found by key, so what
 * one costs does not depend on where it is. Only an offset walks what it skips.
 */
export function keysetList<T extends EntityTable & Searchable, F extends Record<string, SQLiteColumn | SQL.Aliased>>(
  table: T,
  selected: F,
) {
  type Row = SelectResultFields<F> & { seq: number };
  const fields = { seq: table.seq, ...selected };

  const all = rawStatement<Values, Row>((p) =>
    db
      .select(fields)
      .from(table as SQLiteTable)
      .where(and(lt(table.seq, p.cursor), isNull(table.deleted_at)))
      .orderBy(desc(table.seq))
      .limit(p.limit)
      .offset(p.offset),
  );

  /** The first word finds rows by the index; the others are checked row by row. */
  const searches = Array.from({ length: MAX_QUERY_WORDS }, (_, i) =>
    rawStatement<Values, Row>((p) => {
      const otherWords = Array.from({ length: i }, (_, j) => hasPrefix(table, `word${j + 1}`));
      const matches = termMatches(getTableName(table), p, lt(searchTerm.seq, p.cursor));
      // The page of a single word is cut before its rows are looked up.
      const isCut = i === 0;
      const found = isCut ? matches.orderBy(desc(searchTerm.seq)).limit(p.limit).offset(p.offset) : matches;
      const match = found.as('match');
      const rows = db
        .select(fields)
        .from(match)
        .innerJoin(table as SQLiteTable, eq(table.seq, match.seq))
        .where(and(isNull(table.deleted_at), ...otherWords))
        .orderBy(desc(match.seq));
      return isCut ? rows : rows.limit(p.limit).offset(p.offset);
    }),
  );

  return async (
    database: Database,
    { limit, offset, cursor = Number.MAX_SAFE_INTEGER, search }: KeysetQuery,
  ): Promise<{ rows: SelectResultFields<F>[]; next: number | null }> => {
    const words = queryWords(search ?? '');
    const [lo, hi] = prefixRange(words[0] ?? '');
    const values = {
      limit: limit + 1,
      offset,
      cursor,
      lo,
      hi,
      ...Object.fromEntries(words.map((word, i) => [`word${i}`, word])),
    };
    const query = searches[words.length - 1] ?? all;
    const { rows, next } = cutPage(await database.run(query(values)), limit);
    // JSON leaves out what is undefined: cheaper than a copy of every row without it.
    for (const row of rows as { seq: number | undefined }[]) row.seq = undefined;
    return { rows, next };
  };
}

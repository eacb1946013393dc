import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { searchTerm } from './schema/system';
import { db, type Inputs } from './statement';

/** A table whose rows are found by the words in `terms`, and by their registration number where they have one. */
export interface Searchable {
  terms: SQLiteColumn;
  reg_number?: SQLiteColumn;
}

/** `seq` of the rows of `kind` (a table's name) that have a term between `lo` and `hi`: one range of the index. */
export const termMatches = (kind: string, p: Inputs<{ lo: string; hi: string }>, ...further: SQL[]) =>
  db
    .selectDistinct({ seq: searchTerm.seq })
    .from(searchTerm)
    .where(and(eq(searchTerm.kind, kind), gte(searchTerm.term, p.lo), lt(searchTerm.term, p.hi), ...further));

/**
 * Whether a row has a word that begins with the one given as `input`: among its terms, a JSON array, or in its
 * registration number, which is not among them. Asks one row, so it needs no index. Raw: Drizzle has no word for `instr`.
 */
export function hasPrefix({ terms, reg_number }: Searchable, input: string): SQL {
  const number = reg_number
    ? sql` || '"' || lower(replace(${reg_number}, '-', '')) || '"' || substr(${reg_number}, instr(${reg_number}, '-') + 1)`
    : undefined;
  return sql`instr(${terms}${number}, '"' || ${sql.placeholder(input)}) > 0`;
}

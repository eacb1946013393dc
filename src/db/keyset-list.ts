import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { Criterion } from '../rules/search/criterion';
import type { Database } from './client';
import type { EntityTable } from './entity';
import type { Fields } from './fields';
import { pageStatement, wholeRows } from './page-bytes';
import { FOUND_SEQ, foundIn, matchOf } from './search';
import { asExpression, db } from './statement';
import { asTable } from './table';

export interface KeysetQuery {
  limit: number;
  /** rows to skip, counted from the cursor */
  offset: number;
  /** only what was created before this `seq` */
  cursor?: number | undefined;
}

export interface KeysetPage<Row> {
  rows: Row[];
  /** cursor of the next page, null on the last */
  next: number | null;
}

type Place = Record<'offset' | 'cursor', number>;

/** @param rows one more than `limit` where there is a next page */
export function cutPage<Row extends { seq: number }>(rows: Row[], limit: number): { rows: Row[]; next: number | null } {
  const page = rows.slice(0, limit);
  return { rows: page, next: rows.length > limit ? (page.at(-1)?.seq ?? null) : null };
}

/** Newest first. Rows that an offset skips are read, those before a cursor are not. */
/** JSON leaves out what is undefined: cheaper than a copy of every row without it. */
function hideSeq(rows: readonly { seq: number | undefined }[]): void {
  for (const row of rows) row.seq = undefined;
}

export function keysetList<T extends EntityTable, F extends Fields>(table: T, selected: F) {
  type Row = SelectResultFields<F> & { seq: number };
  const fields = { seq: table.seq, ...selected };
  const whole = wholeRows(fields);

  const all = pageStatement<Place, Row>(table.seq, fields, (selected, p) =>
    db
      .select(selected)
      .from(asTable(table))
      .where(and(lt(table.seq, p.cursor), isNull(table.deleted_at)))
      .orderBy(desc(table.seq))
      .limit(asExpression(p.limit))
      .offset(asExpression(p.offset)),
  );
  const matching = pageStatement<Place & { match: string }, Row>(table.seq, fields, (selected, p) => {
    const [limit, offset] = [asExpression(p.limit), asExpression(p.offset)];
    return db
      .select(selected)
      .from(foundIn(table, { match: p.match, before: p.cursor, direction: desc, limit, offset }))
      .crossJoin(asTable(table))
      .where(eq(table.seq, FOUND_SEQ))
      .orderBy(desc(FOUND_SEQ))
      .limit(limit);
  });

  /** @param criteria undefined where nothing is searched for; none of them finds nothing */
  return async (
    database: Database,
    { limit, offset, cursor = Number.MAX_SAFE_INTEGER }: KeysetQuery,
    criteria?: readonly Criterion[],
  ): Promise<KeysetPage<SelectResultFields<F>>> => {
    if (criteria?.length === 0) return { rows: [], next: null };
    const values = { limit: limit + 1, offset, cursor };
    const read = await database.run(criteria ? matching({ ...values, match: matchOf(criteria) }) : all(values));
    const page = cutPage(read, Math.min(limit, whole(read)));
    hideSeq(page.rows);
    return page;
  };
}

import { and, desc, isNull, lt } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Criterion } from '../rules/search/criterion';
import type { Database } from './client';
import { type Fields, fittingPage, smallBytes, wholeRows } from './page-bytes';
import { askedWord, FORMS, searchFor } from './search/asked';
import { type Found, type FoundRow, keysetSearch } from './search/keyset';
import type { SearchableTable, SearchedBy } from './search/plan';
import { bound, db, rawStatement } from './statement';

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
  /** rows that are still to be skipped there, where a search has not come to them */
  offset?: number;
  /** whether there may be rows that match and are not here; not all of them need be on a next page */
  incomplete: boolean;
}

type Values = Record<'limit' | 'offset' | 'cursor' | 'small', number>;
/** Rows of a search that can be reached from its cursor by offset. */
const ROWS_MAX = 1_800;

/** The page, and the cursor of the next one if there were more rows than `limit`. */
export function cutPage<Row extends { seq: number }>(rows: Row[], limit: number): { rows: Row[]; next: number | null } {
  const page = rows.slice(0, limit);
  return { rows: page, next: rows.length > limit ? (page.at(-1)?.seq ?? null) : null };
}

/** Bounds of a search of `count` words, so that it reads at most 5,000 rows. */
function boundsOf(count: number, rows: number) {
  const reach = Math.max(400, Math.floor(((3600 - 2 * rows) * 2) / Math.max(count, 2)));
  return {
    rows,
    limit: Math.floor(700 / count),
    reach: count === 1 ? rows + 1 : reach,
    reach_rows: Math.floor(reach * 0.4),
    newest: 300,
    newest_alone: 3_000,
  };
}

/**
 * Puts the parts of a search's answer together.
 * @param most rows that each of them may have
 * @param whole how many rows fit
 */
function pageOf<Row>(
  found: FoundRow<Row>[],
  { limit, offset, most }: Record<'limit' | 'offset' | 'most', number>,
  whole: (rows: FoundRow<Row>[]) => number,
): KeysetPage<Row> {
  const [head, ...parts] = found;
  const { complete, walked, alone, floor } = JSON.parse(head?.found ?? '{}') as Found;
  const bySeq = new Map(parts.flatMap((row) => (row.seq ? [[row.seq, row]] : [])));
  const sorted = [...bySeq.values()].sort((a, b) => Number(b.seq) - Number(a.seq));
  const rows = sorted.slice(offset, offset + limit);
  const fitting = whole(rows);
  const isCut = fitting < rows.length;
  if (isCut || sorted.length >= most) {
    // There may be more, which are behind what was asked for, behind what fits or behind what one search reads.
    const end = isCut ? offset + fitting : Math.min(offset + limit, most);
    const last = sorted[end - 1]?.seq ?? null;
    const incomplete = !complete && !alone && Number(last) < floor;
    return { rows: sorted.slice(offset, end), next: last, offset: Math.max(0, offset - end), incomplete };
  }
  const walkedToEnd = walked === 1 && parts.some(({ source, seq }) => source === 'whole' && seq === null);
  if (complete || floor <= 1 || (alone && walkedToEnd)) return { rows, next: null, incomplete: false };
  // Where a word is walked, as far as it was; everything else was looked at down to `floor`.
  const reached = walked ? Math.min(sorted.at(-1)?.seq ?? floor, floor) : floor;
  return { rows, next: walkedToEnd ? null : reached, offset: Math.max(0, offset - sorted.length), incomplete: true };
}

/**
 * Lists a table, newest first. `next` is the cursor of the next page, null on the last: pages are found by key, so what
 * one costs does not depend on where it is. Only an offset walks what it skips.
 */
export function keysetList<T extends SearchableTable, F extends Fields>(table: T, selected: F, by: SearchedBy) {
  type Row = SelectResultFields<F> & { seq: number };
  const fields = { seq: table.seq, ...selected };
  const whole = wholeRows(fields);

  const all = rawStatement<Values, Row>(
    (p) =>
      fittingPage(table.seq, fields, p.small, (selected) =>
        db
          .select(selected)
          .from(table as SQLiteTable)
          .where(and(lt(table.seq, p.cursor), isNull(table.deleted_at)))
          .orderBy(desc(table.seq))
          .limit(bound(p.limit))
          .offset(bound(p.offset)),
      ),
    fields,
  );
  const searches = FORMS.map((form) => ({ form, run: keysetSearch<Row>(table, fields, by, form) }));

  const found = async (database: Database, criteria: readonly Criterion[], query: KeysetQuery) => {
    const { limit, offset, cursor = Number.MAX_SAFE_INTEGER } = query;
    const { form, asked } = searchFor(criteria.map((criterion) => askedWord(criterion, by.kinds)));
    const search = searches.find(({ form: { words, needles } }) => words === form.words && needles === form.needles);
    if (!search) return { rows: [], next: null, incomplete: false };
    const most = Math.min(offset + limit + 1, ROWS_MAX);
    const bounds = boundsOf(criteria.length, most);
    const rows = await database.run(search.run({ asked, cursor, offset, small: smallBytes(most), ...bounds }));
    return pageOf<Row>(rows, { limit, offset, most }, whole);
  };

  const listed = async (database: Database, { limit, offset, cursor = Number.MAX_SAFE_INTEGER }: KeysetQuery) => {
    const rows = await database.run(all({ limit: limit + 1, offset, cursor, small: smallBytes(limit + 1) }));
    return { ...cutPage(rows, Math.min(limit, whole(rows))), incomplete: false };
  };

  /** @param criteria undefined where nothing is searched for; none of them finds nothing */
  return async (
    database: Database,
    query: KeysetQuery,
    criteria?: readonly Criterion[],
  ): Promise<KeysetPage<SelectResultFields<F>>> => {
    const page = await (criteria ? found(database, criteria, query) : listed(database, query));
    // JSON leaves out what is undefined: cheaper than a copy of every row without it.
    for (const row of page.rows as { seq: number | undefined; source?: unknown; found?: unknown }[]) {
      row.seq = undefined;
      row.source = undefined;
      row.found = undefined;
    }
    return page;
  };
}

import {
  and,
  asc,
  eq,
  exists,
  getTableColumns,
  getTableName,
  inArray,
  isNull,
  not,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { alias, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { EntityTable } from './entity';
import { counter, searchTerm } from './schema/system';
import { db, type Inputs } from './statement';

export interface ListOptions<Order extends string, Filter extends string> {
  /** what the list may be ordered by; each needs an index of live rows, `seq` apart */
  orders: Record<Order, SQLiteColumn>;
  /** filters that leave few rows, the narrowest first; each needs an index of live rows */
  narrow?: readonly Filter[];
  /** the filter by which the table `counter` counts; with each order it needs an index of live rows */
  counted?: Filter;
  /** `matches` selects the `seq` of all rows that have a word between `lo` and `hi`; `hasWord` asks one row */
  search: { matches: (p: Inputs<{ lo: string; hi: string }>) => SQLWrapper; hasWord: (input: string) => SQL };
}

/** What decides the SQL of a list; everything else is bound. */
export interface Shape<Order extends string, Filter extends string> {
  order: Order;
  descending: boolean;
  filters: Filter[];
  tags: 'none' | 'one' | 'several';
  words: number;
}

/** By name: `limit`, `offset`, the filters, `tag`, `tags` (a JSON array), `lo` and `hi`, `word0`… */
export type ListValues = Record<string, unknown>;

/** Bounds of the first word of a search, the most selective one. */
export const RANGE = { lo: sql.placeholder('lo'), hi: sql.placeholder('hi') };

/** The kind of a table's tags in `search_term` and `counter`. */
export const tagKind = (table: SQLiteTable): string => `${getTableName(table)}:tag`;

export const tag = alias(searchTerm, 'tag');
const givenTags = sql`json_each(${sql.placeholder('tags')})`;

/** Whether the row has all tags that are asked for. */
function hasTags(kind: string, seq: SQLiteColumn): SQL {
  const has = db
    .select({ one: sql`1` })
    .from(searchTerm)
    .where(and(eq(searchTerm.kind, kind), sql`${searchTerm.term} = given.value`, eq(searchTerm.seq, seq)));
  return sql`not exists (select 1 from ${givenTags} as given where ${not(exists(has))})`;
}

/** The tag that the fewest rows have: what a page costs follows from their number. */
const rarestTag = (kind: string) =>
  db
    .select({ term: counter.term })
    .from(counter)
    .where(and(eq(counter.kind, kind), inArray(counter.term, sql`(select value from ${givenTags})`)))
    .orderBy(asc(counter.n))
    .limit(1);

/**
 * Which rows a list has: one condition drives it through an index, all others are asked row by row. `join` is the
 * condition of a join with `tag`, where a tag drives; `seq` is the creation's order on the driving side.
 */
export function rowSource<Order extends string, Filter extends string>(
  table: EntityTable,
  { narrow = [], search }: ListOptions<Order, Filter>,
) {
  const kind = tagKind(table);
  const columns: Record<string, SQLiteColumn> = getTableColumns(table);
  const column = (name: string) => columns[name] as SQLiteColumn;
  const equal = (name: string) => eq(column(name), sql.placeholder(name));
  // SQLite would walk the index of a counted filter in the order that is asked for, past all rows that do not match.
  // The unary plus keeps it from using an index (sqlite.org/optoverview.html, 2.1.1).
  const equalWithoutIndex = (name: string) => sql`+${column(name)} = ${sql.placeholder(name)}`;

  return ({ filters, tags, words }: Shape<Order, Filter>) => {
    const { seq } = table;
    const tagCheck = tags === 'none' ? [] : [hasTags(kind, seq)];
    const wordChecks = Array.from({ length: words }, (_, i) => search.hasWord(`word${i}`));
    const live = isNull(table.deleted_at);

    const driving = narrow.find((name) => filters.includes(name));
    if (driving) {
      const others = filters.filter((name) => name !== driving).map(equalWithoutIndex);
      return { seq, where: and(live, equal(driving), ...others, ...tagCheck, ...wordChecks) };
    }
    const others = filters.map(equalWithoutIndex);
    if (words > 0) {
      const found = inArray(seq, search.matches(RANGE));
      return { seq, where: and(live, found, ...others, ...tagCheck, ...wordChecks.slice(1)) };
    }
    if (tags === 'none') return { seq, where: and(live, ...filters.map(equal)) };
    const term = tags === 'one' ? sql.placeholder('tag') : sql`(${rarestTag(kind)})`;
    const join = and(eq(tag.seq, seq), eq(tag.kind, kind), eq(tag.term, term));
    return {
      seq: tag.seq,
      join,
      where: and(live, ...others, ...(tags === 'one' ? [] : [hasTags(kind, tag.seq)])),
    };
  };
}

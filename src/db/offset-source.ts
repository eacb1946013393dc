import { and, asc, eq, exists, getTableName, inArray, isNull, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { counter, searchTerm } from './schema/system';
import { db, type Inputs, indexedBy } from './statement';

export type Listed = SQLiteTable & { seq: SQLiteColumn; deleted_at: SQLiteColumn };

export interface OffsetListOptions<Order extends string, Filter extends string> {
  /** what a list may be ordered by; `index` walks the whole table in that order, without one it is the creation's */
  orders: Record<Order, { by: SQLiteColumn; index?: string }>;
  /** filters that leave few rows, each with its index; the first one given is used */
  narrow?: { filter: Filter; index: string }[];
  /** the filter that the table `counter` counts by, and the index that walks each order within one value of it */
  counted?: { filter: Filter; indexes: Record<Order, string> };
  /** `matches` selects the `seq` of all live rows that have the word bound as `lo`, `hi`; `hasWord` asks one row */
  search: { matches: (p: Inputs<{ lo: string; hi: string }>) => SQLWrapper; hasWord: (input: string) => SQL };
}

/** What decides the text of a list's statements; what does not is bound. */
export interface Shape<Order extends string, Filter extends string> {
  order: Order;
  descending: boolean;
  filters: Filter[];
  tags: 'none' | 'one' | 'several';
  words: number;
}

/** Bounds of the first word of a search, the most selective one. */
export const RANGE = { lo: sql.placeholder('lo'), hi: sql.placeholder('hi') };

export const tagKindOf = (table: SQLiteTable): string => `${getTableName(table)}:tag`;

/**
 * Which rows a list has: an index or terms drive it, named for each shape so that no planner may take another, and the
 * rest is asked row by row.
 */
export function sourceOf<Order extends string, Filter extends string>(
  table: Listed,
  { orders, narrow = [], counted, search }: OffsetListOptions<Order, Filter>,
) {
  const tagKind = tagKindOf(table);
  const column = (name: string) => (table as unknown as Record<string, SQLiteColumn>)[name] as SQLiteColumn;
  const tagged = alias(searchTerm, 'tagged');
  const asked = sql`json_each(${sql.placeholder('tags')})`;
  const hasTags = (seq: SQLiteColumn) => {
    const has = db
      .select({ one: sql`1` })
      .from(searchTerm)
      .where(and(eq(searchTerm.kind, tagKind), sql`${searchTerm.term} = asked.value`, eq(searchTerm.seq, seq)));
    return sql`not exists (select 1 from ${asked} as asked where ${not(exists(has))})`;
  };
  // What the page costs follows from how many rows have the rarest of the tags.
  const rarest = db
    .select({ term: counter.term })
    .from(counter)
    .where(and(eq(counter.kind, tagKind), inArray(counter.term, sql`(select value from ${asked})`)))
    .orderBy(asc(counter.n))
    .limit(1);

  /** `seq` is whose order comes for free. */
  return ({ order, filters, tags, words }: Shape<Order, Filter>) => {
    const { seq } = table;
    const tagCheck = tags === 'none' ? [] : [hasTags(seq)];
    const wordChecks = Array.from({ length: words }, (_, i) => search.hasWord(`word${i}`));
    const equal = filters.map((name) => eq(column(name), sql.placeholder(name)));
    const rows = (from: SQL, ...conditions: SQL[]) => ({
      from,
      where: and(isNull(table.deleted_at), ...equal, ...conditions),
      seq,
    });

    const owner = narrow.find(({ filter }) => filters.includes(filter));
    if (owner) return rows(indexedBy(table, owner.index), ...tagCheck, ...wordChecks);
    if (words > 0) {
      const found = inArray(seq, search.matches(RANGE));
      return rows(indexedBy(table, undefined), found, ...tagCheck, ...wordChecks.slice(1));
    }
    if (tags !== 'none') {
      const term = eq(tagged.term, tags === 'one' ? sql.placeholder('tag') : sql`(${rarest})`);
      const check = tags === 'one' ? [] : [hasTags(tagged.seq)];
      const joined = sql`${searchTerm} as tagged cross join ${table} on ${seq} = ${tagged.seq}`;
      return { ...rows(joined, eq(tagged.kind, tagKind), term, ...check), seq: tagged.seq };
    }
    const walk = counted && filters.length > 0 ? counted.indexes[order] : orders[order].index;
    return rows(indexedBy(table, walk));
  };
}

import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { counter, searchTerm } from './schema/system';
import { type Inputs, inputNamed } from './statement';

export type Listed = SQLiteTable & { seq: SQLiteColumn; deleted_at: SQLiteColumn };

export interface OffsetListOptions<Order extends string, Filter extends string> {
  /** what a list may be ordered by; `index` walks the whole table in that order, without one it is the creation's */
  orders: Record<Order, { by: SQLiteColumn; index?: string }>;
  /** filters that leave few rows, each with its index; the first one given is used */
  narrow?: { filter: Filter; index: string }[];
  /** the filter that the table `counter` counts by, and the index that walks each order within one value of it */
  counted?: { filter: Filter; indexes: Record<Order, string> };
  /** `matches` selects the `seq` of all live rows that have the word bound as `lo`, `hi`; `hasWord` asks one row */
  search: { matches: (p: Inputs<{ lo: string; hi: string }>) => SQL; hasWord: (input: string) => SQL };
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
export const RANGE = { lo: inputNamed('lo'), hi: inputNamed('hi') };

export const tagKindOf = (table: SQLiteTable): SQL => sql.raw(`'${getTableName(table)}:tag'`);

/**
 * Which rows a list has, as `FROM … WHERE …`: an index or terms drive it, named for each shape so that no planner may
 * take another, and the rest is asked row by row.
 */
export function sourceOf<Order extends string, Filter extends string>(
  table: Listed,
  { orders, narrow = [], counted, search }: OffsetListOptions<Order, Filter>,
) {
  const tagKind = tagKindOf(table);
  const column = (name: string) => (table as unknown as Record<string, SQLiteColumn>)[name];
  const indexed = (index: string | undefined) =>
    index ? sql`${table} INDEXED BY ${sql.identifier(index)}` : sql`${table} NOT INDEXED`;
  const asked = sql`json_each(${inputNamed('tags')})`;
  const hasTags = (seq: SQL) => sql`NOT EXISTS (SELECT 1 FROM ${asked} AS asked WHERE NOT EXISTS
    (SELECT 1 FROM ${searchTerm} WHERE kind = ${tagKind} AND term = asked.value AND ${searchTerm.seq} = ${seq}))`;
  // What the page costs follows from how many rows have the rarest of the tags.
  const rarest = sql`(SELECT term FROM ${counter} WHERE kind = ${tagKind} AND term IN (SELECT value FROM ${asked}) ORDER BY n LIMIT 1)`;

  /** `seq` is whose order comes for free. */
  return ({ order, filters, tags, words }: Shape<Order, Filter>): { rows: SQL; seq: SQL } => {
    const seq = sql`${table.seq}`;
    const tagCheck = tags === 'none' ? [] : [hasTags(seq)];
    const wordChecks = Array.from({ length: words }, (_, i) => search.hasWord(`word${i}`));
    const live = sql`${table.deleted_at} IS NULL`;
    const equal = filters.map((name) => sql`${column(name)} = ${inputNamed(name)}`);
    const rows = (from: SQL, ...conditions: SQL[]) =>
      sql`${from} WHERE ${sql.join([live, ...equal, ...conditions], sql` AND `)}`;

    const owner = narrow.find(({ filter }) => filters.includes(filter));
    if (owner) return { rows: rows(indexed(owner.index), ...tagCheck, ...wordChecks), seq };
    if (words > 0) {
      const found = sql`${table.seq} IN (${search.matches(RANGE)})`;
      return { rows: rows(indexed(undefined), found, ...tagCheck, ...wordChecks.slice(1)), seq };
    }
    if (tags !== 'none') {
      const tagged = sql`${searchTerm} AS tagged CROSS JOIN ${table} ON ${table.seq} = tagged.seq`;
      const driver = sql`tagged.kind = ${tagKind} AND tagged.term = ${tags === 'one' ? inputNamed('tag') : rarest}`;
      const check = tags === 'one' ? [] : [hasTags(sql`tagged.seq`)];
      return { rows: rows(tagged, driver, ...check), seq: sql`tagged.seq` };
    }
    const walk = counted && filters.length > 0 ? counted.indexes[order] : orders[order].index;
    return { rows: rows(indexed(walk)), seq };
  };
}

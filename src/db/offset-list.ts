import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { prefixRange, queryWords } from '../search';
import type { Database } from './client';
import { columnList } from './reads';
import { counter, searchTerm } from './schema/system';
import { type Inputs, type Query, statement } from './statement';

type Listed = SQLiteTable & { seq: SQLiteColumn; deleted_at: SQLiteColumn };

export interface OffsetListOptions<Order extends string, Filter extends string> {
  /** what a list may be ordered by; `index` walks the whole table in that order, without one it is the creation's */
  orders: Record<Order, { by: SQLiteColumn; index?: string }>;
  /** filters that leave few rows, each with its index; the first one given is used */
  narrow?: { filter: Filter; index: string }[];
  /** the filter that the table `counter` counts by, and the index that walks each order within one value of it */
  counted?: { filter: Filter; indexes: Record<Order, string> };
  /** `matches` selects the `seq` of all rows that have the word bound as `lo`, `hi`; `hasWord` asks one row */
  search: { matches: (p: Inputs<{ lo: string; hi: string }>) => SQL; hasWord: (input: string) => SQL };
}

export interface OffsetQuery<Order extends string> {
  limit: number;
  offset: number;
  order_by: Order | `-${Order}`;
  tags: string[];
  search?: string | undefined;
}

type Values = Record<string, unknown>;

/** What decides the text of a list's statements; what does not is bound. */
interface Shape<Order extends string, Filter extends string> {
  order: Order;
  descending: boolean;
  filters: Filter[];
  tags: number;
  words: number;
}

/**
 * Lists by offset, with the exact total, in one round trip. What a page costs follows from what is asked for and never
 * from the size of the table: each shape of a query names the index or the terms that it is driven by.
 */
export function offsetList<
  T extends Listed,
  K extends keyof T['$inferSelect'] & string,
  Order extends string,
  Filter extends keyof T['$inferSelect'] & string = never,
>(table: T, names: readonly K[], { orders, narrow = [], counted, search }: OffsetListOptions<Order, Filter>) {
  type Row = Pick<T['$inferSelect'], K>;
  type ListShape = Shape<Order, Filter>;
  const kind = getTableName(table);
  const tagKind = sql.raw(`'${kind}:tag'`);
  const column = (name: string) => (table as unknown as Record<string, SQLiteColumn>)[name];
  const indexed = (index: string | undefined) =>
    index ? sql`${table} INDEXED BY ${sql.identifier(index)}` : sql`${table} NOT INDEXED`;
  const hasTag = (input: string) =>
    sql`EXISTS (SELECT 1 FROM ${searchTerm} WHERE kind = ${tagKind} AND term = ${sql.placeholder(input)} AND ${searchTerm.seq} = ${table.seq})`;

  /** The rows of a shape: what drives the query, and what is asked of each row. `seq` is where it gets that from. */
  function source({ order, filters, tags, words }: ListShape): { rows: SQL; seq: SQL } {
    const p = { lo: sql.placeholder('lo'), hi: sql.placeholder('hi') };
    const tagChecks = numbered('tag', tags).map(hasTag);
    const wordChecks = numbered('word', words).map(search.hasWord);
    const seq = sql`${table.seq}`;
    const live = sql`${table.deleted_at} IS NULL`;
    const equal = filters.map((name) => sql`${column(name)} = ${sql.placeholder(name)}`);
    const rows = (from: SQL, ...conditions: SQL[]) =>
      sql`${from} WHERE ${sql.join([live, ...equal, ...conditions], sql` AND `)}`;

    const owner = narrow.find(({ filter }) => filters.includes(filter));
    if (owner) return { rows: rows(indexed(owner.index), ...tagChecks, ...wordChecks), seq };
    if (words > 0) {
      const found = sql`${table.seq} IN (${search.matches(p)})`;
      return { rows: rows(indexed(undefined), found, ...tagChecks, ...wordChecks.slice(1)), seq };
    }
    if (tags > 0) {
      const tagged = sql`${searchTerm} AS tagged CROSS JOIN ${table} ON ${table.seq} = tagged.seq`;
      const first = sql`tagged.kind = ${tagKind} AND tagged.term = ${sql.placeholder('tag0')}`;
      return { rows: rows(tagged, first, ...tagChecks.slice(1)), seq: sql`tagged.seq` };
    }
    const walk = counted && filters.length > 0 ? counted.indexes[order] : orders[order].index;
    return { rows: rows(indexed(walk)), seq };
  }

  function pageOf(shape: ListShape) {
    const { rows, seq } = source(shape);
    const { by } = orders[shape.order];
    const direction = sql.raw(shape.descending ? ' DESC' : '');
    const first = by === table.seq ? sql`` : sql`${by}${direction}, `;
    return statement<Values, Row>(
      (p) => sql`SELECT ${columnList(table, names)} FROM ${rows}
        ORDER BY ${first}${seq}${direction} LIMIT ${p.limit} OFFSET ${p.offset}`,
    );
  }

  function totalOf(shape: ListShape) {
    const { filters, tags, words } = shape;
    const all = sql`SELECT coalesce(sum(n), 0) AS total FROM ${counter} WHERE kind =`;
    if (words === 0 && tags === 0 && filters.every((name) => name === counted?.filter)) {
      const terms = filters.map((name) => sql` AND term = ${sql.placeholder(name)}`);
      return statement<Values, { total: number }>(() => sql`${all} '${sql.raw(kind)}'${sql.join(terms)}`);
    }
    if (words === 0 && tags === 1 && filters.length === 0) {
      return statement<Values, { total: number }>((p) => sql`${all} ${tagKind} AND term = ${p.tag0}`);
    }
    return statement<Values, { total: number }>(() => sql`SELECT count(*) AS total FROM ${source(shape).rows}`);
  }

  const known = new Map<string, (values: Values) => readonly [Query<{ total: number }>, Query<Row>]>();
  const queriesOf = (shape: ListShape) => {
    const key = JSON.stringify(shape);
    const made = known.get(key);
    if (made) return made;
    const [total, page] = [totalOf(shape), pageOf(shape)];
    const queries = (values: Values) => [total(values), page(values)] as const;
    known.set(key, queries);
    return queries;
  };

  return async (
    db: Database,
    { limit, offset, order_by, tags, search: text }: OffsetQuery<Order>,
    given: { [F in Filter]?: string | undefined },
  ): Promise<{ total: number; rows: Row[] }> => {
    const descending = order_by.startsWith('-');
    const order = (descending ? order_by.slice(1) : order_by) as Order;
    const filters = (Object.keys(given) as Filter[]).filter((name) => given[name] !== undefined);
    const words = queryWords(text ?? '');
    const distinct = [...new Set(tags)];
    const [lo, hi] = prefixRange(words[0] ?? '');
    const values: Values = { ...given, limit, offset, lo, hi };
    for (const [i, tag] of distinct.entries()) values[`tag${i}`] = tag;
    for (const [i, word] of words.entries()) values[`word${i}`] = word;
    const shape = { order, descending, filters, tags: distinct.length, words: words.length };
    const [totals, rows] = await db.batch(queriesOf(shape)(values));
    return { total: totals[0]?.total ?? 0, rows };
  };
}

const numbered = (name: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${name}${i}`);

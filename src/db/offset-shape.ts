import { eq, getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { EntityTable } from './entity';
import type { Form } from './search/asked';
import type { SearchedBy } from './search/plan';

export interface OffsetPage<Row> {
  /** a lower bound where the page is incomplete */
  total: number;
  rows: Row[];
  /** the rows that are too many for one answer of the database, read when they are asked for */
  rest?: AsyncIterable<Row[]> | undefined;
  /** whether there may be rows that match and were not looked at */
  incomplete: boolean;
}

export interface ListOptions<Order extends string, Filter extends string> {
  /** what the list may be ordered by; each needs an index of live rows, `seq` apart */
  orders: Record<Order, SQLiteColumn>;
  /** filters that leave few rows, the narrowest first; each needs an index of live rows */
  narrow?: readonly Filter[];
  /** the filter by which the table `counter` counts; with each order it needs an index of live rows */
  counted?: Filter;
  search: SearchedBy;
}

/** A page as it is answered. */
export interface Listed<Page extends { data: unknown[] }>
  extends Pick<OffsetPage<Page['data'][number]>, 'rest' | 'incomplete'> {
  page: Page;
}

/** The page with its rows as `to` makes them. */
export function mapPage<Row, To>({ rows, rest, ...page }: OffsetPage<Row>, to: (row: Row) => To): OffsetPage<To> {
  async function* mapped(chunks: AsyncIterable<Row[]>) {
    for await (const chunk of chunks) yield chunk.map(to);
  }
  return { ...page, rows: rows.map(to), rest: rest && mapped(rest) };
}

/** What decides the SQL of a list; everything else is bound. */
export interface Shape<Order extends string, Filter extends string> {
  order: Order;
  descending: boolean;
  filters: Filter[];
  tags: 'none' | 'one' | 'several';
  form: Form;
}

/** By name: `limit`, `offset`, the filters, `tag`… */
export type ListValues = Record<string, unknown>;

/** The kind of a table's tags in `search_term` and `counter`. */
export const tagKind = (table: SQLiteTable): string => `${getTableName(table)}:tag`;

/** The conditions of the lists of one table. */
export function conditionsOf<Order extends string, Filter extends string>(
  table: EntityTable,
  { orders, narrow = [], counted }: ListOptions<Order, Filter>,
) {
  const columns: Record<string, SQLiteColumn> = getTableColumns(table);
  const column = (name: Filter) => columns[name] as SQLiteColumn;
  const equal = (name: Filter) => eq(column(name), sql.placeholder(name));
  // SQLite would walk the index of a counted filter in the order that is asked for, past all rows that do not match.
  // The unary plus keeps it from using an index (sqlite.org/optoverview.html, 2.1.1).
  const equalWithoutIndex = (name: Filter) => sql`+${column(name)} = ${sql.placeholder(name)}`;

  return ({ order, filters }: Shape<Order, Filter>) => {
    const narrowest = narrow.find((name) => filters.includes(name));
    const others = filters.filter((name) => name !== narrowest);
    return {
      /** the filter that leaves few rows */
      narrow: narrowest && equal(narrowest),
      /** the filter that the index of each order begins with, if nothing narrower drives the list */
      counted: !narrowest && counted && filters.includes(counted) ? equal(counted) : undefined,
      /** every other one, asked row by row */
      others: others.map(equalWithoutIndex),
      /** every filter, found by an index where nothing is narrower */
      all: narrowest ? [equal(narrowest), ...others.map(equalWithoutIndex)] : filters.map(equal),
      /** whether the order is that of creation: all rows have the same value of a column that is filtered by */
      bySeq: orders[order] === table.seq || filters.some((name) => name === orders[order].name),
    };
  };
}

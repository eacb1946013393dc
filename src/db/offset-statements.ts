import { and, count, getTableName, isNull, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { EntityTable } from './entity';
import type { Fields } from './fields';
import { searchedList } from './offset-search';
import { countedTotal, equal, type ListOptions, limit, offset, orderOf, type Variant } from './offset-variant';
import { pageStatement } from './page-bytes';
import { db, rawStatement } from './statement';

/** Values of a list's statements, by name: `limit`, `offset`, `match`, `tag` and the filters. */
export type ListValues = Record<string, unknown>;

export interface Total {
  /** how many rows match, of a search at most 2,000 */
  total: number;
  /** how many matches a search met: more than `most` make it incomplete */
  found?: number;
}

function plainList<Order extends string, Filter extends string>(
  table: EntityTable,
  { orders, narrow = [], counted }: ListOptions<Order, Filter>,
  variant: Variant<Order, Filter>,
) {
  const { filters } = variant;
  const narrowest = narrow.find((filter) => filters.includes(filter));
  // SQLite would walk the index of a counted filter in the order that is asked for, past all rows that do not match.
  // The unary plus keeps it from using an index (sqlite.org/optoverview.html, 2.1.1).
  const meets = (filter: Filter) =>
    narrowest && filter !== narrowest ? sql`+${equal(table, filter)}` : equal(table, filter);
  const from = (selected: Fields) =>
    db
      .select(selected)
      .from(table as SQLiteTable)
      .where(and(isNull(table.deleted_at), ...filters.map(meets)));
  const isCounted = filters.every((filter) => filter === counted);
  return {
    most: Number.POSITIVE_INFINITY,
    total: isCounted ? countedTotal(getTableName(table), ...filters) : from({ total: count().as('total') }),
    page: (selected: Fields) =>
      from(selected)
        .orderBy(...orderOf(table, orders[variant.order], variant).columns)
        .limit(limit)
        .offset(offset),
  };
}

/** `total` and the `rows` of a page, and how many rows are looked at, at `most`. */
export function offsetStatements<Row, Order extends string, Filter extends string>(
  table: EntityTable,
  fields: Fields,
  options: ListOptions<Order, Filter>,
  variant: Variant<Order, Filter>,
) {
  const { most, total, page } = (variant.search === 'none' ? plainList : searchedList)(table, options, variant);
  return {
    most,
    total: rawStatement<ListValues, Total>(() => total),
    rows: pageStatement<ListValues, Row>(table.seq, fields, page),
  };
}

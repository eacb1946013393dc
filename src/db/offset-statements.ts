import { and, count, getTableName, isNull, sql } from 'drizzle-orm';
import type { EntityTable } from './entity';
import type { Fields } from './fields';
import { foundList } from './offset-found';
import { conditionOf, countedTotal, type ListOptions, limit, offset, orderOf, type Variant } from './offset-variant';
import { pageStatement } from './page-bytes';
import { db, rawStatement } from './statement';
import { asTable } from './table';

type ListValues = Record<string, unknown>;

export interface Total {
  /** how many rows match, of a search at most 2,000, of a range 10,000 */
  total: number;
  /** matches that a search or a range met: more than `most` make the page incomplete */
  found?: number;
}

function plainList<Order extends string, Filter extends string>(
  table: EntityTable,
  options: ListOptions<Order, Filter>,
  variant: Variant<Order, Filter>,
) {
  const { orders, narrow = [], counted } = options;
  const { filters } = variant;
  const narrowest = narrow.find((filter) => filters.includes(filter));
  // The unary plus keeps SQLite from an index (sqlite.org/optoverview.html, 2.1.1): it would walk that of a counted filter in
  // the order of the list, past all rows that do not match.
  const meets = (filter: Filter) => {
    const condition = conditionOf(table, options, filter);
    return narrowest && filter !== narrowest ? sql`+(${condition})` : condition;
  };
  const from = (selected: Fields) =>
    db
      .select(selected)
      .from(asTable(table))
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

/** Whether the list is found along a range, as no filter leaves few rows. */
const isRanged = <Order extends string, Filter extends string>(
  { ranges = {}, narrow = [] }: ListOptions<Order, Filter>,
  { filters }: Variant<Order, Filter>,
): boolean => filters.some((filter) => ranges[filter]) && !filters.some((filter) => narrow.includes(filter));

export function offsetStatements<Row, Order extends string, Filter extends string>(
  table: EntityTable,
  fields: Fields,
  options: ListOptions<Order, Filter>,
  variant: Variant<Order, Filter>,
) {
  const isFound = variant.search !== 'none' || isRanged(options, variant);
  const { most, total, page } = (isFound ? foundList : plainList)(table, options, variant);
  return {
    most,
    total: rawStatement<ListValues, Total>(() => total),
    rows: pageStatement<ListValues, Row>(table.seq, fields, page),
  };
}

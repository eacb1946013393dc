import { and, asc, desc, eq, type gte, inArray, type lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { allOf } from './conditions';
import { columnOf, type EntityTable } from './entity';
import { counter } from './schema/system';
import { asExpression, db } from './statement';

export interface ListOptions<Order extends string, Filter extends string> {
  /** what the list may be ordered by; each needs an index of live rows, `seq` apart */
  orders: Record<Order, SQLiteColumn>;
  /** filters that leave few rows, the narrowest first; each needs an index of live rows */
  narrow?: readonly Filter[];
  /** the filter by which the table `counter` counts; needs an index of live rows with each order */
  counted?: Filter;
  /** filters of which a value may stand for another one */
  leading?: { [F in Filter]?: (value: SQLWrapper) => SQL };
  /** filters that are terms of the full-text index; an unknown value becomes a term that no row has */
  indexed?: { [F in Filter]?: (value: SQLWrapper) => SQL };
  /** filters by a bound of a column; each needs an index of live rows, alone and behind `counted` */
  ranges?: { [F in Filter]?: { column: SQLiteColumn; bound: typeof gte | typeof lt } };
  /** filters, given as true, that stand for several values of `counted` and one more condition */
  groups?: { [F in Filter]?: { values: readonly string[]; and: SQL } };
}

/** All that the SQL of a list depends on: each variant is a statement. */
export interface Variant<Order extends string, Filter extends string> {
  order: Order;
  descending: boolean;
  filters: Filter[];
  /** `tag`: by one tag alone, which `counter` counts */
  search: 'none' | 'tag' | 'match';
}

export const given = (name: string) => sql.placeholder(name);
export const [limit, offset] = [asExpression(given('limit')), asExpression(given('offset'))];

/** What a row must be like for a filter. */
export function conditionOf<Order extends string, Filter extends string>(
  table: EntityTable,
  { counted, ranges = {}, groups = {}, leading = {} }: ListOptions<Order, Filter>,
  filter: Filter,
): SQL {
  const [range, group] = [ranges[filter], groups[filter]];
  if (range) return range.bound(range.column, given(filter));
  if (group && counted) return allOf(inArray(columnOf(table, counted), [...group.values]), group.and);
  return eq(columnOf(table, filter), leading[filter]?.(given(filter)) ?? given(filter));
}

/** A total that triggers keep. @param terms the names of the values that tell what is counted */
export const countedTotal = (kind: string, ...terms: string[]) =>
  db
    .select({ total: sql<number>`coalesce(sum(${counter.n}), 0)`.as('total') })
    .from(counter)
    .where(and(eq(counter.kind, kind), ...terms.map((name) => eq(counter.term, given(name)))));

/** `byCreation`: by `seq`, or by a column that a filter fixes to one value */
export function orderOf<Order extends string, Filter extends string>(
  table: EntityTable,
  column: SQLiteColumn,
  { descending, filters }: Variant<Order, Filter>,
): { byCreation: boolean; columns: SQL[] } {
  const direction = descending ? desc : asc;
  const byCreation = column === table.seq || filters.some((filter) => filter === column.name);
  return { byCreation, columns: [...(byCreation ? [] : [direction(column)]), direction(table.seq)] };
}

import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  getTableName,
  isNull,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { EntityTable } from './entity';
import { type Fields, pageStatement } from './page-bytes';
import { counter } from './schema/system';
import { FOUND_SEQ, foundIn } from './search';
import { asExpression, db, rawStatement } from './statement';

/** Matches of a search that are counted, and of which filters are checked. */
const COUNTED_MAX = 2_000;
/** The newest matches, which are put in an order other than that of creation. */
const ORDERED_MAX = 1_000;

export interface ListOptions<Order extends string, Filter extends string> {
  /** what the list may be ordered by; each needs an index of live rows, `seq` apart */
  orders: Record<Order, SQLiteColumn>;
  /** filters that leave few rows, the narrowest first; each needs an index of live rows */
  narrow?: readonly Filter[];
  /** the filter by which the table `counter` counts; with each order it needs an index of live rows */
  counted?: Filter;
  /** filters that are terms of the full-text index; of a value that is not known, a term that no row has */
  indexed?: { [F in Filter]?: (value: SQLWrapper) => SQL };
}

/** What decides the SQL of a list; everything else is bound. */
export interface Shape<Order extends string, Filter extends string> {
  order: Order;
  descending: boolean;
  filters: Filter[];
  /** whether rows are searched for: by one tag alone, which `counter` counts, or otherwise */
  search: 'none' | 'tag' | 'match';
}

/** By name: `limit`, `offset`, `match`, `tag` and the filters. */
export type Values = Record<string, unknown>;

/** `total`: how many rows match, of a search at most 2,000. `found`: how many matches it met; more than `most` make it incomplete. */
export interface Total {
  total: number;
  found?: number;
}

const given = (name: string) => sql.placeholder(name);
const number = (n: number) => sql.raw(String(n));
const [limit, offset] = [asExpression(given('limit')), asExpression(given('offset'))];

/** A total that triggers keep. @param terms the names of the values that tell what is counted */
const fromCounter = (kind: string, ...terms: string[]) =>
  db
    .select({ total: sql<number>`coalesce(sum(${counter.n}), 0)`.as('total') })
    .from(counter)
    .where(and(eq(counter.kind, kind), ...terms.map((name) => eq(counter.term, given(name)))));

/** The statements of one table's lists: the rows of a page, how many there are, and how many of them are looked at. */
export function offsetStatements<Row, Order extends string, Filter extends string>(
  table: EntityTable,
  fields: Fields,
  { orders, narrow = [], counted, indexed = {} }: ListOptions<Order, Filter>,
) {
  type Of = Shape<Order, Filter>;
  const name = getTableName(table);
  const columns: Record<string, SQLiteColumn> = getTableColumns(table);
  const equal = (filter: Filter) => eq(columns[filter] as SQLiteColumn, given(filter));
  const live = isNull(table.deleted_at);

  /** Whether the order is that of creation: all rows have the same value of a column that is filtered by. */
  const isByCreation = ({ order, filters }: Of) =>
    orders[order] === table.seq || filters.some((filter) => filter === orders[order].name);
  const orderOf = (shape: Of): SQL[] => {
    const direction = shape.descending ? desc : asc;
    return [...(isByCreation(shape) ? [] : [direction(orders[shape.order])]), direction(table.seq)];
  };

  function plain(shape: Of) {
    const { filters } = shape;
    const narrowest = narrow.find((filter) => filters.includes(filter));
    // SQLite would walk the index of a counted filter in the order that is asked for, past all rows that do not match.
    // The unary plus keeps it from using an index (sqlite.org/optoverview.html, 2.1.1).
    const meets = (filter: Filter) => (narrowest && filter !== narrowest ? sql`+${equal(filter)}` : equal(filter));
    const from = (selected: Fields) =>
      db
        .select(selected)
        .from(table as SQLiteTable)
        .where(and(live, ...filters.map(meets)));
    const isCounted = filters.every((filter) => filter === counted);
    return {
      most: Number.POSITIVE_INFINITY,
      total: isCounted ? fromCounter(name, ...filters) : from({ total: count().as('total') }),
      page: (selected: Fields) =>
        from(selected)
          .orderBy(...orderOf(shape))
          .limit(limit)
          .offset(offset),
    };
  }

  /** The index has live rows only. */
  function searched(shape: Of) {
    const { descending, filters, search } = shape;
    const byCreation = isByCreation(shape);
    const most = byCreation ? COUNTED_MAX : ORDERED_MAX;
    const direction = descending || !byCreation ? desc : asc;
    const terms = filters.flatMap((filter) => indexed[filter]?.(given(filter)) ?? []);
    const match = terms.reduce((match, term) => sql`${match} || ' AND "' || ${term} || '"'`, sql`${given('match')}`);
    const checked = filters.filter((filter) => !indexed[filter]);
    const isChecked = checked.length > 0;
    const meets = and(eq(table.seq, FOUND_SEQ), ...checked.map(equal));
    // Where nothing else is asked of a row, the page is cut in the index, before rows are looked up.
    const isCut = byCreation && !isChecked;
    const found = foundIn(table, {
      match,
      direction,
      ...(isCut ? { limit, offset } : { limit: number(isChecked ? most + 1 : most) }),
    });
    const looked = foundIn(table, { match, direction, limit: number((isChecked ? most : COUNTED_MAX) + 1) });
    const [matching, join] = isChecked ? [table.seq, sql`left join ${table} on ${meets}`] : [FOUND_SEQ, sql``];
    return {
      most: search === 'tag' && byCreation ? Number.POSITIVE_INFINITY : most,
      total:
        search === 'tag'
          ? fromCounter(`${name}:tag`, 'tag')
          : sql`select min(count(${matching}), ${number(COUNTED_MAX)}) as total, count(*) as found from ${looked} ${join}`,
      page: (selected: Fields) => {
        const rows = db
          .select(selected)
          .from(found)
          .crossJoin(table as SQLiteTable)
          .where(meets)
          .orderBy(...(byCreation ? [direction(FOUND_SEQ)] : orderOf(shape)))
          .limit(limit);
        return isCut ? rows : rows.offset(offset);
      },
    };
  }

  return (shape: Of) => {
    const made = shape.search === 'none' ? plain(shape) : searched(shape);
    return {
      most: made.most,
      total: rawStatement<Values, Total>(() => made.total),
      rows: pageStatement<Values, Row>(table.seq, fields, made.page),
    };
  };
}

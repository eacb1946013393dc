import { and, asc, count, countDistinct, desc, eq, getTableName, type SQL, sql } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { prefixRange, queryWords } from '../rules/search';
import type { Database } from './client';
import type { EntityTable } from './entity';
import { type ListOptions, type ListValues, RANGE, rowSource, type Shape, tag, tagKind } from './offset-source';
import { inOrder, type Query } from './query';
import { counter } from './schema/system';
import { db, rawStatement } from './statement';

interface OffsetQuery<Order extends string> {
  limit: number;
  offset: number;
  order_by: Order | `-${Order}`;
  tags: string[];
  search?: string | undefined;
}

interface OffsetPage<Row> {
  total: { total: number }[];
  rows: Row[];
}

function selectFrom(table: SQLiteTable, fields: Record<string, SQLiteColumn | SQL.Aliased>, join: SQL | undefined) {
  const select = db.select(fields).from(table).$dynamic();
  if (join) select.innerJoin(tag, join);
  return select;
}

/**
 * Lists a table by offset with the exact total, in one round trip. What a page costs follows from what is asked for and
 * never from the size of the table: the counter tells the total, an index the order, and the terms what is found.
 */
export function offsetList<
  T extends EntityTable,
  F extends Record<string, SQLiteColumn>,
  Order extends string,
  Filter extends string = never,
>(table: T, fields: F, options: ListOptions<Order, Filter>) {
  type Row = SelectResultFields<F>;
  const { orders, counted, search } = options;
  const kind = getTableName(table);
  const source = rowSource(table, options);

  function page(shape: Shape<Order, Filter>) {
    const by = orders[shape.order];
    const direction = shape.descending ? desc : asc;
    // All rows have the same value of a column that is filtered by.
    const bySeq = by === table.seq || shape.filters.some((name) => name === by.name);
    return rawStatement<ListValues, Row>(() => {
      const { where, seq, join } = source(shape);
      const rows = selectFrom(table, fields, join);
      return rows
        .where(where)
        .orderBy(...(bySeq ? [] : [direction(by)]), direction(seq))
        .limit(sql.placeholder('limit'))
        .offset(sql.placeholder('offset'));
    });
  }

  /** The total from the table `counter`, where it counts just what is asked for. */
  const fromCounter = (of: string, ...terms: string[]) =>
    db
      .select({ total: sql<number>`coalesce(sum(${counter.n}), 0)`.as('total') })
      .from(counter)
      .where(and(eq(counter.kind, of), ...terms.map((name) => eq(counter.term, sql.placeholder(name)))));

  function total(shape: Shape<Order, Filter>) {
    const { filters, tags, words } = shape;
    const counts = () => {
      if (words === 0 && tags === 'none' && filters.every((name) => name === counted)) {
        return fromCounter(kind, ...filters);
      }
      if (words === 0 && tags === 'one' && filters.length === 0) return fromCounter(tagKind(table), 'tag');
      if (words === 1 && tags === 'none' && filters.length === 0) {
        return db.select({ total: countDistinct(sql`seq`).as('total') }).from(sql`${search.matches(RANGE)}`);
      }
      const { where, join } = source(shape);
      return selectFrom(table, { total: count().as('total') }, join).where(where);
    };
    return rawStatement<ListValues, { total: number }>(counts);
  }

  const known = new Map<string, (values: ListValues) => Query<OffsetPage<Row>>>();
  const queryOf = (shape: Shape<Order, Filter>) => {
    const key = JSON.stringify(shape);
    const before = known.get(key);
    if (before) return before;
    const parts = { total: total(shape), rows: page(shape) };
    const query = (values: ListValues) => inOrder({ total: parts.total(values), rows: parts.rows(values) });
    known.set(key, query);
    return query;
  };

  return async (
    database: Database,
    { limit, offset, order_by, tags, search: text }: OffsetQuery<Order>,
    given: { [F in Filter]?: string | undefined },
  ): Promise<{ total: number; rows: Row[] }> => {
    const descending = order_by.startsWith('-');
    const order = (descending ? order_by.slice(1) : order_by) as Order;
    const filters = (Object.keys(given) as Filter[]).filter((name) => given[name] !== undefined);
    const words = queryWords(text ?? '');
    const distinctTags = [...new Set(tags)];
    const tagCount = (['none', 'one'] as const)[distinctTags.length] ?? 'several';
    const [lo, hi] = prefixRange(words[0] ?? '');
    const values = {
      ...{ ...given, limit, offset, lo, hi, tag: distinctTags[0], tags: JSON.stringify(distinctTags) },
      ...Object.fromEntries(words.map((word, i) => [`word${i}`, word])),
    };
    const result = await database.run(
      queryOf({ order, descending, filters, tags: tagCount, words: words.length })(values),
    );
    return { total: result.total[0]?.total ?? 0, rows: result.rows };
  };
}

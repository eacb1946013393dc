import { and, asc, count, countDistinct, desc, eq, getTableName, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { prefixRange, queryWords } from '../search';
import type { Database } from './client';
import { type Listed, type OffsetListOptions, RANGE, type Shape, sourceOf, tagKindOf } from './offset-source';
import { counter } from './schema/system';
import { asSql, db, type Inputs, type Query, statement } from './statement';

interface OffsetQuery<Order extends string> {
  limit: number;
  offset: number;
  order_by: Order | `-${Order}`;
  tags: string[];
  search?: string | undefined;
}

type Values = Record<string, unknown>;
const TAGS = ['none', 'one'] as const;

/**
 * Lists by offset, with the exact total, in one round trip. What a page costs follows from what is asked for and never
 * from the size of the table: each shape of a query names the index or the terms that it is driven by.
 */
export function offsetList<
  T extends Listed,
  F extends Record<string, SQLiteColumn>,
  Order extends string,
  Filter extends keyof T['$inferSelect'] & string = never,
>(table: T, columns: F, options: OffsetListOptions<Order, Filter>) {
  type Row = Pick<T['$inferSelect'], keyof F & keyof T['$inferSelect']>;
  type ListShape = Shape<Order, Filter>;
  const { orders, counted, search } = options;
  const kind = getTableName(table);
  const source = sourceOf(table, options);
  const fields: Record<string, SQL> = asSql(columns);

  function pageOf(shape: ListShape) {
    const { by } = orders[shape.order];
    const direction = shape.descending ? desc : asc;
    return statement((_: Inputs<Values>) => {
      const { from, where, seq } = source(shape);
      const order: SQL[] = by === table.seq ? [direction(seq)] : [direction(by), direction(seq)];
      return db
        .select(fields)
        .from(from)
        .where(where)
        .orderBy(...order)
        .limit(sql.placeholder('limit'))
        .offset(sql.placeholder('offset'));
    }, columns) as unknown as (values: Values) => Query<Row>;
  }

  const totalOf = (shape: ListShape) =>
    statement((_: unknown) => totalQuery(shape)) as (values: Values) => Query<{ total: number }>;
  function totalQuery(shape: ListShape) {
    const { filters, tags, words } = shape;
    const countedRows = (of: string, ...terms: string[]) =>
      db
        .select({ total: sql<number>`coalesce(sum(${counter.n}), 0)`.as('total') })
        .from(counter)
        .where(and(eq(counter.kind, of), ...terms.map((name) => eq(counter.term, sql.placeholder(name)))));
    if (words === 0 && tags === 'none' && filters.every((name) => name === counted?.filter))
      return countedRows(kind, ...filters);
    if (words === 0 && tags === 'one' && filters.length === 0) return countedRows(tagKindOf(table), 'tag');
    if (words === 1 && tags === 'none' && filters.length === 0) {
      return db.select({ total: countDistinct(sql`seq`).as('total') }).from(sql`${search.matches(RANGE)}`);
    }
    const { from, where } = source(shape);
    return db
      .select({ total: count().as('total') })
      .from(from)
      .where(where);
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
    database: Database,
    { limit, offset, order_by, tags, search: text }: OffsetQuery<Order>,
    given: { [F in Filter]?: string | undefined },
  ): Promise<{ total: number; rows: Row[] }> => {
    const descending = order_by.startsWith('-');
    const order = (descending ? order_by.slice(1) : order_by) as Order;
    const filters = (Object.keys(given) as Filter[]).filter((name) => given[name] !== undefined);
    const words = queryWords(text ?? '');
    const distinct = [...new Set(tags)];
    const [lo, hi] = prefixRange(words[0] ?? '');
    const values: Values = { ...given, limit, offset, lo, hi, tag: distinct[0], tags: JSON.stringify(distinct) };
    for (const [i, word] of words.entries()) values[`word${i}`] = word;
    const shape = {
      order,
      descending,
      filters,
      tags: TAGS[distinct.length] ?? 'several',
      words: words.length,
    } as const;
    const [totals, rows] = await database.batch(queriesOf(shape)(values));
    return { total: totals[0]?.total ?? 0, rows };
  };
}

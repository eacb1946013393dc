import { getTableName, sql } from 'drizzle-orm';
import { prefixRange, queryWords } from '../search';
import type { Database } from './client';
import { type Listed, type OffsetListOptions, RANGE, type Shape, sourceOf, tagKindOf } from './offset-source';
import { type Columns, columnList } from './reads';
import { counter } from './schema/system';
import { inputNamed, type Query, statement } from './statement';

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
  K extends keyof T['$inferSelect'] & string,
  Order extends string,
  Filter extends keyof T['$inferSelect'] & string = never,
>(table: T, names: Columns<K>, options: OffsetListOptions<Order, Filter>) {
  type Row = Pick<T['$inferSelect'], K>;
  type ListShape = Shape<Order, Filter>;
  const { orders, counted, search } = options;
  const kind = getTableName(table);
  const tagKind = tagKindOf(table);
  const source = sourceOf(table, options);

  function pageOf(shape: ListShape) {
    const { rows, seq } = source(shape);
    const { by } = orders[shape.order];
    const direction = sql.raw(shape.descending ? ' DESC' : '');
    const first = by === table.seq ? sql`` : sql`${by}${direction}, `;
    return statement<Values, Row>(
      (p) => sql`SELECT ${columnList(table, names())} FROM ${rows}
        ORDER BY ${first}${seq}${direction} LIMIT ${p.limit} OFFSET ${p.offset}`,
    );
  }

  function totalOf(shape: ListShape) {
    const { filters, tags, words } = shape;
    const all = sql`SELECT coalesce(sum(n), 0) AS total FROM ${counter} WHERE kind =`;
    if (words === 0 && tags === 'none' && filters.every((name) => name === counted?.filter)) {
      const terms = filters.map((name) => sql` AND term = ${inputNamed(name)}`);
      return statement<Values, { total: number }>(() => sql`${all} '${sql.raw(kind)}'${sql.join(terms)}`);
    }
    if (words === 0 && tags === 'one' && filters.length === 0) {
      return statement<Values, { total: number }>((p) => sql`${all} ${tagKind} AND term = ${p.tag}`);
    }
    if (words === 1 && tags === 'none' && filters.length === 0) {
      return statement<Values, { total: number }>(
        () => sql`SELECT count(DISTINCT seq) AS total FROM (${search.matches(RANGE)})`,
      );
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
    const values: Values = { ...given, limit, offset, lo, hi, tag: distinct[0], tags: JSON.stringify(distinct) };
    for (const [i, word] of words.entries()) values[`word${i}`] = word;
    const shape = {
      order,
      descending,
      filters,
      tags: TAGS[distinct.length] ?? 'several',
      words: words.length,
    } as const;
    const [totals, rows] = await db.batch(queriesOf(shape)(values));
    return { total: totals[0]?.total ?? 0, rows };
  };
}

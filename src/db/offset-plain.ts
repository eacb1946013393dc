import { and, asc, count, desc, eq, getTableName, isNull, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { EntityTable } from './entity';
import { conditionsOf, type ListOptions, type ListValues, type OffsetPage, type Shape, tagKind } from './offset-shape';
import { type Fields, fittingPage } from './page-bytes';
import { inOrder, type Query } from './query';
import { counter, searchTerm } from './schema/system';
import { bound, db, rawStatement } from './statement';

/** Rows of a tag's list that can be reached by offset. */
const TAGGED_MAX = 3_000;

const limit = bound(sql.placeholder('limit'));
const offset = bound(sql.placeholder('offset'));
const small = sql.placeholder('small');

/** The total from the table `counter`, where it counts just what is asked for. */
const fromCounter = (of: string, ...terms: string[]) =>
  db
    .select({ total: sql<number>`coalesce(sum(${counter.n}), 0)`.as('total') })
    .from(counter)
    .where(and(eq(counter.kind, of), ...terms.map((name) => eq(counter.term, sql.placeholder(name)))));

/** Lists without words and tags, and the list of one tag in order of creation. */
export function plainLists<Row, Order extends string, Filter extends string>(
  table: EntityTable,
  fields: Fields,
  options: ListOptions<Order, Filter>,
) {
  const { orders, counted } = options;
  const live = isNull(table.deleted_at);
  const conditions = conditionsOf(table, options);

  /** The page is cut before its rows are looked up. */
  function ofTag({ descending }: Shape<Order, Filter>) {
    const direction = descending ? desc : asc;
    const page = db
      .select({ seq: searchTerm.seq })
      .from(searchTerm)
      .where(and(eq(searchTerm.kind, tagKind(table)), eq(searchTerm.term, sql.placeholder('tag'))))
      .orderBy(direction(searchTerm.seq))
      .limit(limit)
      .offset(offset)
      .as('page');
    const rows = fittingPage(table.seq, fields, small, (selected) =>
      db
        .select(selected)
        .from(page)
        .innerJoin(table as SQLiteTable, eq(table.seq, page.seq))
        .where(live)
        .orderBy(direction(page.seq))
        .limit(limit),
    );
    return { rows, total: fromCounter(tagKind(table), 'tag') };
  }

  function ofAll(shape: Shape<Order, Filter>) {
    const { order, descending, filters } = shape;
    const { all, bySeq } = conditions(shape);
    const direction = descending ? desc : asc;
    const rows = fittingPage(table.seq, fields, small, (selected) =>
      db
        .select(selected)
        .from(table as SQLiteTable)
        .where(and(live, ...all))
        .orderBy(...(bySeq ? [] : [direction(orders[order])]), direction(table.seq))
        .limit(limit)
        .offset(offset),
    );
    const isCounted = filters.every((name) => name === counted);
    const total = isCounted
      ? fromCounter(getTableName(table), ...filters)
      : db
          .select({ total: count().as('total') })
          .from(table as SQLiteTable)
          .where(and(live, ...all));
    return { rows, total };
  }

  return (shape: Shape<Order, Filter>) => {
    const isTag = shape.tags === 'one';
    const made = () => (isTag ? ofTag(shape) : ofAll(shape));
    const total = rawStatement<ListValues, { total: number }>(() => made().total);
    const rows = rawStatement<ListValues, Row>(() => made().rows, fields);

    return (values: ListValues): Query<OffsetPage<Row>> => {
      const asked = { limit: Number(values.limit), offset: Number(values.offset) };
      const left = isTag ? Math.max(0, TAGGED_MAX - asked.offset) : asked.limit;
      const bounded = { ...values, limit: Math.min(asked.limit, left), offset: left && asked.offset };
      const { statements, read } = inOrder({ total: total(bounded), rows: rows(isTag ? bounded : values) });
      return {
        statements,
        read: (results) => {
          const found = read(results);
          const sum = found.total[0]?.total ?? 0;
          const wanted = Math.min(asked.limit, Math.max(0, sum - asked.offset));
          return { total: sum, rows: found.rows, incomplete: isTag && found.rows.length < wanted };
        },
      };
    };
  };
}

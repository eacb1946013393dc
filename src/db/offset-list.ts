import { type SQL, sql } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { namesOf } from '../rules/fields-of';
import type { Criterion } from '../rules/search/criterion';
import type { Database } from './client';
import type { EntityTable } from './entity';
import { offsetStatements } from './offset-statements';
import type { ListOptions, Variant } from './offset-variant';
import { pageStatement, wholeRows } from './page-bytes';
import { onlyRow } from './query';
import { matchOf } from './search';
import { asExpression, db } from './statement';
import { asTable } from './table';

/** Rows that are read together of a page that is too large to be read at once. */
const PART_ROWS = 50;

export interface OffsetPage<Row> {
  /** a lower bound where the page is incomplete */
  total: number;
  rows: Row[];
  /** rows that do not fit into one answer of the database, read when they are asked for */
  rest?: AsyncIterable<Row[]> | undefined;
  /** whether a search found more than were counted, ordered, or checked by the filters */
  incomplete: boolean;
}

export interface Listed<Page extends { data: unknown[] }>
  extends Pick<OffsetPage<Page['data'][number]>, 'rest' | 'incomplete'> {
  page: Page;
}

/** Of a query that was read, which takes the names of orders alone, each also with a sign before it. */
const orderOf = <Order extends string>(order_by: Order | `-${Order}`) => ({
  order: order_by.replace(/^-/, '') as Order,
  descending: order_by.startsWith('-'),
});

export function mapPage<Row, To>({ rows, rest, ...page }: OffsetPage<Row>, to: (row: Row) => To): OffsetPage<To> {
  async function* mapped(chunks: AsyncIterable<Row[]>) {
    for await (const chunk of chunks) yield chunk.map(to);
  }
  return { ...page, rows: rows.map(to), rest: rest && mapped(rest) };
}

interface OffsetQuery<Order extends string> {
  limit: number;
  offset: number;
  order_by: Order | `-${Order}`;
  tags: string[];
}

/** What a page costs depends on what is asked for, never on the size of the table. */
export function offsetList<
  T extends EntityTable,
  F extends Record<string, SQLiteColumn | SQL.Aliased> & { id: SQLiteColumn },
  Order extends string,
  Filter extends string = never,
>(table: T, fields: F, options: ListOptions<Order, Filter>) {
  type Row = SelectResultFields<F> & { id: string };
  const whole = wholeRows(fields);
  const known = new Map<string, ReturnType<typeof offsetStatements<Row, Order, Filter>>>();
  const statementsOf = (variant: Variant<Order, Filter>) => {
    const key = JSON.stringify(variant);
    const statements = known.get(key) ?? offsetStatements<Row, Order, Filter>(table, fields, options, variant);
    known.set(key, statements);
    return statements;
  };

  const byIds = pageStatement<{ ids: string }, Row>(table.seq, fields, (selected, p) =>
    db
      .select(selected)
      .from(sql`json_each(${p.ids}) j`)
      .innerJoin(asTable(table), sql`${table.id} = j.value`)
      .orderBy(sql`j.key`)
      .limit(asExpression(p.limit)),
  );

  async function* readRest(database: Database, ids: string[]): AsyncGenerator<Row[]> {
    for (let left = ids; left.length > 0; ) {
      const part = left.slice(0, PART_ROWS);
      const rows = await database.run(byIds({ ids: JSON.stringify(part), limit: part.length }));
      const end = whole(rows);
      const next = rows[end];
      left = left.slice(next ? part.indexOf(next.id) : part.length);
      yield rows.slice(0, end);
    }
  }

  /** @param criteria undefined where no words are searched for; none of them finds nothing */
  return async (
    database: Database,
    { limit, offset, order_by, tags }: OffsetQuery<Order>,
    given: { [F in Filter]?: string | number | undefined },
    criteria?: readonly Criterion[],
  ): Promise<OffsetPage<Row>> => {
    if (criteria?.length === 0) return { total: 0, rows: [], incomplete: false };
    const { order, descending } = orderOf(order_by);
    const filters = namesOf(given).filter((name) => given[name] !== undefined);
    const distinctTags = [...new Set(tags)];
    const isOneTag = !criteria && distinctTags.length === 1 && filters.length === 0;
    const isSearch = criteria !== undefined || distinctTags.length > 0;
    const { most, ...statements } = statementsOf({
      order,
      descending,
      filters,
      search: isOneTag ? 'tag' : isSearch ? 'match' : 'none',
    });
    const match = matchOf(criteria ?? [], distinctTags);
    const values = { ...given, limit, offset, match, tag: distinctTags[0] };
    const read = await database.batch({ total: statements.total(values), rows: statements.rows(values) });
    const { total, found = total } = onlyRow(read.total);
    const incomplete = found > most;
    const end = whole(read.rows);
    const left = read.rows.slice(end).map(({ id }) => id);
    return {
      total: incomplete && read.rows.length > 0 ? Math.max(total, offset + read.rows.length) : total,
      rows: read.rows.slice(0, end),
      rest: left.length > 0 ? readRest(database, left) : undefined,
      incomplete,
    };
  };
}

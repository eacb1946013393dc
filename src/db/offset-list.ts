import { sql } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Criterion } from '../rules/search/criterion';
import type { Database } from './client';
import { plainLists } from './offset-plain';
import { conditionsOf, type ListOptions, type ListValues, type OffsetPage, type Shape, tagKind } from './offset-shape';
import { fittingPage, smallBytes, wholeRows } from './page-bytes';
import type { Query } from './query';
import { askedTag, askedWord, searchFor } from './search/asked';
import { type Found, offsetSearch } from './search/offset';
import type { SearchableTable } from './search/plan';
import { db, rawStatement } from './statement';

/** Rows of a long page that are looked at together, once it is too large to be read at once. */
const PART_ROWS = 50;

interface OffsetQuery<Order extends string> {
  limit: number;
  offset: number;
  order_by: Order | `-${Order}`;
  tags: string[];
}

/**
 * Bounds of a search, so that it reads at most 5,000 rows. A row that is looked at costs about 8: the term, the row,
 * its place among those found and in the order of the list.
 * @param wide whether each row is looked at with another one
 */
function boundsOf(words: number, tags: number, wide: boolean) {
  const criteria = words + tags;
  // One tag is looked for in the row, several one by one.
  const rows = Math.floor((wide ? 300 : 520) / (tags > 1 ? 1 + tags / 5 : 1));
  return {
    few: Math.floor((wide ? 480 : 900) / (criteria + 1)),
    found: Math.floor(words > 0 ? rows / 2 : (rows * 3) / 4),
    reach: Math.floor((wide ? 1_200 : 2_000) / (criteria + 1)),
    reach_rows: Math.floor(rows / 2),
    // Whole tags are not the beginnings of others.
    first: words > 0 ? Math.floor(rows / 5) : 0,
    first_alone: rows,
  };
}

/**
 * Lists a table by offset, in one round trip. What a page costs follows from what is asked for and never from the size of
 * the table: the counter tells the total, an index the order. A search looks at a bounded number of rows.
 */
export function offsetList<
  T extends SearchableTable & { tags: SQLiteColumn },
  F extends Record<string, SQLiteColumn> & { id: SQLiteColumn },
  Order extends string,
  Filter extends string = never,
>(table: T, fields: F, options: ListOptions<Order, Filter>) {
  type Row = SelectResultFields<F> & { id: string };
  const whole = wholeRows(fields);
  const { orders, search } = options;
  const conditions = conditionsOf(table, options);
  const plainList = plainLists<Row, Order, Filter>(table, fields, options);

  function searchList(shape: Shape<Order, Filter>) {
    const { order, descending, tags, form } = shape;
    const { narrow, counted, others: filters, bySeq } = conditions(shape);
    const given = { order: orders[order], descending, bySeq, form, tags, narrow, counted, filters };
    const statement = offsetSearch<Row>(table, fields, search, given);
    return (values: ListValues): Query<OffsetPage<Row>> => {
      const bounds = boundsOf(Number(values.words), Number(values.tagged), search.through !== undefined);
      const { statements, read } = statement({ ...values, ...bounds, rows: values.limit });
      return {
        statements,
        read: (results) => {
          const [head, ...rows] = read(results);
          const { total, complete, walked } = JSON.parse(head?.found ?? '{}') as Found;
          for (const row of rows) Object.assign(row, { found: undefined });
          return { total, rows, incomplete: !complete && !walked };
        },
      };
    };
  }

  const isPlain = (shape: Shape<Order, Filter>) =>
    shape.form.words === 0 &&
    (shape.tags === 'none' || (shape.tags === 'one' && shape.filters.length === 0 && conditions(shape).bySeq));

  const known = new Map<string, (values: ListValues) => Query<OffsetPage<Row>>>();
  const queryOf = (shape: Shape<Order, Filter>) => {
    const key = JSON.stringify(shape);
    const before = known.get(key);
    if (before) return before;
    const query = isPlain(shape) ? plainList(shape) : searchList(shape);
    known.set(key, query);
    return query;
  };

  const byIds = rawStatement<Record<'ids' | 'small', unknown>, Row>(
    (p) =>
      fittingPage(table.seq, fields, p.small, (selected) =>
        db
          .select(selected)
          .from(sql`json_each(${p.ids}) j`)
          .innerJoin(table as SQLiteTable, sql`${table.id} = j.value`)
          .orderBy(sql`j.key`)
          .limit(PART_ROWS),
      ),
    fields,
  );

  /** Rows of which the list has not given all, in parts that fit. */
  async function* readRest(database: Database, ids: string[]): AsyncGenerator<Row[]> {
    for (let left = ids; left.length > 0; ) {
      const asked = left.slice(0, PART_ROWS);
      const rows = await database.run(byIds({ ids: JSON.stringify(asked), small: smallBytes(asked.length) }));
      const end = whole(rows);
      const next = rows[end];
      left = left.slice(next ? asked.indexOf(next.id) : asked.length);
      yield rows.slice(0, end);
    }
  }

  /** @param criteria undefined where nothing is searched for; none of them finds nothing */
  return async (
    database: Database,
    { limit, offset, order_by, tags }: OffsetQuery<Order>,
    given: { [F in Filter]?: string | undefined },
    criteria?: readonly Criterion[],
  ): Promise<OffsetPage<Row>> => {
    if (criteria?.length === 0) return { total: 0, rows: [], incomplete: false };
    const descending = order_by.startsWith('-');
    const order = (descending ? order_by.slice(1) : order_by) as Order;
    const filters = (Object.keys(given) as Filter[]).filter((name) => given[name] !== undefined);
    const words = (criteria ?? []).map((criterion) => askedWord(criterion, search.kinds));
    const distinctTags = [...new Set(tags)];
    const tagCount = (['none', 'one'] as const)[distinctTags.length] ?? 'several';
    const { form, asked } = searchFor(
      words,
      distinctTags.map((tag) => askedTag(tag, tagKind(table))),
    );
    const shape: Shape<Order, Filter> = { order, descending, filters, tags: tagCount, form };
    const { rows, ...page } = await database.run(
      queryOf(shape)({
        ...{ ...given, limit, offset, asked, words: words.length, tagged: distinctTags.length },
        small: smallBytes(limit),
        tag: distinctTags[0],
        needle: JSON.stringify(distinctTags[0] ?? ''),
        needles: JSON.stringify(distinctTags.map((tag) => JSON.stringify(tag))),
      }),
    );
    const end = whole(rows);
    const rest =
      end < rows.length
        ? readRest(
            database,
            rows.slice(end).map(({ id }) => id),
          )
        : undefined;
    return { ...page, rows: rows.slice(0, end), rest };
  };
}

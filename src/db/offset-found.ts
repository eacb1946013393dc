import { and, asc, desc, eq, getTableName, isNull, type SQL, sql } from 'drizzle-orm';
import type { EntityTable } from './entity';
import { columnOf } from './entity';
import type { Fields } from './fields';
import {
  conditionOf,
  countedTotal,
  given,
  type ListOptions,
  limit,
  offset,
  orderOf,
  type Variant,
} from './offset-variant';
import { FOUND_SEQ, foundIn } from './search';
import { db } from './statement';
import { asTable } from './table';

/** Matches of a search that are counted, and of which filters are checked. */
const SEARCH_COUNTED_MAX = 2_000;
/** The newest matches of a search: only these are put in an order other than that of creation. */
const SEARCH_ORDERED_MAX = 1_000;
/** Rows of a range that are counted, checked by the other filters and put in order. */
const RANGE_MAX = 10_000;

const number = (n: number): SQL => sql.raw(String(n));

/** What an index finds, before rows are looked up. */
interface Source<Filter extends string> {
  /** a table `found` of the first ones */
  first: (limit: SQL, offset?: SQL) => SQL;
  /** in what order the index finds them, where the list is in this order */
  inOrder: SQL[] | undefined;
  /** filters that the index does not answer */
  checks: Filter[];
  counted: number;
  /** how many are put in order, and checked */
  most: number;
}

/** The full-text index, which has live rows only. */
function searchOf<Order extends string, Filter extends string>(
  table: EntityTable,
  options: ListOptions<Order, Filter>,
  variant: Variant<Order, Filter>,
): Source<Filter> {
  const indexed: NonNullable<typeof options.indexed> = options.indexed ?? {};
  const { descending, filters } = variant;
  const { byCreation } = orderOf(table, options.orders[variant.order], variant);
  const direction = descending || !byCreation ? desc : asc;
  const terms = filters.flatMap((filter) => indexed[filter]?.(given(filter)) ?? []);
  const match = terms.reduce((match, term) => sql`${match} || ' AND "' || ${term} || '"'`, sql`${given('match')}`);
  return {
    first: (limit, offset) => foundIn(table, { match, direction, limit, ...(offset && { offset }) }),
    inOrder: byCreation ? [direction(FOUND_SEQ)] : undefined,
    checks: filters.filter((filter) => !indexed[filter]),
    counted: SEARCH_COUNTED_MAX,
    most: byCreation ? SEARCH_COUNTED_MAX : SEARCH_ORDERED_MAX,
  };
}

/** The index of a range: a list in its order has the first rows of too many, another one the last ones. */
function rangeOf<Order extends string, Filter extends string>(
  table: EntityTable,
  options: ListOptions<Order, Filter>,
  variant: Variant<Order, Filter>,
): Source<Filter> {
  const { counted } = options;
  const ranges: NonNullable<typeof options.ranges> = options.ranges ?? {};
  const groups: NonNullable<typeof options.groups> = options.groups ?? {};
  const { descending, filters } = variant;
  const order = options.orders[variant.order];
  const columns = filters.flatMap((filter) => ranges[filter]?.column ?? []);
  const column = columns.find((one) => one === order) ?? columns[0] ?? table.seq;
  const direction = column === order && !descending ? asc : desc;

  const walked = filters.filter((filter) => filter === counted || ranges[filter]?.column === column);
  const conditions = [isNull(table.deleted_at), ...walked.map((filter) => conditionOf(table, options, filter))];
  const walk = (...more: SQL[]) =>
    sql`select ${table.seq}, ${column} as place from ${table} where ${and(...conditions, ...more)}`;
  // The index that begins with `counted` has the rows of one value in order. Those of several are merged, each by an arm of its own.
  const group = filters.some((filter) => filter === counted) ? undefined : filters.map((f) => groups[f]).find(Boolean);
  const arms = group && counted ? group.values.map((value) => walk(eq(columnOf(table, counted), value))) : [walk()];
  const found = sql`${sql.join(arms, sql` union all `)} order by ${direction(sql`place`)}, ${direction(sql`seq`)}`;
  return {
    first: (limit) => sql`(${found} limit ${limit}) found`,
    inOrder: column === order ? [direction(sql`found.place`), direction(FOUND_SEQ)] : undefined,
    checks: filters.filter((filter) => !walked.includes(filter)),
    counted: RANGE_MAX,
    most: RANGE_MAX,
  };
}

/** A list of what a search or a range finds, of which so many are looked at. */
export function foundList<Order extends string, Filter extends string>(
  table: EntityTable,
  options: ListOptions<Order, Filter>,
  variant: Variant<Order, Filter>,
) {
  const { search } = variant;
  const { first, inOrder, checks, counted, most } = (search === 'none' ? rangeOf : searchOf)(table, options, variant);
  const isChecked = checks.length > 0;
  const meets = and(eq(table.seq, FOUND_SEQ), ...checks.map((filter) => conditionOf(table, options, filter)));
  // Without filters to check, the page of a search is cut in the index, before rows are looked up.
  const isCut = search !== 'none' && inOrder !== undefined && !isChecked;
  const listed = isCut ? first(limit, offset) : first(number(isChecked ? most + 1 : most));
  // One more than are counted tells that there are more.
  const looked = first(number((isChecked ? most : counted) + 1));
  const [matching, join] = isChecked ? [table.seq, sql`left join ${table} on ${meets}`] : [FOUND_SEQ, sql``];
  return {
    most: search === 'tag' && inOrder ? Number.POSITIVE_INFINITY : most,
    total:
      search === 'tag'
        ? countedTotal(`${getTableName(table)}:tag`, 'tag')
        : sql`select min(count(${matching}), ${number(counted)}) as total, count(*) as found from ${looked} ${join}`,
    page: (selected: Fields) => {
      const rows = db
        .select(selected)
        .from(listed)
        .crossJoin(asTable(table))
        .where(meets)
        .orderBy(...(inOrder ?? orderOf(table, options.orders[variant.order], variant).columns))
        .limit(limit);
      return isCut ? rows : rows.offset(offset);
    },
  };
}

import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { EntityTable } from './entity';
import type { Fields } from './fields';
import { columnOf, conditionOf, type ListOptions, limit, offset, orderOf, type Variant } from './offset-variant';
import { FOUND_SEQ } from './search';
import { db } from './statement';

/** Rows of a range that are counted, checked by the other filters and put in order. */
const RANGED_MAX = 10_000;

const number = (n: number): SQL => sql.raw(String(n));

const rangesOf = <Order extends string, Filter extends string>(
  { ranges = {} }: ListOptions<Order, Filter>,
  { filters }: Variant<Order, Filter>,
) => filters.flatMap((filter) => ranges[filter] ?? []);

/** Whether a list is found along a range, as no filter leaves few rows. */
export const isRanged = <Order extends string, Filter extends string>(
  options: ListOptions<Order, Filter>,
  variant: Variant<Order, Filter>,
): boolean =>
  rangesOf(options, variant).length > 0 && !variant.filters.some((filter) => options.narrow?.includes(filter));

/** Of more than RANGED_MAX rows, a list in the order of the range has the first ones, another one the last ones. */
export function rangedList<Order extends string, Filter extends string>(
  table: EntityTable,
  options: ListOptions<Order, Filter>,
  variant: Variant<Order, Filter>,
) {
  const { orders, counted } = options;
  const ranges: NonNullable<typeof options.ranges> = options.ranges ?? {};
  const groups: NonNullable<typeof options.groups> = options.groups ?? {};
  const { descending, filters } = variant;
  const order = orderOf(table, orders[variant.order], variant).columns;
  const ofRanges = rangesOf(options, variant).map(({ column }) => column);
  const column = ofRanges.find((one) => one === orders[variant.order]) ?? ofRanges[0] ?? table.seq;
  const direction = column === orders[variant.order] && !descending ? asc : desc;

  const walked = filters.filter((filter) => filter === counted || ranges[filter]?.column === column);
  const checks = filters.filter((filter) => !walked.includes(filter)).map((f) => conditionOf(table, options, f));
  const conditions = [isNull(table.deleted_at), ...walked.map((filter) => conditionOf(table, options, filter))];
  const walk = (most: number, ...more: SQL[]) => sql`select ${table.seq}, ${column} as place from ${table}
    where ${and(...conditions, ...more)} order by ${direction(column)}, ${direction(table.seq)} limit ${number(most)}`;
  // The index that begins with `counted` has the rows of one value in order, those of several not: each has its own walk.
  const group = filters.some((filter) => filter === counted) ? undefined : filters.map((f) => groups[f]).find(Boolean);
  const walks = (most: number) => {
    if (!group || !counted) return walk(most);
    const each = group.values.map((value) => sql`select * from (${walk(most, eq(columnOf(table, counted), value))})`);
    return sql`${sql.join(each, sql` union all `)} order by ${direction(sql`place`)}, ${direction(sql`seq`)} limit ${number(most)}`;
  };
  const candidates = (most: number) => sql`(${walks(most)}) found`;

  const meets = and(eq(table.seq, FOUND_SEQ), ...checks);
  const matching = checks.length > 0 ? sql`left join ${table} on ${meets}` : sql``;
  const counting = checks.length > 0 ? table.seq : FOUND_SEQ;
  return {
    most: RANGED_MAX,
    total: sql`select min(count(${counting}), ${number(RANGED_MAX)}) as total, count(*) as found
      from ${candidates(RANGED_MAX + 1)} ${matching}`,
    page: (selected: Fields) =>
      db
        .select(selected)
        .from(candidates(RANGED_MAX))
        .innerJoin(table as SQLiteTable, meets)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
  };
}

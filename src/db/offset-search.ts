import { and, asc, desc, eq, getTableName, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { EntityTable } from './entity';
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

/** Matches of a search that are counted, and of which filters are checked. */
const COUNTED_MAX = 2_000;
/** The newest matches: only these are put in an order other than that of creation. */
const ORDERED_MAX = 1_000;

const number = (n: number): SQL => sql.raw(String(n));

/** The full-text index has live rows only. */
export function searchedList<Order extends string, Filter extends string>(
  table: EntityTable,
  options: ListOptions<Order, Filter>,
  variant: Variant<Order, Filter>,
) {
  const { orders } = options;
  const indexed: NonNullable<typeof options.indexed> = options.indexed ?? {};
  const { descending, filters, search } = variant;
  const { byCreation, columns } = orderOf(table, orders[variant.order], variant);
  const most = byCreation ? COUNTED_MAX : ORDERED_MAX;
  const direction = descending || !byCreation ? desc : asc;
  const terms = filters.flatMap((filter) => indexed[filter]?.(given(filter)) ?? []);
  const match = terms.reduce((match, term) => sql`${match} || ' AND "' || ${term} || '"'`, sql`${given('match')}`);
  const checked = filters.filter((filter) => !indexed[filter]);
  const isChecked = checked.length > 0;
  const meets = and(eq(table.seq, FOUND_SEQ), ...checked.map((filter) => conditionOf(table, options, filter)));
  // Without filters to check, the page is cut in the index, before rows are looked up.
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
        ? countedTotal(`${getTableName(table)}:tag`, 'tag')
        : sql`select min(count(${matching}), ${number(COUNTED_MAX)}) as total, count(*) as found from ${looked} ${join}`,
    page: (selected: Fields) => {
      const rows = db
        .select(selected)
        .from(found)
        .crossJoin(table as SQLiteTable)
        .where(meets)
        .orderBy(...(byCreation ? [direction(FOUND_SEQ)] : columns))
        .limit(limit);
      return isCut ? rows : rows.offset(offset);
    },
  };
}

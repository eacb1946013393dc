import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Code } from '../../rules/search/criterion';
import type { EntityTable } from '../entity';
import { bound } from '../statement';
import type { Form } from './asked';

/*
 * A search reads a bounded number of rows, whatever is asked and however large the hospital is. Its SQL looks first how
 * many terms meet each criterion, up to a limit, and goes on accordingly:
 *
 * - `rarest`: few terms meet one of the criteria. All their rows are looked at: the answer is complete.
 * - `whole`: every criterion is met by many. The rows that have the rarest word as a whole are walked in order of
 *   creation (terms lie in the order of `seq` within a word); the other words are looked up, one seek each.
 * - `newest`: and the rows at the beginning of the list are looked at, as words that many share are found there.
 *
 * Raw SQL: Drizzle has no words for json_each. CROSS JOIN is SQLite's way to fix the order of a join
 * (sqlite.org/optoverview.html, 7.3): there are no statistics to find it by.
 */

/** Terms that a word must have to be walked as a whole; a word that fewer have is more likely the beginning of others. */
const COMMON = 50;

/** In terms of a json_each row `r` and a `search_term` row `t`. */
export const WITHIN = sql.raw('t.kind = r.value ->> 0 and t.term >= r.value ->> 1 and t.term < r.value ->> 2');

/** A table with search terms. */
export type SearchableTable = EntityTable & { terms: SQLiteColumn };

/** What one list is searched by. */
export interface SearchedBy {
  /** the kinds of terms that words are found among; the first is the list's own */
  kinds: readonly [string, ...string[]];
  /** selects `seq` of the rows that meet a criterion, given its `ranges` and `numbers` */
  entries: (criterion: { ranges: SQL; numbers: SQL }) => SQL;
  /** what `meets` looks at besides the table */
  join?: SQL;
  /** whether a row meets a criterion */
  meets: (criterion: { needles: SQL[]; numbers: SQL }) => SQL;
  /** rows of another kind by whose words a row is found: how they are walked, and the rows that belong to them */
  through?: { walk: { kind: SQL; suffix: string }; rows: (found: SQL) => SQL };
}

const asked = (i: number, path: string) => sql`(select search ->> ${sql.raw(`'$.checks[${i}].${path}'`)} from asked)`;

/** Whether a row meets the criteria that are words. */
export const meetsAll = ({ meets }: SearchedBy, form: Form): SQL =>
  sql.join(
    Array.from({ length: form.words }, (_, i) => {
      const needles = Array.from({ length: form.needles }, (_, j) => asked(i, `needles[${j}]`));
      return sql`(${meets({ needles, numbers: asked(i, 'numbers') })})`;
    }),
    sql` and `,
  );

/** Whether a JSON array of terms contains one of the needles. */
export const contains = (terms: SQL, needles: SQL[]): SQL =>
  sql.join(
    needles.map((needle) => sql`instr(${terms}, ${needle})`),
    sql` or `,
  );

/** A walk along the terms of a word. */
export interface Walk {
  /** CTEs of its own: `common` and `driver`, or the same with a suffix */
  suffix?: string;
  /** the kind of terms, in terms of a row of `criterion`; by default the list's own */
  kind?: SQL;
  /** of `t`, to begin behind a cursor */
  isAhead: SQL;
  /** from the newest row back */
  descending: boolean;
}

const OWN_KIND = sql`ranges ->> '$[0][0]'`;
const forwards = ({ descending }: Walk) => sql.raw(descending ? 'desc' : 'asc');
const backwards = ({ descending }: Walk) => sql.raw(descending ? 'asc' : 'desc');
const names = ({ suffix = '' }: Walk) => ({ common: sql.raw(`common${suffix}`), driver: sql.raw(`driver${suffix}`) });

/**
 * `common`, the words that many rows have as a whole, and `driver`, the rarest of these: the one whose last entries lie
 * furthest back. Empty where one criterion is met by few.
 */
export function commonWords(walk: Walk): SQL {
  const { common, driver } = names(walk);
  return sql`
  ${common} as materialized (
    select i, word, others, ${walk.kind ?? OWN_KIND} as kind, (
      select t.seq from search_term t
      where t.kind = ${walk.kind ?? OWN_KIND} and t.term = criterion.word and ${walk.isAhead}
      order by t.seq ${forwards(walk)} limit 1 offset ${sql.raw(String(COMMON - 1))}) as depth
    from criterion where not exists (select 1 from rarest) limit ${FEW}),
  ${driver} as materialized (
    select i, kind, word from ${common} where depth is not null order by depth ${backwards(walk)} limit 1)`;
}

/**
 * The common table expressions of a search: `asked`, what it asks for; `criterion` with the number of terms that meet
 * it, at most `limit`; `rarest`, if there is one that fewer meet.
 */
export const searchPlan = (by: SearchedBy, p: Record<'asked' | 'limit', SQL>): SQL => sql`
  asked as materialized (select ${p.asked} as search),
  criterion as materialized (
    select a.key as i, a.value ->> 'word' as word, a.value -> 'ranges' as ranges, a.value -> 'others' as others,
      a.value -> 'numbers' as numbers, (select count(*) from (
        select 1 from (${by.entries({ ranges: sql`a.value -> 'ranges'`, numbers: sql`a.value -> 'numbers'` })})
        limit ${bound(p.limit)})) as size
    from asked cross join json_each(asked.search, '$.criteria') a limit ${FEW}),
  rarest as materialized (select ranges, numbers from criterion where size < ${p.limit} order by size limit 1)`;

/** Selects `seq` of the rows that meet the rarest criterion. */
export const ofRarest = (by: SearchedBy): SQL =>
  by.entries({ ranges: sql`(select ranges from rarest)`, numbers: sql`(select numbers from rarest)` });

/** Whether all criteria are common words. */
export const allCommon = (walk: Walk): SQL => sql`(select count(depth) = count(*) from ${names(walk).common})`;

/** Selects `seq` of the rows that have the driver's word and every other common word; there are at most `count` words. */
export function wholeWords(walk: Walk, count: number, reach: SQL, rows: SQL): SQL {
  const { common, driver } = names(walk);
  const others = sql`(select json_group_array(json_array(kind, word)) from ${common}
    where depth is not null and i <> (select i from ${driver}))`;
  const hasOther = (i: number) => {
    const other = (part: 0 | 1) => sql.raw(`w.others ->> '$[${i}][${part}]'`);
    return sql`(${other(1)} is null or exists (
      select 1 from search_term o where o.kind = ${other(0)} and o.term = ${other(1)} and o.seq = w.seq))`;
  };
  const hasOthers = Array.from({ length: count - 1 }, (_, i) => sql` and ${hasOther(i)}`);
  // The limit of -1 is none, but keeps the order, which SQLite drops in a subquery without a limit.
  return sql`
    select w.seq from (
      select seq, others from (
        select t.seq, ${others} as others from search_term t
        where t.kind = (select kind from ${driver}) and t.term = (select word from ${driver}) and ${walk.isAhead}
        order by t.seq ${forwards(walk)} limit -1)
      union all select ${END}, null
      limit ${reach}) w
    where w.seq = ${END} or (true${sql.join(hasOthers)}) limit ${rows}`;
}

/**
 * More than there are criteria. Without a limit SQLite expects a million rows, and makes Bloom filters for so many: 0.3 ms
 * each.
 */
const FEW = sql.raw('50');

/** In place of a row: the words that are walked as a whole came to their end. */
export const END = sql.raw('0');

/** Whether the common words are all that meets their criteria: there is no longer word that begins with one of them. */
export const IS_ALONE = sql`not exists (
  select 1 from common cross join json_each(common.others) r cross join search_term t
  where common.depth is not null and ${WITHIN})`;

/** What a list is searched by whose rows are found by their own terms and their own registration number. */
export const ownTerms = (table: SearchableTable, code?: Code): SearchedBy => ({
  kinds: [getTableName(table)],
  entries: ({ ranges, numbers }) => sql`
    select t.seq from json_each(${ranges}) r cross join search_term t where ${WITHIN}
    ${code ? sql`union all select value from json_each(${numbers}) where key = ${sql.raw(`'${code}'`)}` : sql``}`,
  meets: ({ needles, numbers }) => {
    const number = code ? sql` or ${table.seq} = ${numbers} ->> ${sql.raw(`'${code}'`)}` : sql``;
    return sql`${contains(sql`${table.terms}`, needles)}${number}`;
  },
});

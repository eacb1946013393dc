import { asc, desc, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { EntityTable } from '../entity';
import { type Fields, fittingFields, hasLong, kept, selected, weighed } from '../page-bytes';
import { bound, rawStatement } from '../statement';
import type { Form } from './asked';
import {
  allCommon,
  commonWords,
  END,
  IS_ALONE,
  meetsAll,
  ofRarest,
  type SearchedBy,
  searchPlan,
  type Walk,
  wholeWords,
} from './plan';

/**
 * By name: `asked` (JSON of Asked[]), `tags` (a JSON array of needles), filters, `offset`, `rows`, `small` (see
 * page-bytes.ts) and the bounds below.
 */
export type OffsetSearchValues = Record<string, unknown> & {
  /** terms of a criterion that are counted, and looked at if they are fewer */
  few: number;
  /** terms of a word that are walked as a whole: where all words are looked up, and where rows must be read */
  reach: number;
  reach_rows: number;
  /** rows that are looked at of those that have all words */
  found: number;
  /** rows at the beginning of the list that are looked at: where a word is walked, and where none is */
  first: number;
  first_alone: number;
};

/** How a page was found, in its first row. */
export interface Found {
  /** how many rows were found */
  total: number;
  /** whether few terms meet one of the criteria, or the table has few rows, so that all that match was looked at */
  complete: 0 | 1;
  /** whether a word was walked to its end, and there is no longer word that begins with one of the words */
  walked: 0 | 1;
}
export type FoundRow<Row> = Row & { found: string | null };

export interface OffsetSearch {
  order: SQLiteColumn;
  descending: boolean;
  /** whether the list is in the order of `seq`, in which words lie, too */
  bySeq: boolean;
  form: Form;
  tags: 'none' | 'one' | 'several';
  /** the filter whose rows are all looked at, if there is one that leaves few; otherwise by its criteria */
  narrow: SQL | undefined;
  /** a filter that the index of the order begins with */
  counted: SQL | undefined;
  /** what a row must meet besides */
  filters: SQL[];
}

const number = (n: number) => sql.raw(String(n));
const given = (name: string) => sql`${sql.placeholder(name)}`;

/** Whether a row has all tags that are asked for. Both sides are JSON of strings, so a needle cannot begin inside a tag. */
function hasTags(column: SQLiteColumn, tags: OffsetSearch['tags']): SQL[] {
  const has = (needle: SQL) => sql`instr(',' || substr(${column}, 2), ',' || ${needle}) > 0`;
  if (tags === 'none') return [];
  if (tags === 'one') return [has(given('needle'))];
  return [sql`not exists (select 1 from json_each(${given('needles')}) n where not ${has(sql`n.value`)})`];
}

/** The statement of a search in a list that is paged by offset. */
export function offsetSearch<Row>(
  table: EntityTable & { tags: SQLiteColumn },
  fields: Fields,
  by: SearchedBy,
  search: OffsetSearch,
) {
  const { order, descending, bySeq, form, tags, narrow, counted } = search;
  const { words } = form;
  const { seq, deleted_at } = table;
  const direction = descending ? desc : asc;
  const inOrder = sql.join(bySeq ? [direction(seq)] : [direction(order), direction(seq)], sql`, `);
  const criteria = words + { none: 0, one: 1, several: 2 }[tags];
  const walk: Walk = { isAhead: sql`1`, descending };
  const ofOthers: Walk | undefined = by.through && words > 0 ? { ...walk, ...by.through.walk } : undefined;

  const answered = fittingFields(seq, fields, given('small'));
  const none = sql.join(
    Object.keys(answered).map((name) => sql`null as ${sql.identifier(name)}`),
    sql`, `,
  );
  const conditions = [
    sql`${deleted_at} is null`,
    ...search.filters,
    ...hasTags(table.tags, tags),
    ...(words ? [meetsAll(by, form)] : []),
  ];

  /** Where all rows of the narrow filter are looked at. */
  const ofNarrow = () => ({
    plan: [sql`asked as materialized (select ${given('asked')} as search)`],
    candidates: [
      sql`select seq from (select ${seq} from ${table} where ${deleted_at} is null and ${narrow} limit ${bound(given('few'))})`,
    ],
    complete: sql`(select count(*) from candidate) < ${given('few')}`,
    walked: number(0),
  });

  const bySearch = () => {
    const reach = sql`iif(${allCommon(walk)}, ${given('reach')}, ${given('reach_rows')})`;
    const live = counted ? sql`${deleted_at} is null and ${counted}` : sql`${deleted_at} is null`;
    const first = bySeq
      ? sql`iif(exists (select 1 from driver), ${given('first')}, ${given('first_alone')})`
      : given('first_alone');
    return {
      plan: [
        searchPlan(by, { asked: given('asked'), limit: given('few') }),
        commonWords(walk),
        ...(ofOthers ? [commonWords(ofOthers)] : []),
      ],
      candidates: [
        sql`select distinct seq from (${ofRarest(by)})`,
        ...(bySeq ? [sql`select seq from (${wholeWords(walk, criteria, reach, bound(given('found')))})`] : []),
        ...(ofOthers && by.through
          ? [by.through.rows(wholeWords(ofOthers, words, bound(given('reach')), bound(given('found'))))]
          : []),
        sql`select seq from (select ${seq} from ${table} where ${live} order by ${inOrder}
          limit iif(exists (select 1 from rarest), 0, ${first}))`,
      ],
      complete: sql`exists (select 1 from rarest) or (select max(${seq}) from ${table}) <= ${first}`,
      walked: bySeq
        ? sql`exists (select 1 from driver) and ${IS_ALONE} and exists (select 1 from hit where seq = ${END})`
        : number(0),
    };
  };

  return rawStatement<OffsetSearchValues, FoundRow<Row>>(() => {
    const { plan, candidates, complete, walked } = narrow ? ofNarrow() : bySearch();
    // Only what is walked and the first rows have rows in common.
    const union = candidates.length > 2 ? sql` union ` : sql` union all `;
    const page = (columns: Fields, ...more: SQL[]) => sql`
      select ${sql.join([selected(columns), ...more], sql`, `)} from hit cross join ${table} on ${seq} = hit.seq
      order by ${inOrder} limit ${bound(given('rows'))} offset ${bound(given('offset'))}`;
    const weights = hasLong(fields) ? sql`, ${kept(page(weighed(seq, fields)))}` : sql``;
    return sql`with ${sql.join(plan, sql`, `)},
      candidate as (${sql.join(candidates, union)}),
      hit as materialized (
        select f.seq from candidate f left join ${table} on ${seq} = f.seq ${by.join ?? sql``}
        where f.seq = ${END} or (${sql.join(conditions, sql` and `)}))${weights}
      select ${none}, json_object('total', (select count(*) from hit where seq <> ${END}), 'complete', ${complete},
        'walked', ${walked}) as found
      union all select * from (${page(answered, sql`null`)})`;
  }, fields);
}

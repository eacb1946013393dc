import { type SQL, sql } from 'drizzle-orm';
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
  wholeWords,
} from './plan';

export interface KeysetSearchValues {
  /** JSON of Asked[] */
  asked: string;
  /** only rows created before this `seq` */
  cursor: number;
  /** rows of each part of the answer */
  rows: number;
  /** terms of a criterion that are counted, and looked at if they are fewer */
  limit: number;
  /** terms of a word that are walked as a whole: where all words are looked up, and where rows must be read */
  reach: number;
  reach_rows: number;
  /** rows at the beginning of the list that are looked at: where a word is walked, and where none is */
  newest: number;
  newest_alone: number;
  /** rows of the answer that are skipped, and how large a small one is: see page-bytes.ts */
  offset: number;
  small: number;
}

/** How a page was found, in its first row. */
export interface Found {
  /** whether few terms meet one of the criteria, so that all that match was looked at */
  complete: 0 | 1;
  /** whether there is a word that is walked as a whole */
  walked: 0 | 1;
  /** whether there is no longer word that begins with one that is walked */
  alone: 0 | 1;
  /** where `newest` ends: all that match from here on is in the answer */
  floor: number;
}

type Source = 'rarest' | 'whole' | 'newest';
export type FoundRow<Row> = Row & { seq: number | null; source: Source | null; found: string | null };

/** The statement of a search, newest first. */
export function keysetSearch<Row>(table: EntityTable, fields: Fields, by: SearchedBy, form: Form) {
  const count = form.words;
  const { seq, deleted_at } = table;
  const meets = meetsAll(by, form);

  return rawStatement<KeysetSearchValues, FoundRow<Row>>((p) => {
    const [asked, limit, cursor, rows] = [sql`${p.asked}`, sql`${p.limit}`, sql`${p.cursor}`, sql`${p.rows}`];
    const walk = { isAhead: sql`t.seq < ${cursor}`, descending: true };
    const reach = sql`iif(${allCommon(walk)}, ${p.reach}, ${p.reach_rows})`;
    const newest = sql`iif(exists (select 1 from driver), ${p.newest}, ${p.newest_alone})`;
    const floor = sql`min(${cursor}, (select max(${seq}) from ${table}) + 1) - ${newest}`;
    const parts = (part: (source: Source) => SQL): SQL[] => [
      sql`select * from (
        select ${part('rarest')} from (select distinct seq from (${ofRarest(by)})) f
        cross join ${table} on ${seq} = f.seq
        where ${deleted_at} is null and ${seq} < ${cursor} and ${meets}
        order by ${seq} desc limit ${bound(rows)})`,
      sql`select * from (
        select ${part('whole')} from (${wholeWords(walk, count, reach, reach)}) f
        left join ${table} on ${seq} = f.seq and ${deleted_at} is null
        where f.seq = ${END} or (${meets}) limit ${rows} + 1)`,
      sql`select * from (
        select ${part('newest')} from ${table}
        where ${deleted_at} is null and ${meets} and ${seq} >= ${floor}
          and ${seq} < iif(exists (select 1 from rarest), 0, ${cursor})
        order by ${seq} desc limit ${bound(rows)})`,
    ];
    const plan = [searchPlan(by, { asked, limit }), commonWords(walk)];
    if (hasLong(fields)) {
      const weighedParts = parts(() => selected(weighed(seq, fields)));
      plan.push(
        kept(sql`
        select seq, bytes from (${sql.join(weighedParts, sql` union `)})
        where seq is not null order by seq desc limit -1 offset ${bound(p.offset)}`),
      );
    }
    const given = fittingFields(seq, fields, p.small);
    const none = sql.join(
      Object.keys(given).map((name) => sql`null as ${sql.identifier(name)}`),
      sql`, `,
    );
    const found = parts((source) => sql`${selected(given)}, ${sql.raw(`'${source}'`)}, null`);
    return sql`with ${sql.join(plan, sql`, `)}
      select ${none}, null as source, json_object(
        'complete', exists (select 1 from rarest), 'walked', exists (select 1 from driver), 'alone', ${IS_ALONE},
        'floor', ${floor}) as found
      union all ${sql.join(found, sql` union all `)}`;
  }, fields);
}

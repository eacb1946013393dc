import { is, SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { EntityTable } from '../entity';
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

const selected = (fields: Record<string, SQLiteColumn | SQL.Aliased>): SQL =>
  sql.join(
    Object.entries(fields).map(([name, field]) =>
      is(field, SQL.Aliased) ? sql`${field.sql} as ${sql.identifier(name)}` : sql`${field}`,
    ),
    sql`, `,
  );

/** The statement of a search, newest first. */
export function keysetSearch<Row>(
  table: EntityTable,
  fields: Record<string, SQLiteColumn | SQL.Aliased>,
  by: SearchedBy,
  form: Form,
) {
  const count = form.words;
  const none = sql.join(
    Object.keys(fields).map((name) => sql`null as ${sql.identifier(name)}`),
    sql`, `,
  );
  const part = (source: Source) => sql`${selected(fields)}, ${sql.raw(`'${source}'`)}, null`;
  const { seq, deleted_at } = table;
  const meets = meetsAll(by, form);

  return rawStatement<KeysetSearchValues, FoundRow<Row>>((p) => {
    const [asked, limit, cursor, rows] = [sql`${p.asked}`, sql`${p.limit}`, sql`${p.cursor}`, sql`${p.rows}`];
    const walk = { isAhead: sql`t.seq < ${cursor}`, descending: true };
    const reach = sql`iif(${allCommon(walk)}, ${p.reach}, ${p.reach_rows})`;
    const newest = sql`iif(exists (select 1 from driver), ${p.newest}, ${p.newest_alone})`;
    const floor = sql`min(${cursor}, (select max(${seq}) from ${table}) + 1) - ${newest}`;
    return sql`with ${searchPlan(by, { asked, limit })}, ${commonWords(walk)}
      select ${none}, null as source, json_object(
        'complete', exists (select 1 from rarest), 'walked', exists (select 1 from driver), 'alone', ${IS_ALONE},
        'floor', ${floor}) as found
      union all select * from (
        select ${part('rarest')} from (select distinct seq from (${ofRarest(by)})) f
        cross join ${table} on ${seq} = f.seq
        where ${deleted_at} is null and ${seq} < ${cursor} and ${meets}
        order by ${seq} desc limit ${bound(rows)})
      union all select * from (
        select ${part('whole')} from (${wholeWords(walk, count, reach, reach)}) f
        left join ${table} on ${seq} = f.seq and ${deleted_at} is null
        where f.seq = ${END} or (${meets}) limit ${rows} + 1)
      union all select * from (
        select ${part('newest')} from ${table}
        where ${deleted_at} is null and ${meets} and ${seq} >= ${floor}
          and ${seq} < iif(exists (select 1 from rarest), 0, ${cursor})
        order by ${seq} desc limit ${bound(rows)})`;
  }, fields);
}

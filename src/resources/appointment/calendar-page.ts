// The statements of the calendar's pages (docs/why/lists.md). Where no index serves all filters, a page looks at so
// many rows at most, and may be short: otherwise a search for a rare status would read all appointments. The audit trail's
// pages share no SQL with these: their order has one key, this one has two.
import { and, asc, desc, eq, gt, gte, isNull, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { selected } from '../../db/fields';
import { pageStatement } from '../../db/page-bytes';
import { appointment, folded } from '../../db/schema/appointment';
import { survivorOf } from '../../db/schema/patient';
import { asExpression, type Inputs } from '../../db/statement';
import * as queries from './queries';

/** Rows that a page looks at where no index serves all filters. */
export const CALENDAR_SCAN_MAX = 1_100;

/** Filters with an index in the order of `starts_at`, the narrowest first. */
export const INDEXED = ['series_id', 'patient_id', 'doctor_id', 'department_id'] as const;
type IndexedFilter = (typeof INDEXED)[number];

/**
 * The page begins behind `at`, `seq`. Null is no filter; `statuses` and `types` are folded words, each between two spaces, `tags`
 * JSON of a list.
 */
type PageValues = Record<'at' | 'seq' | 'from' | 'to' | 'scan' | 'limit', number> &
  Record<IndexedFilter | 'statuses' | 'types' | 'tags', string | null>;
type P = Inputs<PageValues>;

interface PageOptions {
  by: 'schedule' | 'created_at';
  descending: boolean;
  index: IndexedFilter | undefined;
  /** whether an index serves all filters: then every row scanned is of the page */
  exact: boolean;
  view: keyof typeof queries.fields;
}

/** In no order. `reached_…` is the last row scanned, if there may be more behind it; `seq` is null where none matches. */
type PageRow = (queries.Row | queries.NotedRow | { seq: null }) & Record<'reached_at' | 'reached_seq', number | null>;

const isOneOf = (word: SQLWrapper, words: SQLWrapper) =>
  or(isNull(words), sql`instr(${words}, ' ' || ${folded(word)} || ' ') > 0`);

/** By elements: in the JSON of a list, `","` is more than a tag. */
const hasTags = (tags: SQLWrapper, asked: SQLWrapper) =>
  or(
    isNull(asked),
    sql`${tags} is not null and not exists (
      select 1 from json_each(${asked}) where value not in (select value from json_each(${tags})))`,
  );

const asked = (p: P, filter: IndexedFilter) => (filter === 'patient_id' ? survivorOf(p.patient_id) : p[filter]);

const ofIndex = (p: P, index: IndexedFilter | undefined) => index && eq(appointment[index], asked(p, index));
const ofTime = (p: P) => and(gte(appointment.starts_at, p.from), lt(appointment.starts_at, p.to));
const matches = (p: P) =>
  and(
    gte(queries.entry.starts_at, p.from),
    lt(queries.entry.starts_at, p.to),
    ...INDEXED.map((name) => or(isNull(p[name]), eq(queries.entry[name], asked(p, name)))),
    isOneOf(queries.entry.status, p.statuses),
    isOneOf(queries.entry.type, p.types),
    hasTags(queries.entry.tags, p.tags),
  );

/** Two parts, those at the very time of the place and all later ones: docs/why/lists.md. */
function scheduled(p: P, { index, descending }: PageOptions): SQL {
  const { starts_at, seq } = appointment;
  const behind = descending ? lt : gt;
  const within = descending ? gte(starts_at, p.from) : lt(starts_at, p.to);
  const order = descending ? sql`starts_at desc, seq desc` : sql`starts_at, seq`;
  return sql`select * from ${appointment} where ${and(ofIndex(p, index), eq(starts_at, p.at), behind(seq, p.seq), within)}
    union all select * from ${appointment} where ${and(ofIndex(p, index), behind(starts_at, p.at), within)}
    order by ${order} limit ${asExpression(p.scan)}`;
}

const created = (p: P, { descending }: PageOptions, limit: SQL): SQL =>
  sql`select * from ${appointment} where ${(descending ? lt : gt)(appointment.seq, p.seq)}
    order by ${(descending ? desc : asc)(appointment.seq)} limit ${limit}`;

/** In the order of creation no index serves a filter. Few matching rows are all scanned, or pages would be nearly empty. */
function scannedByCreation(p: P, options: PageOptions): SQL {
  const narrow = and(ofIndex(p, options.index), ofTime(p));
  const isFew = sql`(select few from counted)`;
  // The unary plus keeps SQLite from the index of the number.
  const behind = (options.descending ? lt : gt)(sql`+${appointment.seq}`, p.seq);
  return sql`counted as materialized (
      select count(*) < ${p.scan} as few from (select 1 from ${appointment} where ${narrow} limit ${asExpression(p.scan)})),
    scanned as materialized (
      select * from (select * from ${appointment} where ${and(narrow, behind)} limit iif(${isFew}, ${p.scan}, 0))
      union all select * from (${created(p, options, sql`iif(${isFew}, 0, ${p.scan})`)}))`;
}

function statementOf(options: PageOptions) {
  const { by, exact, view } = options;
  const direction = options.descending ? desc : asc;
  const columns = by === 'schedule' ? [queries.entry.starts_at, queries.entry.seq] : [queries.entry.seq];
  const order = sql.join(columns.map(direction), sql`, `);
  const first = (p: P) => (by === 'schedule' ? scheduled(p, options) : created(p, options, asExpression(p.scan)));
  const scanned = (p: P) =>
    by === 'schedule' ? sql`scanned as materialized (${first(p)})` : scannedByCreation(p, options);

  const reached = (p: P) =>
    by === 'schedule'
      ? sql`select starts_at as reached_at, seq as reached_seq from scanned as ${queries.entry} order by ${order}
          limit 1 offset ${p.scan} - 1`
      : sql`select 0 as reached_at, ${sql.raw(options.descending ? 'min' : 'max')}(seq) as reached_seq from scanned
          having count(*) >= ${p.scan}`;

  return pageStatement<PageValues, PageRow>(queries.entry.seq, queries.fields[view], (fields, p) =>
    exact
      ? sql`select ${selected(fields)}, null as reached_at, null as reached_seq from (${first(p)}) as ${queries.entry}`
      : sql`select * from (with ${scanned(p)} select ${selected(fields)}, reached_at, reached_seq from (select 1)
            left join (${reached(p)}) on 1
            left join (select * from scanned as ${queries.entry} where ${matches(p)} order by ${order} limit ${asExpression(p.limit)})
              as ${queries.entry} on 1)`,
  );
}

const made = new Map<string, ReturnType<typeof statementOf>>();

export function pageOf(options: PageOptions): ReturnType<typeof statementOf> {
  const key = JSON.stringify(options);
  const statement = made.get(key) ?? statementOf(options);
  made.set(key, statement);
  return statement;
}

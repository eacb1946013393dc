/**
 * The statements of the calendar's pages. A page of what one index serves reads its own rows only. Any other filter is
 * checked on a bounded number of rows in the page's order: unbounded, a status that few appointments have would be looked
 * for among all appointments of the hospital, until D1 ends the statement. A page may therefore be short.
 *
 * The pages of the audit trail are bounded alike, but share nothing with these: their order has one key. Here it has
 * two, the start and the number, of which SQLite seeks only the first one in an index.
 */
import { and, asc, desc, eq, gt, gte, isNull, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { selected } from '../../db/page-bytes';
import { appointment, folded } from '../../db/schema/appointment';
import { asExpression, type Inputs, rawStatement } from '../../db/statement';
import type { View } from '../../schemas/requests';
import { entry, fields, type Row } from './queries';

/** Rows that one page looks at where no index serves all that is asked for. */
export const LOOK_MAX = 1_100;

/** Filters with an index in the order of `starts_at`, the narrowest first. */
export const INDEXED = ['patient_id', 'doctor_id', 'department_id'] as const;
type IndexedFilter = (typeof INDEXED)[number];

/**
 * The page begins behind the place `at`, `seq` in its order. A filter that is null is none; the words of `statuses` and
 * `types` are folded, each between two spaces.
 */
type PageValues = Record<'at' | 'seq' | 'from' | 'to' | 'look' | 'limit', number> &
  Record<IndexedFilter | 'statuses' | 'types', string | null>;
type P = Inputs<PageValues>;

/** What a statement is made for. */
interface PageOptions {
  by: 'schedule' | 'created_at';
  descending: boolean;
  /** the filter whose index is used */
  index: IndexedFilter | undefined;
  /** whether an index serves all that is asked for: then every row that is looked at belongs to the page */
  exact: boolean;
  view: View;
}

/** In no order. With the last row that was looked at, if there may be more behind it; nothing else where no row matches. */
type PageRow = (Row | { seq: null }) & Record<'reached_at' | 'reached_seq', number | null>;

const isOneOf = (word: SQLWrapper, words: SQLWrapper) =>
  or(isNull(words), sql`instr(${words}, ' ' || ${folded(word)} || ' ') > 0`);

const ofIndex = (p: P, index: IndexedFilter | undefined) => index && eq(appointment[index], p[index]);
const ofTime = (p: P) => and(gte(appointment.starts_at, p.from), lt(appointment.starts_at, p.to));
/** All that is asked for, of rows that were looked at. */
const matches = (p: P) =>
  and(
    gte(entry.starts_at, p.from),
    lt(entry.starts_at, p.to),
    ...INDEXED.map((name) => or(isNull(p[name]), eq(entry[name], p[name]))),
    isOneOf(entry.status, p.statuses),
    isOneOf(entry.type, p.types),
  );

/**
 * The first rows behind the place in the order of `schedule`: those that start at its very time, and all later ones. SQLite
 * does not look for a pair of time and number in an index. Each part is in the order of one, so the two are merged, and no
 * more is read than the limit.
 */
function scheduled(p: P, { index, descending }: PageOptions): SQL {
  const { starts_at, seq } = appointment;
  const behind = descending ? lt : gt;
  const within = descending ? gte(starts_at, p.from) : lt(starts_at, p.to);
  const order = descending ? sql`starts_at desc, seq desc` : sql`starts_at, seq`;
  return sql`select * from ${appointment} where ${and(ofIndex(p, index), eq(starts_at, p.at), behind(seq, p.seq), within)}
    union all select * from ${appointment} where ${and(ofIndex(p, index), behind(starts_at, p.at), within)}
    order by ${order} limit ${asExpression(p.look)}`;
}

/** The first rows behind the place in the order of creation. */
const created = (p: P, { descending }: PageOptions, limit: SQL): SQL =>
  sql`select * from ${appointment} where ${(descending ? lt : gt)(appointment.seq, p.seq)}
    order by ${(descending ? desc : asc)(appointment.seq)} limit ${limit}`;

/**
 * In the order of creation no index leads to a filter's rows or to a time's. Where these are few, they are all looked at,
 * otherwise the first of all rows.
 */
function lookedByCreation(p: P, options: PageOptions): SQL {
  const narrow = and(ofIndex(p, options.index), ofTime(p));
  const isFew = sql`(select few from counted)`;
  // The unary plus keeps SQLite from finding them by their number.
  const behind = (options.descending ? lt : gt)(sql`+${appointment.seq}`, p.seq);
  return sql`counted as materialized (
      select count(*) < ${p.look} as few from (select 1 from ${appointment} where ${narrow} limit ${asExpression(p.look)})),
    looked as materialized (
      select * from (select * from ${appointment} where ${and(narrow, behind)} limit iif(${isFew}, ${p.look}, 0))
      union all select * from (${created(p, options, sql`iif(${isFew}, 0, ${p.look})`)}))`;
}

function statementOf(options: PageOptions) {
  const { by, exact, view } = options;
  const direction = options.descending ? desc : asc;
  const columns = by === 'schedule' ? [entry.starts_at, entry.seq] : [entry.seq];
  const order = sql.join(columns.map(direction), sql`, `);
  const first = (p: P) => (by === 'schedule' ? scheduled(p, options) : created(p, options, asExpression(p.look)));
  const looked = (p: P) =>
    by === 'schedule' ? sql`looked as materialized (${first(p)})` : lookedByCreation(p, options);

  const reached = (p: P) =>
    by === 'schedule'
      ? sql`select starts_at as reached_at, seq as reached_seq from looked as ${entry} order by ${order}
          limit 1 offset ${p.look} - 1`
      : sql`select 0 as reached_at, ${sql.raw(options.descending ? 'min' : 'max')}(seq) as reached_seq from looked
          having count(*) >= ${p.look}`;

  return rawStatement<PageValues, PageRow>(
    (p) =>
      exact
        ? sql`select ${selected(fields[view])}, null as reached_at, null as reached_seq from (${first(p)}) as ${entry}`
        : sql`with ${looked(p)} select ${selected(fields[view])}, reached_at, reached_seq from (select 1)
            left join (${reached(p)}) on 1
            left join (select * from looked as ${entry} where ${matches(p)} order by ${order} limit ${asExpression(p.limit)})
              as ${entry} on 1`,
    fields[view],
  );
}

const made = new Map<string, ReturnType<typeof statementOf>>();

/** The statement for these options, made when it is first asked for. */
export function pageOf(options: PageOptions): ReturnType<typeof statementOf> {
  const key = JSON.stringify(options);
  const statement = made.get(key) ?? statementOf(options);
  made.set(key, statement);
  return statement;
}

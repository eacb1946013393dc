import { and, asc, desc, eq, gt, gte, isNull, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { selected } from '../../db/fields';
import { appointment, folded } from '../../db/schema/appointment';
import { asExpression, type Inputs, rawStatement } from '../../db/statement';
import type { View } from '../../schemas/requests';
import { fields, type Row, shown } from './reads';

/** Rows that one page looks at where no index serves all that is asked for. */
export const LOOK_MAX = 1_100;

/** Filters with an index in the order of `starts_at`, the narrowest first. */
export const INDEXED = ['patient_id', 'doctor_id', 'department_id'] as const;
export type Filter = (typeof INDEXED)[number];

/**
 * What is behind the place `at`, `seq` in the page's order: behind that row, if there is one. Filters that are null are
 * none; the words of `statuses` and `types` are folded, each between two spaces.
 */
export type PageValues = Record<'at' | 'seq' | 'from' | 'to' | 'look' | 'limit', number> &
  Record<Filter | 'statuses' | 'types', string | null>;
type P = Inputs<PageValues>;

/** What a statement is made for. */
export interface Shape {
  by: 'schedule' | 'created_at';
  descending: boolean;
  /** the filter whose index is used */
  index: Filter | undefined;
  /** whether an index serves all that is asked for: then every row that is looked at belongs to the page */
  exact: boolean;
  view: View;
}

/** In no order. With the last row that was looked at, if there may be more behind it; nothing else where none was found. */
export type PageRow = (Row | { seq: null }) & Record<'reached_at' | 'reached_seq', number | null>;

const isOneOf = (word: SQLWrapper, words: SQLWrapper) =>
  or(isNull(words), sql`instr(${words}, ' ' || ${folded(word)} || ' ') > 0`);

const ofIndex = (p: P, index: Filter | undefined) => index && eq(appointment[index], p[index]);
const ofTime = (p: P) => and(gte(appointment.starts_at, p.from), lt(appointment.starts_at, p.to));
/** All that is asked for, of rows that were looked at. */
const wanted = (p: P) =>
  and(
    gte(shown.starts_at, p.from),
    lt(shown.starts_at, p.to),
    ...INDEXED.map((name) => or(isNull(p[name]), eq(shown[name], p[name]))),
    isOneOf(shown.status, p.statuses),
    isOneOf(shown.type, p.types),
  );

/**
 * The first rows behind the place in the order of `schedule`: those that start at its very time, and all later ones. SQLite
 * does not look for a pair of time and number in an index. Each part is in the order of one, so the two are merged, and no
 * more is read than the limit.
 */
function scheduled(p: P, { index, descending }: Shape): SQL {
  const { starts_at, seq } = appointment;
  const behind = descending ? lt : gt;
  const within = descending ? gte(starts_at, p.from) : lt(starts_at, p.to);
  const order = descending ? sql`starts_at desc, seq desc` : sql`starts_at, seq`;
  return sql`select * from ${appointment} where ${and(ofIndex(p, index), eq(starts_at, p.at), behind(seq, p.seq), within)}
    union all select * from ${appointment} where ${and(ofIndex(p, index), behind(starts_at, p.at), within)}
    order by ${order} limit ${asExpression(p.look)}`;
}

/** The first rows behind the place in the order of creation. */
const created = (p: P, { descending }: Shape, limit: SQL): SQL =>
  sql`select * from ${appointment} where ${(descending ? lt : gt)(appointment.seq, p.seq)}
    order by ${(descending ? desc : asc)(appointment.seq)} limit ${limit}`;

/**
 * In the order of creation no index leads to a filter's rows or to a time's. Where these are few, they are all looked at,
 * otherwise the first of all rows.
 */
function lookedByCreation(p: P, shape: Shape): SQL {
  const narrow = and(ofIndex(p, shape.index), ofTime(p));
  const isFew = sql`(select few from found)`;
  // The unary plus keeps SQLite from finding them by their number.
  const behind = (shape.descending ? lt : gt)(sql`+${appointment.seq}`, p.seq);
  return sql`found as materialized (
      select count(*) < ${p.look} as few from (select 1 from ${appointment} where ${narrow} limit ${asExpression(p.look)})),
    looked as materialized (
      select * from (select * from ${appointment} where ${and(narrow, behind)} limit iif(${isFew}, ${p.look}, 0))
      union all select * from (${created(p, shape, sql`iif(${isFew}, 0, ${p.look})`)}))`;
}

function pageStatement(shape: Shape) {
  const { by, exact, view } = shape;
  const direction = shape.descending ? desc : asc;
  const columns = by === 'schedule' ? [shown.starts_at, shown.seq] : [shown.seq];
  const order = sql.join(columns.map(direction), sql`, `);
  const first = (p: P) => (by === 'schedule' ? scheduled(p, shape) : created(p, shape, asExpression(p.look)));
  const looked = (p: P) => (by === 'schedule' ? sql`looked as materialized (${first(p)})` : lookedByCreation(p, shape));

  const reached = (p: P) =>
    by === 'schedule'
      ? sql`select starts_at as reached_at, seq as reached_seq from looked as ${shown} order by ${order}
          limit 1 offset ${p.look} - 1`
      : sql`select 0 as reached_at, ${sql.raw(shape.descending ? 'min' : 'max')}(seq) as reached_seq from looked
          having count(*) >= ${p.look}`;

  return rawStatement<PageValues, PageRow>(
    (p) =>
      exact
        ? sql`select ${selected(fields[view])}, null as reached_at, null as reached_seq from (${first(p)}) as ${shown}`
        : sql`with ${looked(p)} select ${selected(fields[view])}, reached_at, reached_seq from (select 1)
            left join (${reached(p)}) on 1
            left join (select * from looked as ${shown} where ${wanted(p)} order by ${order} limit ${asExpression(p.limit)})
              as ${shown} on 1`,
    fields[view],
  );
}

const known = new Map<string, ReturnType<typeof pageStatement>>();

/** The statement for a shape, made when it is first asked for. */
export function pageOf(shape: Shape): ReturnType<typeof pageStatement> {
  const key = JSON.stringify(shape);
  const page = known.get(key) ?? pageStatement(shape);
  known.set(key, page);
  return page;
}

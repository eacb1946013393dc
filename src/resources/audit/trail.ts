import { and, desc, eq, gte, isNull, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { audit } from '../../db/schema';
import { asExpression, db, rawStatement } from '../../db/statement';
import { forAdmin, isoTime, timeAsked } from './asked';
import type { AuditEntry, AuditQuery } from './schemas';
import { cutPage, inTwoSteps, LOOK_MAX, type Looked, type TrailPage } from './trail-page';

/** Milliseconds between the moment that a row of `audit` names, which is when its request came, and its being written. */
const LATEST = 3_600_000;

/**
 * The first row that is not from before a time. Rows are numbered without gaps and nearly in the order of time, so it is
 * found by halving: 20 rows read for a million. Raw: a recursion.
 */
const seek = (time: SQLWrapper): SQL => sql`(with recursive half(lo, hi) as (
    select (select min(seq) from ${audit}), (select max(seq) + 1 from ${audit})
    union all
    select iif(a.at < ${time}, a.seq + 1, lo), iif(a.at < ${time}, hi, a.seq)
    from half join ${audit} a on a.seq = (lo + hi) / 2 where lo < hi
  ) select max(lo) from half)`;

const FILTERS = ['entity', 'entity_id', 'actor', 'action'] as const;
type Values = Record<(typeof FILTERS)[number], string | null> &
  Record<'from' | 'to', number | null> &
  Record<'cursor' | 'limit' | 'look', number>;
type Row = Looked & typeof audit.$inferSelect;

const pageBy = (index: SQL | undefined) =>
  rawStatement<Values, Row>(
    (p) => {
      const from = sql`iif(${p.from} is null, 0, ${seek(sql`${p.from} - ${LATEST}`)})`;
      const to = sql`iif(${p.to} is null, ${p.cursor}, min(${p.cursor}, ${seek(sql`${p.to} + ${LATEST}`)}))`;
      const range = and(gte(audit.seq, from), lt(audit.seq, to), index);
      const checks = FILTERS.map((name) => or(isNull(p[name]), eq(sql.identifier(name), p[name])));
      const times = [or(isNull(p.from), gte(sql`at`, p.from)), or(isNull(p.to), lt(sql`at`, p.to))];
      const looked = db.select().from(audit).where(range).orderBy(desc(audit.seq)).limit(asExpression(p.look));
      return inTwoSteps({
        looked: sql`looked as materialized ${looked}`,
        reached: sql`min(seq)`,
        found: sql`select * from looked where ${and(...checks, ...times)} order by seq desc limit ${asExpression(p.limit)}`,
        shown: sql`f.seq as key, f.*`,
      });
    },
    { changed: audit.changed },
  );
const all = pageBy(undefined);
const byRecord = pageBy(eq(audit.entity_id, sql.placeholder('entity_id')));

/** What was written. @throws UnauthenticatedError */
export async function listAudit(ctx: ServiceContext, query: AuditQuery): Promise<TrailPage<AuditEntry>> {
  const {
    limit,
    cursor = Number.MAX_SAFE_INTEGER,
    entity = null,
    entity_id = null,
    actor = null,
    action = null,
  } = query;
  const { from = null, to = null } = timeAsked(ctx, query);
  const isExact = [entity, actor, action, from, to].every((value) => value === null);
  const look = isExact ? limit + 1 : LOOK_MAX;
  const page = entity_id === null ? all : byRecord;
  const values = { ...{ entity, entity_id, actor, action, from, to, cursor }, limit: limit + 1, look };
  const { rows, next } = cutPage(await forAdmin(ctx, page(values)), { limit, look });
  return {
    rows: rows.map((row) => ({
      ...row,
      at: isoTime(row.at),
      detail: row.detail === null ? null : JSON.parse(row.detail),
    })),
    next,
  };
}

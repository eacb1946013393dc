import { and, gte, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { liveActor, requireLiveActor } from '../../db/live-actor';
import type { Query } from '../../db/query';
import { access, audit } from '../../db/schema';
import { type TrailPage, trailPages } from '../../db/trail-page';
import { instant } from '../../rules/datetime';
import { timePrefix } from '../../rules/uuid';
import type { AccessEntry, AccessQuery, AuditEntry, AuditQuery } from './schemas';

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

const auditPage = trailPages(audit, {
  key: 'seq',
  end: Number.MAX_SAFE_INTEGER,
  indexed: ['entity_id'],
  filters: ['entity', 'actor', 'action'],
  range: (p) => {
    const from = sql`iif(${p.from} is null, 0, ${seek(sql`${p.from} - ${LATEST}`)})`;
    const to = sql`iif(${p.to} is null, ${p.cursor}, min(${p.cursor}, ${seek(sql`${p.to} + ${LATEST}`)}))`;
    return and(gte(audit.seq, from), lt(audit.seq, to)) as SQL;
  },
  exact: false,
});

/** Its ids are in the order of time, so that a range of ids is one of time. */
const accessPage = trailPages(access, {
  key: 'id',
  end: 'g',
  indexed: ['patient_id', 'actor'],
  filters: ['entity', 'entity_id', 'action'],
  range: (p) => and(gte(access.id, p.floor), lt(access.id, p.cursor)) as SQL,
  exact: true,
});

/** The page, if the account still is what its token says: an admin. @throws UnauthenticatedError */
async function forAdmin<Row>(ctx: ServiceContext, page: Query<TrailPage<Row>>): Promise<TrailPage<Row>> {
  const { actor, found } = await ctx.db.batch({ actor: liveActor(ctx), found: page });
  requireLiveActor(actor);
  return found;
}

/** The time asked for, in epoch milliseconds. */
const timesOf = (ctx: ServiceContext, { from, to }: Pick<AuditQuery, 'from' | 'to'>) => ({
  from: from === undefined ? undefined : instant(from, ctx.settings.TIME_ZONE),
  to: to === undefined ? undefined : instant(to, ctx.settings.TIME_ZONE),
});

const time = (at: number) => new Date(at).toISOString();
const jsonOf = (text: string | null) => (text === null ? null : JSON.parse(text));

type Detail = NonNullable<AccessEntry['detail']> & { patients?: string[] };
/** What the detail of a row says: whose records a list showed, or why something was refused. */
function toAccessEntry(row: typeof access.$inferSelect): AccessEntry {
  const { patients, ...detail }: Detail = jsonOf(row.detail) ?? {};
  const said = Object.keys(detail).length > 0;
  return { ...row, at: time(row.at), patients: patients ?? [], detail: said ? detail : null };
}

/** What was written. @throws UnauthenticatedError */
export async function listAudit(ctx: ServiceContext, query: AuditQuery): Promise<TrailPage<AuditEntry>> {
  const { limit, cursor, from: _, to: __, ...filters } = query;
  const page = auditPage({ limit, cursor, filters, ...timesOf(ctx, query) });
  const { rows, next } = await forAdmin(ctx, page);
  return {
    rows: rows.map((row) => ({ ...row, at: time(row.at), detail: jsonOf(row.detail) })),
    next,
  };
}

/** What was read, refused and tried. @throws UnauthenticatedError */
export async function listAccess(ctx: ServiceContext, query: AccessQuery): Promise<TrailPage<AccessEntry>> {
  const { limit, cursor = 'g', from: _, to: __, ...filters } = query;
  const { from, to } = timesOf(ctx, query);
  const end = to === undefined ? cursor : [cursor, timePrefix(to)].sort()[0];
  const floor = from === undefined ? '' : timePrefix(from);
  const { rows, next } = await forAdmin(ctx, accessPage({ limit, cursor: end, floor, filters, from, to }));
  return { rows: rows.map(toAccessEntry), next };
}

import { bitsOf, kindsIn } from '../../access-log/kinds';
import { countUp } from '../../access-log/queries';
import type { ServiceContext } from '../../context';
import { currentActor, requireCurrentActor } from '../../db/current-actor';
import { StorageError } from '../../db/errors';
import { batchOf, type Query } from '../../db/query';
import type { audit } from '../../db/schema';
import { dateOfDay, instant, isoTime, localDay } from '../../rules/datetime';
import * as queries from './queries';
import type { AccessDay, AccessDayQuery, AuditEntry, AuditQuery, NamedAuditEntry } from './schemas';
import { cutTrailPage, type Scanned, TRAIL_SCAN_MAX, type TrailPage } from './trail-page';

/** @throws UnauthenticatedError where the actor no longer is the admin that the token names */
export async function forAdmin<Rows>(ctx: ServiceContext, query: Query<Rows>): Promise<Rows> {
  const { actor, rows } = await ctx.db.batch({ actor: currentActor(ctx), rows: query });
  requireCurrentActor(actor);
  return rows;
}

interface Period {
  from?: string | undefined;
  to?: string | undefined;
}

/** In epoch milliseconds; `to` is excluded. */
export const periodOf = ({ settings: { TIME_ZONE } }: ServiceContext, { from, to }: Period) => ({
  from: from === undefined ? undefined : instant(from, TIME_ZONE),
  to: to === undefined ? undefined : instant(to, TIME_ZONE),
});

/** The three numbers of a cursor, whose form the query's schema holds. */
export function placeOf(cursor: string | undefined): [number, number, number] | undefined {
  if (cursor === undefined) return undefined;
  const [first = 0, second = 0, third = 0] = cursor.split('.').map(Number);
  return [first, second, third];
}

const toChange = (row: typeof audit.$inferSelect): AuditEntry => ({
  ...row,
  at: isoTime(row.at),
  detail: row.detail === null ? null : JSON.parse(row.detail),
});

function toNamed({
  number,
  name,
  starts_at,
  reg_number,
  first_name,
  last_name,
  ...row
}: queries.NamedChange): NamedAuditEntry {
  const { patient_id: id } = row;
  const patient =
    id === null ? null : { id, reg_number: reg_number ?? '', first_name: first_name ?? '', last_name: last_name ?? '' };
  const record = { number, name, starts_at: starts_at === null ? null : isoTime(starts_at), patient };
  return { ...toChange(row), patient_id: id, record };
}

type ChangesQuery = Omit<AuditQuery, 'view'>;

async function pageOf<Row extends Scanned>(
  ctx: ServiceContext,
  query: ChangesQuery,
  { all, byRecord }: Record<'all' | 'byRecord', (values: queries.ChangesPage) => Query<Row[]>>,
) {
  const {
    limit,
    cursor = Number.MAX_SAFE_INTEGER,
    entity = null,
    entity_id = null,
    actor = null,
    action = null,
  } = query;
  const { from = null, to = null } = periodOf(ctx, query);
  const isExact = [entity, actor, action, from, to].every((value) => value === null);
  const scan = isExact ? limit + 1 : TRAIL_SCAN_MAX;
  const list = entity_id === null ? all : byRecord;
  const values = { ...{ entity, entity_id, actor, action, from, to, cursor }, limit: limit + 1, scan };
  return cutTrailPage(await forAdmin(ctx, list(values)), { limit, scan });
}

/** @throws UnauthenticatedError */
export async function listChanges(ctx: ServiceContext, query: ChangesQuery): Promise<TrailPage<AuditEntry>> {
  const { rows, next } = await pageOf(ctx, query, queries.changes);
  return { rows: rows.map(toChange), next };
}

/** @throws UnauthenticatedError */
export async function listNamedChanges(ctx: ServiceContext, query: ChangesQuery): Promise<TrailPage<NamedAuditEntry>> {
  const { rows, next } = await pageOf(ctx, query, queries.namedChanges);
  return { rows: rows.map(toNamed), next };
}

/** By their `seq`: those that are there. @throws UnauthenticatedError */
export async function getChanges(ctx: ServiceContext, seqs: readonly number[]): Promise<AuditEntry[]> {
  return (await forAdmin(ctx, queries.changesAt({ seqs: JSON.stringify(seqs) }))).map(toChange);
}

/** First counts what is on record but not counted yet. @throws UnauthenticatedError */
export async function listAccessDays(ctx: ServiceContext, query: AccessDayQuery): Promise<TrailPage<AccessDay>> {
  const { limit, patient_id = null, actor = null, entity, action } = query;
  const { from, to } = periodOf(ctx, query);
  const dayOf = (time: number) => localDay(time, ctx.settings.TIME_ZONE);
  const cursor = placeOf(query.cursor);
  const last = to === undefined ? queries.PLACE_MAX : dayOf(to - 1);
  // A cursor of a later day would lead out of the period.
  const [day, actor_seq, patient_seq] =
    cursor && cursor[0] <= last ? cursor : [last, queries.PLACE_MAX, queries.PLACE_MAX];
  const kinds = bitsOf({ entity, action });
  const isExact = [entity, action].every((word) => word === undefined) && actor === null;
  const scan = kinds === 0 ? 0 : isExact ? limit + 1 : TRAIL_SCAN_MAX;
  const list =
    patient_id !== null
      ? queries.accessDays.byPatient
      : actor !== null
        ? queries.accessDays.byActor
        : queries.accessDays.all;
  const page = list({
    ...{
      patient_id,
      actor,
      from: from === undefined ? -queries.PLACE_MAX : dayOf(from),
      day,
      actor_seq,
      patient_seq,
      kinds,
    },
    ...{ scan, limit: limit + 1 },
  });
  const counted = forAdmin(ctx, batchOf({ counted: countUp(), page })).then((both) => both.page);
  // A full database takes no counts; what it has counted before is still read.
  const days = await counted.catch((error) => {
    if (error instanceof StorageError && error.kind === 'full') return forAdmin(ctx, page);
    throw error;
  });
  const { rows, next } = cutTrailPage(days, { limit, scan });
  return {
    rows: rows.map((row) => ({
      ...row,
      day: dateOfDay(row.day),
      first_at: isoTime(row.first_at),
      last_at: isoTime(row.last_at),
      kinds: kindsIn(row.kinds),
    })),
    next,
  };
}

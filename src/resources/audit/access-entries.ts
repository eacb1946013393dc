/** The single accesses of a day, which lie in objects of R2. */
import { AT_ONCE, gunzip, linesOf, objectKey, type StoredAccess } from '../../access-log/objects';
import type { ServiceContext } from '../../context';
import { dayOfDate, isoTime } from '../../rules/datetime';
import { ownJson } from '../../rules/own-json';
import { r2Read } from '../../storage/bucket';
import * as queries from './queries';
import type { AccessEntry, AccessQuery } from './schemas';
import { forAdmin, periodOf, placeOf } from './service';
import type { TrailPage } from './trail-page';

const OBJECTS_MAX = 100;
const LOOKS_MAX = 10_000;

/** An access as its object stores it: without what is null. */
type Line = Pick<StoredAccess, 'id' | 'at' | 'action' | 'entity'> & Partial<StoredAccess>;
type Detail = NonNullable<AccessEntry['detail']> & { patients?: string[] };

const detailOf = ({ detail }: Line): Detail => (detail ? ownJson<Detail>(detail) : {});

function toEntry(access: Line): AccessEntry {
  const { patients = [], ...said } = detailOf(access);
  const { id, at, action, entity } = access;
  return {
    ...{ id, at: isoTime(at), actor: access.actor ?? null, role: access.role ?? null, action, entity },
    ...{
      entity_id: access.entity_id ?? null,
      patient_id: access.patient_id ?? null,
      patients,
      count: access.count ?? null,
    },
    ...{ request_id: access.request_id ?? null, address: access.address ?? null },
    detail: Object.keys(said).length > 0 ? said : null,
  };
}

const FILTERS = ['actor', 'entity', 'entity_id', 'action'] as const;

/** Undefined where the object was removed meanwhile. @throws Error where it should be there */
async function objectBytes(ctx: ServiceContext, object: queries.ListedObject): Promise<ArrayBuffer | undefined> {
  const bytes = await r2Read(ctx, async (bucket) => (await bucket.get(objectKey(object)))?.arrayBuffer());
  if (!bytes && (await ctx.db.first(queries.unremoved(object))))
    throw new Error('An object of the access log is missing');
  return bytes;
}

async function* opened(ctx: ServiceContext, objects: readonly queries.ListedObject[]) {
  for (let n = 0; n < objects.length; n += AT_ONCE) {
    const some = objects.slice(n, n + AT_ONCE);
    const bytes = await Promise.all(some.map((object) => objectBytes(ctx, object)));
    for (const [i, object] of some.entries()) yield { object, bytes: bytes[i] };
  }
}

const cursorBehind = ({ last_at, seq }: queries.ListedObject, line: number): string => [last_at, seq, line].join('.');

/** The first of the objects that together have so many accesses. */
function upTo(accesses: number, objects: readonly queries.ListedObject[]): queries.ListedObject[] {
  let left = accesses;
  return objects.filter((object) => {
    const isWithin = left > 0;
    left -= object.looks;
    return isWithin;
  });
}

/** Nearly in the order of time: few come late. @throws UnauthenticatedError, UnavailableError, TypeError for a broken object */
export async function listAccessEntries(
  ctx: ServiceContext,
  date: string,
  query: AccessQuery,
): Promise<TrailPage<AccessEntry>> {
  const { limit, patient_id, cursor } = query;
  const [last_at, seq, line] = placeOf(cursor) ?? [-1, 0, 0];
  const { from = 0, to = queries.PLACE_MAX } = periodOf(ctx, query);
  const filters = FILTERS.filter((name) => query[name] !== undefined);
  const isEvery = filters.length === 0 && [patient_id, query.from, query.to].every((value) => value === undefined);

  const behind = { day: dayOfDate(date), last_at, seq, line, from, to, limit: OBJECTS_MAX + 1 };
  const within = await forAdmin(ctx, queries.objectsBehind(behind));
  const objects = upTo(isEvery ? line + limit + 1 : LOOKS_MAX, within.slice(0, OBJECTS_MAX));

  const isOfPatient = (access: Line) =>
    access.patient_id === patient_id || detailOf(access).patients?.some((id) => id === patient_id);
  const isWanted = (access: Line) =>
    access.at >= from &&
    access.at < to &&
    filters.every((name) => access[name] === query[name]) &&
    (patient_id === undefined || isOfPatient(access));

  const rows: AccessEntry[] = [];
  let next = '';
  for await (const { object, bytes } of opened(ctx, objects)) {
    for (const [n, text] of (bytes ? linesOf(await gunzip(bytes)) : []).entries()) {
      const at = n + 1;
      if (object.seq === seq && at <= line) continue;
      const access = ownJson<Line>(text);
      if (!isWanted(access)) continue;
      if (rows.length === limit) return { rows, next };
      rows.push(toEntry(access));
      next = cursorBehind(object, at);
    }
    next = cursorBehind(object, object.looks);
  }
  return { rows, next: objects.length < within.length ? next : null };
}

/** The single accesses of a day, which lie in objects of R2. */
import { AT_ONCE, bytesIn, linesOf, objectKey, recordedText, type StoredAccess } from '../../access-log/objects';
import type { ServiceContext } from '../../context';
import { log } from '../../log';
import { dayOfDate, isoTime } from '../../rules/datetime';
import { ownJson } from '../../rules/own-json';
import { timePrefix } from '../../rules/uuid';
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

/** Stands in a page for the looks of an object that nobody can read. Its id is always the same. */
const damaged = ({ seq, last_at, looks }: queries.ListedObject): AccessEntry =>
  toEntry({
    id: `${timePrefix(last_at)}000-8000-${seq.toString(16).padStart(12, '0')}`,
    ...{ at: last_at, action: 'damaged', entity: 'access', count: looks },
  });

/** None where the object was removed meanwhile; undefined, and told to the log, where it is missing or not what was put on record. */
async function linesIn(ctx: ServiceContext, object: queries.ListedObject): Promise<string[] | undefined> {
  const key = objectKey(object);
  const bytes = await r2Read(ctx, (bucket) => bytesIn(bucket, key));
  const text = await recordedText(bytes, object);
  if (text !== undefined) return linesOf(text);
  if (!bytes && !(await ctx.db.first(queries.unremoved(object)))) return [];
  log('error', 'access_damaged', { key });
  return undefined;
}

async function* opened(ctx: ServiceContext, objects: readonly queries.ListedObject[]) {
  for (let n = 0; n < objects.length; n += AT_ONCE) {
    const some = objects.slice(n, n + AT_ONCE);
    const lines = await Promise.all(some.map((object) => linesIn(ctx, object)));
    for (const [i, object] of some.entries()) yield { object, lines: lines[i] };
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

/** Nearly in the order of time: few come late. @throws UnauthenticatedError, UnavailableError */
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
  for await (const { object, lines } of opened(ctx, objects)) {
    if (!lines) {
      // Whatever is asked for: it may be in there.
      if (rows.length === limit) return { rows, next };
      rows.push(damaged(object));
    }
    for (const [n, text] of (lines ?? []).entries()) {
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

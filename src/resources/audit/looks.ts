import { and, eq, isNull, sql } from 'drizzle-orm';
import { gunzip, linesOf, lookKey } from '../../audit/look-objects';
import { AT_ONCE, type KeptLook } from '../../audit/looks';
import type { ServiceContext } from '../../context';
import { accessObject } from '../../db/schema';
import { asExpression, db, type Inputs, rawStatement, statement } from '../../db/statement';
import { dayOfDate } from '../../rules/datetime';
import { r2Read } from '../file/bucket';
import { forAdmin, isoTime, PLACE_MAX, placeOf, timeAsked } from './asked';
import type { AccessEntry, LookQuery } from './schemas';
import type { TrailPage } from './trail-page';

/** What one page reads, at most. */
const OBJECTS_MAX = 100;
const LOOKS_MAX = 10_000;

type Values = Record<'day' | 'last_at' | 'seq' | 'line' | 'from' | 'to' | 'limit', number>;
type PlacedObject = Pick<typeof accessObject.$inferSelect, 'seq' | 'day' | 'hash' | 'looks' | 'last_at'>;

/**
 * The objects of a day with looks of a time, behind a line of one of them, in order. An index knows where the time begins;
 * at its end the rows of the others of the day are read. Raw: SQLite's `max` of two values.
 */
const objectsBehind = rawStatement<Values, PlacedObject>(
  (p) => sql`select seq, day, hash, looks, last_at from ${accessObject}
    where ${eq(accessObject.day, p.day)} and removed_at is null and first_at < ${p.to}
      and last_at >= max(${p.last_at}, ${p.from})
      and (last_at > ${p.last_at} or seq > ${p.seq} or (seq = ${p.seq} and looks > ${p.line}))
    order by last_at, seq limit ${asExpression(p.limit)}`,
);

/** As it stands in its object, without what is null. */
type Line = Pick<KeptLook, 'id' | 'at' | 'action' | 'entity'> & Partial<KeptLook>;
type Detail = NonNullable<AccessEntry['detail']> & { patients?: string[] };

/** Whose records a list showed, or why something was refused. */
const detailOf = ({ detail }: Line): Detail => (detail ? JSON.parse(detail) : {});

function toEntry(look: Line): AccessEntry {
  const { patients = [], ...said } = detailOf(look);
  const { id, at, action, entity } = look;
  return {
    ...{ id, at: isoTime(at), actor: look.actor ?? null, role: look.role ?? null, action, entity },
    ...{ entity_id: look.entity_id ?? null, patient_id: look.patient_id ?? null, patients, count: look.count ?? null },
    ...{ request_id: look.request_id ?? null, address: look.address ?? null },
    detail: Object.keys(said).length > 0 ? said : null,
  };
}

const FILTERS = ['actor', 'entity', 'entity_id', 'action'] as const;

const unremoved = statement((p: Inputs<{ seq: number }>) =>
  db
    .select({ seq: accessObject.seq })
    .from(accessObject)
    .where(and(eq(accessObject.seq, p.seq), isNull(accessObject.removed_at))),
);

/** The bytes of an object; none where it has been removed meanwhile. @throws Error where it should be there */
async function bytesOf(ctx: ServiceContext, object: PlacedObject): Promise<ArrayBuffer | undefined> {
  const bytes = await r2Read(ctx, async (bucket) => (await bucket.get(lookKey(object)))?.arrayBuffer());
  if (!bytes && (await ctx.db.first(unremoved(object)))) throw new Error('An object of the access log is missing');
  return bytes;
}

/** The objects, each with its bytes, a few of which are read at once. */
async function* opened(ctx: ServiceContext, objects: readonly PlacedObject[]) {
  for (let n = 0; n < objects.length; n += AT_ONCE) {
    const some = objects.slice(n, n + AT_ONCE);
    const bytes = await Promise.all(some.map((object) => bytesOf(ctx, object)));
    for (const [i, object] of some.entries()) yield { object, bytes: bytes[i] };
  }
}

/** A cursor that lies behind so many lines of an object. */
const cursorBehind = ({ last_at, seq }: PlacedObject, line: number): string => [last_at, seq, line].join('.');

/** Of objects in order, the first that have so many looks together. */
function upTo(looks: number, objects: readonly PlacedObject[]): PlacedObject[] {
  let left = looks;
  return objects.filter((object) => {
    const isWanted = left > 0;
    left -= object.looks;
    return isWanted;
  });
}

/**
 * The single looks of a day, object by object: nearly in the order of time, as few come late. @throws UnauthenticatedError,
 * UnavailableError, and TypeError where an object is not what was written
 */
export async function listLooks(ctx: ServiceContext, date: string, query: LookQuery): Promise<TrailPage<AccessEntry>> {
  const { limit, patient_id, cursor } = query;
  const [last_at, seq, line] = placeOf(cursor) ?? [-1, 0, 0];
  const { from = 0, to = PLACE_MAX } = timeAsked(ctx, query);
  const given = FILTERS.filter((name) => query[name] !== undefined);
  const isEvery = given.length === 0 && [patient_id, query.from, query.to].every((value) => value === undefined);

  const behind = { day: dayOfDate(date), last_at, seq, line, from, to, limit: OBJECTS_MAX + 1 };
  const found = await forAdmin(ctx, objectsBehind(behind));
  const objects = upTo(isEvery ? line + limit + 1 : LOOKS_MAX, found.slice(0, OBJECTS_MAX));

  const isOfPatient = (look: Line) =>
    look.patient_id === patient_id || detailOf(look).patients?.some((id) => id === patient_id);
  const isFound = (look: Line) =>
    look.at >= from &&
    look.at < to &&
    given.every((name) => look[name] === query[name]) &&
    (patient_id === undefined || isOfPatient(look));

  const rows: AccessEntry[] = [];
  let next = '';
  for await (const { object, bytes } of opened(ctx, objects)) {
    for (const [n, text] of (bytes ? linesOf(await gunzip(bytes)) : []).entries()) {
      const at = n + 1;
      if (object.seq === seq && at <= line) continue;
      const look = JSON.parse(text) as Line;
      if (!isFound(look)) continue;
      if (rows.length === limit) return { rows, next };
      rows.push(toEntry(look));
      next = cursorBehind(object, at);
    }
    next = cursorBehind(object, object.looks);
  }
  return { rows, next: objects.length < found.length ? next : null };
}

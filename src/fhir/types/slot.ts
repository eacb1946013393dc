/** Reads and searches of Slots, which no table has: the hours of their doctors are read, and what is booked. */
import type { ServiceContext } from '../../context';
import { freeTimes, RANGE_DAYS } from '../../resources/working-hours/free-times';
import { DAY, MINUTE } from '../../rules/clock';
import type { Deployment } from '../elements/datatypes';
import { badParameter, notFound } from '../errors';
import type { SearchRequest } from '../search/condition';
import { LAST } from '../search/values';
import { type Found, found, type SearchPage, type ServedType } from '../served-type';
import { namedBy } from './history-type';
import { type FreeTime, type Place, parameters, placeOf, slotOf, spanOf } from './slot-mapping';

const TYPE = 'Slot';

/** Where several departments offer a time, the shortest slot counts, as within one of them. */
function shortestOf(slots: readonly FreeTime[]): FreeTime[] {
  const each = Map.groupBy(slots, ({ doctor_id, starts_at }) => `${starts_at} ${doctor_id}`);
  return [...each.values()].flatMap((some) => some.toSorted((a, b) => a.ends_at - b.ends_at).slice(0, 1));
}

/** Slots of one doctor that begin together: hours of several departments. */
const TOGETHER_MAX = 20;

async function freeAt(ctx: ServiceContext, places: readonly Place[]): Promise<FreeTime[]> {
  const asked = places
    .filter(({ starts_at }) => starts_at >= ctx.now)
    .map(({ doctor_id, starts_at }) => ({
      ...{ of: 'doctor' as const, id: doctor_id },
      ...{ from: starts_at, to: starts_at + 1, limit: TOGETHER_MAX },
    }));
  if (asked.length === 0) return [];
  return shortestOf((await freeTimes(ctx, asked)).flatMap(({ slots }) => slots));
}

/** What a slot says besides its id is how long it is: that is its version. */
function foundOf(free: FreeTime, deployment: Deployment, { now }: ServiceContext): Found {
  const version = (free.ends_at - free.starts_at) / MINUTE;
  return found(slotOf(free, String(version), deployment), { version, updated_at: now });
}

/** Behind a slot, or from a time on. */
interface From {
  time: number;
  doctor_id: string;
}

function fromOf(cursor: string | undefined): From {
  const [, time, doctor_id = ''] = /^(\d{1,16})(?:\.([0-9a-f-]{36}))?$/.exec(cursor ?? '0') ?? [];
  if (time === undefined) throw badParameter('_cursor', 'should be that of a link');
  return { time: Number(time), doctor_id };
}

const isBehind = ({ starts_at, doctor_id }: Place, from: From) =>
  starts_at > from.time || (starts_at === from.time && doctor_id > from.doctor_id);

/** @returns `next`: the cursor of what was not looked at */
async function freeWithin(ctx: ServiceContext, doctors: string[], { conditions, count }: SearchRequest, from: From) {
  const [start, until] = spanOf(conditions, ctx.now);
  const end = until === LAST ? start + RANGE_DAYS * DAY : until;
  const begin = Math.max(start, from.time);
  const to = Math.min(end, begin + RANGE_DAYS * DAY);
  if (begin >= to || doctors.length === 0) return { slots: [], next: null };
  const limit = count + doctors.length * TOGETHER_MAX;
  const [free] = await freeTimes(ctx, [{ of: 'doctors', id: JSON.stringify(doctors), from: begin, to, limit }]);
  const next = free?.next ?? (to < end ? to : null);
  return { slots: shortestOf(free?.slots ?? []), next: next === null ? null : String(next) };
}

async function search(ctx: ServiceContext, deployment: Deployment, request: SearchRequest): Promise<SearchPage> {
  const { conditions, isEmpty, count, cursor } = request;
  const from = fromOf(cursor);
  if (isEmpty) return { matches: [], included: [], next: null };
  const [named, doctors] = [namedBy(conditions, 'slots'), namedBy(conditions, 'schedules')];
  if (!named && !doctors) throw badParameter('schedule', `${TYPE} is searched by schedule, or by _id`);
  const { slots, next } = named
    ? {
        slots: await freeAt(
          ctx,
          [...new Set(named)].flatMap((id) => placeOf(id) ?? []),
        ),
        next: null,
      }
    : await freeWithin(ctx, doctors ?? [], request, from);
  const all = slots
    .filter((free) => isBehind(free, from))
    .sort((a, b) => (isBehind(a, { time: b.starts_at, doctor_id: b.doctor_id }) ? 1 : -1))
    .map((free) => ({ free, one: foundOf(free, deployment, ctx) }))
    .filter(({ one }) => conditions.every(({ refine }) => refine?.(one.resource) ?? true));
  const page = all.slice(0, count);
  const last = page.at(-1)?.free;
  return {
    matches: page.map(({ one }) => one),
    included: [],
    next: all.length > page.length && last ? `${last.starts_at}.${last.doctor_id}` : next,
  };
}

export const slotType: ServedType = {
  ...{ type: TYPE, parameters, includes: {}, mandatory: ['schedule', 'status', 'start', 'end'] },
  demanded: ['schedule', '_id'],
  async read(ctx, deployment, id) {
    const place = placeOf(id);
    const [free] = place ? await freeAt(ctx, [place]) : [];
    if (!free) throw notFound(TYPE, id);
    return foundOf(free, deployment, ctx);
  },
  search,
};

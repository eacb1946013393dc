import type { ServiceContext } from '../../context';
import { currentActor, requireCurrentActor } from '../../db/current-actor';
import { TrailGoneError } from '../../errors';
import { eventId, START, seqOfEvent } from '../../events/id';
import { EVENTS_LIFETIME } from '../../events/since';
import { eventOf, placeAt } from '../../events/trail';
import { type EventType, wordsOf } from '../../events/types';
import type { Event } from '../../schemas/event';
import * as queries from './queries';

interface Asked {
  /** an event, or where another page has ended */
  after?: string | undefined;
  types: readonly EventType[];
  limit: number;
}

interface EventPage {
  events: Event[];
  /** where the next page begins: the last row that was looked at, also where that is no event */
  next: string;
}

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

/** @returns undefined where the trail has no such row, or another one in its place. @throws UnauthenticatedError */
async function pageBehind(ctx: ServiceContext, { after = START, types, limit }: Asked): Promise<EventPage | undefined> {
  const seq = seqOfEvent(after) ?? 0;
  const span = { after: after === START ? null : seq, since: ctx.now - EVENTS_LIFETIME };
  const { actor, places, rows, ends } = await ctx.db.batch({
    actor: currentActor(ctx),
    places: placeAt({ seq }),
    rows: queries.page({ ...span, words: JSON.stringify(wordsOf(types)), limit }),
    ends: queries.lastLookedAt(span),
  });
  requireCurrentActor(actor);
  const [place] = places;
  if (after !== START && (!place || (await eventId(place)) !== after)) return undefined;
  const end = rows.length === limit ? rows.at(-1) : ends[0];
  const events = (await Promise.all(rows.map(eventOf))).filter(isDefined);
  // Rows of notes are also of drafts, which are no events, and of types that were not asked for.
  return { events: events.filter(({ type }) => types.includes(type)), next: end ? await eventId(end) : after };
}

/** @throws UnauthenticatedError, TrailGoneError */
export async function listEvents(ctx: ServiceContext, asked: Asked): Promise<EventPage> {
  const found = await pageBehind(ctx, asked);
  if (found) return found;
  // A replica may lack what a client has read elsewhere.
  ctx.db.turnToPrimary();
  const there = await pageBehind(ctx, asked);
  if (there) return there;
  const first = await pageBehind(ctx, { ...asked, after: undefined, limit: 1 });
  throw new TrailGoneError(first?.events[0]?.id);
}

import type { ServiceContext } from '../../context';
import { currentActor, requireCurrentActor } from '../../db/current-actor';
import type { Query } from '../../db/query';
import { instant } from '../../rules/datetime';

/** What is found, if the account still is what its token says: an admin. @throws UnauthenticatedError */
export async function forAdmin<Found>(ctx: ServiceContext, query: Query<Found>): Promise<Found> {
  const { actor, found } = await ctx.db.batch({ actor: currentActor(ctx), found: query });
  requireCurrentActor(actor);
  return found;
}

interface Asked {
  from?: string | undefined;
  to?: string | undefined;
}

/** The time asked for in epoch milliseconds, from the first up to, and without, the second. */
export const timeAsked = ({ settings: { TIME_ZONE } }: ServiceContext, { from, to }: Asked) => ({
  from: from === undefined ? undefined : instant(from, TIME_ZONE),
  to: to === undefined ? undefined : instant(to, TIME_ZONE),
});

/** Before or behind every number of a place, and of no more digits than a cursor takes. */
export const PLACE_MAX = 999_999_999_999_999;

/** The numbers of a cursor. */
export const placeOf = (cursor: string | undefined) =>
  cursor?.split('.').map(Number) as [number, number, number] | undefined;

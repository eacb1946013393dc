import type { QueryClient } from '@tanstack/query-core';
import { concernedBy, type Entity } from './entities.ts';

type Invalidating = Pick<QueryClient, 'getQueryCache' | 'invalidateQueries'>;

async function readAgain(client: Invalidating, entity: Entity): Promise<void> {
  const filters = { queryKey: [entity] };
  // A first read goes on when its query is invalidated, and may have been answered before the write.
  const begun = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await client.invalidateQueries(filters);
  await Promise.allSettled(begun.map(({ promise }) => promise));
  await Promise.all(begun.map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true })));
}

/** Reads again what may be out of date after a write of the entity, if it is on the screen; else when it next is. */
export async function invalidate(client: Invalidating, entity: Entity): Promise<void> {
  await Promise.all(concernedBy(entity).map((one) => readAgain(client, one)));
}

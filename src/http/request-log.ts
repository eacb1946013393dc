import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { log } from '../log';
import type { AppContext, AppEnv } from './context';

/** The pattern of the route that answered, `/patient/:id`; null where none did: unknown paths, preflights, 405. */
const patternOf = (c: AppContext): string | null =>
  matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? null;

/**
 * One line per request. `ms` is the time until the answer was there, without that in which a file's bytes are sent. (Clocks
 * of Workers stand still between calls of D1 and R2, so it is the time spent waiting for these.)
 */
export const requestLog = createMiddleware<AppEnv>(async (c, next) => {
  const began = Date.now();
  await next();
  const { status } = c.res;
  const { trips = 0, rows_read = 0, rows_written = 0, r2 = 0 } = c.get('db')?.cost ?? {};
  const { level = status < 500 ? 'info' : 'error', ...failure } = c.get('failure') ?? {};
  const actor = c.get('actor');
  log(level, 'request', {
    request_id: c.get('requestId'),
    method: c.req.method,
    route: patternOf(c),
    status,
    ms: Date.now() - began,
    trips,
    rows_read,
    rows_written,
    r2,
    role: actor?.role ?? null,
    // Who caused a storm must be found before it is over.
    ...(status === 429 && actor && { account: actor.id }),
    ...failure,
  });
});

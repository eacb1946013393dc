import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { log } from '../log';
import type { AppContext, AppEnv } from './context';

/** `/patient/:id`; null where no route answered: unknown paths, preflights, 405. */
const patternOf = (c: AppContext): string | null =>
  matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? null;

/** `ms` is the time spent waiting for D1 and R2: clocks of Workers stand still otherwise. A file's bytes are sent later. */
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
    // So that whoever causes a storm is found during it.
    ...(status === 429 && actor && { account: actor.id }),
    ...failure,
  });
});

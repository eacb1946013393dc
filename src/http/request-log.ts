import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { log } from '../log';
import type { AppContext, AppEnv } from './context';

/** `/patient/:id`; null where no route answered: unknown paths, preflights, 405. */
const patternOf = (c: AppContext): string | null =>
  matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? null;

/** `ms`: clocks of Workers stand still but for calls of D1 and R2, so it is the wait for these, without a file's bytes. */
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
    // Whoever causes a storm must be found before it is over.
    ...(status === 429 && actor && { account: actor.id }),
    ...failure,
  });
});

import { createMiddleware } from 'hono/factory';
import { nudge } from '../webhooks/nudge';
import type { AppEnv } from './context';

/** Beside the answer to whatever has written. */
export const tellWebhooks = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (c.get('db')?.cost.rows_written && c.res.status < 400) nudge(c.env, c.executionCtx);
});

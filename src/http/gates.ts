// Before all that is below /auth.
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './context';
import { limitAddress } from './limits';
import { beginAtPrimary } from './service-context';

/** Guessing from one address is slowed down for all accounts together. */
export const floodGate = createMiddleware<AppEnv>(async (c, next) => {
  await limitAddress(c);
  await next();
});

/** Accounts and sessions are read as they are now, not as a replica has them. */
export const atPrimary = createMiddleware<AppEnv>(async (c, next) => {
  beginAtPrimary(c);
  await next();
});

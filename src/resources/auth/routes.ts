import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../http/context';
import { limitAddress } from '../../http/limits';
import { beginAtPrimary } from '../../http/service-context';
import { accountRoutes, currentUserRoutes, signupRoutes } from './accounts/routes';
import { clientRoutes } from './clients/routes';
import { invitationRoutes } from './invitations/routes';
import { loginRoutes } from './login/routes';
import { ownAccountRoutes } from './own-account/routes';
import { passwordRoutes } from './passwords/routes';
import { refreshTokenRoutes } from './refresh-tokens/routes';
import { secondFactorRoutes } from './second-factor/routes';
import { sessionRoutes } from './sessions/routes';

/** Guessing from one address is slowed down for all accounts together. */
const floodGate = createMiddleware<AppEnv>(async (c, next) => {
  await limitAddress(c);
  await next();
});

/** Accounts and sessions are read as they are now, not as a replica has them. */
const atPrimary = createMiddleware<AppEnv>(async (c, next) => {
  beginAtPrimary(c);
  await next();
});

/** In the order in which the API reference lists the operations. */
export const authRoutes = new Hono<AppEnv>({ strict: false })
  // Before the gate: portals ask this on every page, a whole hospital shares an address, and no password is guessed here.
  .get('/users/me', atPrimary)
  .route('/', currentUserRoutes)
  .use(floodGate, atPrimary)
  .route('/', signupRoutes)
  .route('/', loginRoutes)
  .route('/', refreshTokenRoutes)
  .route('/', secondFactorRoutes)
  .route('/', ownAccountRoutes) // before `/users/:id`
  .route('/', passwordRoutes)
  .route('/', accountRoutes)
  .route('/', sessionRoutes)
  .route('/', invitationRoutes)
  .route('/', clientRoutes);

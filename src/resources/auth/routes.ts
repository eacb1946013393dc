import { Hono } from 'hono';
import type { AppEnv } from '../../http/context';
import { atPrimary, floodGate } from '../../http/gates';
import { accountRoutes, currentUserRoutes, signupRoutes } from './accounts/routes';
import { clientRoutes } from './clients/routes';
import { feedRoutes } from './feeds/routes';
import { forgotRoutes } from './forgot/routes';
import { invitationRoutes } from './invitations/routes';
import { loginRoutes } from './login/routes';
import { ownAccountRoutes } from './own-account/routes';
import { passwordRoutes } from './passwords/routes';
import { refreshTokenRoutes } from './refresh-tokens/routes';
import { secondFactorRoutes } from './second-factor/routes';
import { sessionRoutes } from './sessions/routes';
import { tokenRoutes } from './token/routes';

/** In the order in which the API reference lists the operations. */
export const authRoutes = new Hono<AppEnv>({ strict: false })
  // Before the gate: portals ask this on every page, a whole hospital shares an address, and no password is guessed here.
  .get('/users/me', atPrimary)
  .route('/', currentUserRoutes)
  .route('/', tokenRoutes) // with both gates behind its own form of errors
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
  .route('/', forgotRoutes)
  .route('/', clientRoutes)
  .route('/', feedRoutes);

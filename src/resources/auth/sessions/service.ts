import type { ServiceContext } from '../../../context';
import { audited } from '../../../db/audit';
import { actingOf, type CurrentLogin, currentActor, requireCurrentActor } from '../../../db/current-actor';
import { NotFoundError, UnauthenticatedError } from '../../../errors';
import { isoTime } from '../../../rules/datetime';
import { accountExists } from '../accounts/queries';
import { ENTITY as ACCOUNT } from '../accounts/service';
import * as queries from './queries';
import type { Session, UserSession } from './schemas';

const ENTITY = 'Login';

const toSession = (row: queries.SessionRow): UserSession => ({
  ...row,
  created_at: isoTime(row.created_at),
  last_used_at: row.last_used_at === null ? null : isoTime(row.last_used_at),
  expires_at: isoTime(row.expires_at),
  scope: row.scope ?? undefined,
});

/** One's own that go on, used last first. @throws UnauthenticatedError */
export async function listSessions(ctx: ServiceContext): Promise<Session[]> {
  const { actor, sessions } = await ctx.db.batch({
    actor: currentActor(ctx),
    sessions: queries.sessionsOf({ user_id: ctx.actor?.id ?? null, now: ctx.now }),
  });
  requireCurrentActor(actor);
  return sessions.map((row) => ({ ...toSession(row), current: row.id === ctx.actor?.session }));
}

/** Those of an account. @throws UnauthenticatedError, NotFoundError */
export async function listUserSessions(ctx: ServiceContext, user_id: string): Promise<UserSession[]> {
  const { actor, accounts, sessions } = await ctx.db.batch({
    actor: currentActor(ctx),
    accounts: accountExists({ id: user_id }),
    sessions: queries.sessionsOf({ user_id, now: ctx.now }),
  });
  requireCurrentActor(actor);
  if (accounts.length === 0) throw new NotFoundError(ACCOUNT, user_id);
  return sessions.map(toSession);
}

/** @throws UnauthenticatedError, NotFoundError where the login is another account's or has ended */
export async function deleteSession(ctx: ServiceContext, user_id: string | null, id: string): Promise<void> {
  const { actor, ended } = await ctx.db.batch({
    actor: currentActor(ctx),
    ended: audited(ctx, queries.endSession({ ...actingOf(ctx), id, user_id, now: ctx.now }), {
      action: 'logout',
      entity: 'login_session',
      entity_id: id,
    }),
  });
  requireCurrentActor(actor);
  if (ended.length === 0) throw new NotFoundError(ENTITY, id);
}

export const loginEnded = () =>
  new UnauthenticatedError('The login of this token has ended: log in again', {
    code: 'session_ended',
    tokenFault: 'the login has ended',
  });

/** @throws UnauthenticatedError where the access token does not say its login */
export function currentLogin({ actor }: ServiceContext): CurrentLogin {
  if (!actor?.session) throw loginEnded();
  return { id: actor.id, session: actor.session };
}

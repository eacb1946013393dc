import type { ServiceContext } from '../../../context';
import { audited } from '../../../db/audit';
import { actingOf, currentActor, requireCurrentActor } from '../../../db/current-actor';
import { NotFoundError, UnauthenticatedError } from '../../../errors';
import { isoTime } from '../../../rules/datetime';
import { type CurrentLogin, endSession, sessionsOf } from './queries';
import type { Session } from './schemas';

const ENTITY = 'Login';

/** Those that go on, used last first. @throws UnauthenticatedError */
export async function listSessions(ctx: ServiceContext): Promise<Session[]> {
  const { actor, sessions } = await ctx.db.batch({
    actor: currentActor(ctx),
    sessions: sessionsOf({ acting: ctx.actor?.id ?? null, now: ctx.now }),
  });
  requireCurrentActor(actor);
  return sessions.map((session) => ({
    ...session,
    created_at: isoTime(session.created_at),
    last_used_at: session.last_used_at === null ? null : isoTime(session.last_used_at),
    expires_at: isoTime(session.expires_at),
    current: session.id === ctx.actor?.session,
  }));
}

/** @throws UnauthenticatedError, NotFoundError where the login is somebody else's or has ended */
export async function deleteSession(ctx: ServiceContext, id: string): Promise<void> {
  const { actor, ended } = await ctx.db.batch({
    actor: currentActor(ctx),
    ended: audited(ctx, endSession({ ...actingOf(ctx), id, now: ctx.now }), {
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

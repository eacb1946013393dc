import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../../context';
import { audited } from '../../../db/audit';
import { type Acting, actingOf, currentActor, isCurrentActor, requireCurrentActor } from '../../../db/current-actor';
import { loginSession } from '../../../db/schema/user';
import { db, type Inputs, statement } from '../../../db/statement';
import { NotFoundError } from '../../../errors';
import { isoTime } from '../../../rules/datetime';
import { endOfSession } from '../live-token';
import type { Session } from './schemas';

/** More are not shown: a script that logs in for each request has thousands. */
const SHOWN_MAX = 100;
const DEVICE_MAX = 200;

/** What is kept of a `User-Agent`. */
export const deviceOf = (userAgent: string | undefined): string | null =>
  [...(userAgent ?? '').toWellFormed().replace(/\p{C}/gu, '')].slice(0, DEVICE_MAX).join('') || null;

const isOpen = (p: Inputs<{ now: number }>) =>
  and(isNull(loginSession.revoked_at), gt(loginSession.expires_at, p.now), gt(endOfSession, p.now));

const ownSessions = statement((p: Inputs<{ acting: string | null; now: number }>) =>
  db
    .select({
      id: loginSession.id,
      created_at: loginSession.created_at,
      last_used_at: loginSession.last_used_at,
      expires_at: loginSession.expires_at,
      device: loginSession.device,
      address: loginSession.address,
    })
    .from(loginSession)
    .where(and(eq(loginSession.user_id, p.acting), isOpen(p)))
    .orderBy(desc(loginSession.last_used_at))
    .limit(SHOWN_MAX),
);

const endSession = statement((p: Inputs<Acting & { id: string; now: number }>) =>
  db
    .update(loginSession)
    .set({ revoked_at: sql`${p.now}` })
    .where(and(eq(loginSession.id, p.id), eq(loginSession.user_id, p.acting), isOpen(p), isCurrentActor(p)))
    .returning({ id: loginSession.id }),
);

/** The logins of the account that go on, those used last first. @throws UnauthenticatedError */
export async function listOwnSessions(ctx: ServiceContext): Promise<Session[]> {
  const { live, sessions } = await ctx.db.batch({
    live: currentActor(ctx),
    sessions: ownSessions({ acting: ctx.actor?.id ?? null, now: ctx.now }),
  });
  requireCurrentActor(live);
  return sessions.map((session) => ({
    ...session,
    created_at: isoTime(session.created_at),
    last_used_at: session.last_used_at === null ? null : isoTime(session.last_used_at),
    expires_at: isoTime(session.expires_at),
    current: session.id === ctx.actor?.session,
  }));
}

/** Ends a login of the account. @throws UnauthenticatedError, NotFoundError where it is somebody else's or has ended */
export async function endOwnSession(ctx: ServiceContext, id: string): Promise<void> {
  const { live, ended } = await ctx.db.batch({
    live: currentActor(ctx),
    ended: audited(ctx, endSession({ ...actingOf(ctx), id, now: ctx.now }), {
      action: 'logout',
      entity: 'login_session',
      entity_id: id,
    }),
  });
  requireCurrentActor(live);
  if (ended.length === 0) throw new NotFoundError('Login', id);
}

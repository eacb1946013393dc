import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { SESSION_LIFETIME } from '../../../auth/tokens';
import { type Acting, type CurrentLogin, isCurrentActor } from '../../../db/current-actor';
import { existsLive } from '../../../db/entity';
import { loginSession, user } from '../../../db/schema/user';
import { db, type Inputs, previousChanged, statement } from '../../../db/statement';
import { isPerson } from '../accounts/queries';

export const endOfSession = sql`(${loginSession.created_at} + ${sql.raw(String(SESSION_LIFETIME * 1000))})`;

export type SessionRow = Pick<
  typeof loginSession.$inferSelect,
  'id' | 'created_at' | 'last_used_at' | 'expires_at' | 'device' | 'address' | 'scope'
>;

/** More are not listed: a script that logs in for each request has thousands. */
const LISTED_MAX = 100;

const isOpen = (p: Inputs<{ now: number }>) =>
  and(isNull(loginSession.revoked_at), gt(loginSession.expires_at, p.now), gt(endOfSession, p.now));

export const sessionsOf = statement((p: Inputs<{ user_id: string | null; now: number }>) =>
  db
    .select({
      id: loginSession.id,
      created_at: loginSession.created_at,
      last_used_at: loginSession.last_used_at,
      expires_at: loginSession.expires_at,
      device: loginSession.device,
      address: loginSession.address,
      scope: loginSession.scope,
    })
    .from(loginSession)
    .where(and(eq(loginSession.user_id, p.user_id), isOpen(p)))
    .orderBy(desc(loginSession.last_used_at))
    .limit(LISTED_MAX),
);

export const endSession = statement((p: Inputs<Acting & { id: string; user_id: string | null; now: number }>) =>
  db
    .update(loginSession)
    .set({ revoked_at: sql`${p.now}` })
    .where(
      and(
        eq(loginSession.id, p.id),
        eq(loginSession.user_id, p.user_id),
        isOpen(p),
        existsLive(user, p.user_id, isPerson),
        isCurrentActor(p),
      ),
    )
    .returning({ id: loginSession.id }),
);

/** For right behind a write on which a trigger ends all logins: this one goes on. */
export const keepLogin = statement((p: Inputs<CurrentLogin>) =>
  db
    .update(loginSession)
    .set({ revoked_at: null })
    .where(and(eq(loginSession.id, p.session), previousChanged)),
);

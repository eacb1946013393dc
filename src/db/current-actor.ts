import { and, eq, exists, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Role } from '../auth/permissions';
import type { ServiceContext } from '../context';
import { UnauthenticatedError } from '../errors';
import { allOf, anyOf } from './conditions';
import { existsLive, isLive } from './entity';
import { loginSession, user } from './schema/user';
import { db, type Inputs, statement } from './statement';

const acting = alias(user, 'acting');

export interface Acting {
  acting: string | null;
  acting_role: Role | null;
  /** null: the token names no login */
  acting_session: string | null;
  acting_at: number;
}
export const actingOf = ({ actor, now }: ServiceContext): Acting => ({
  acting: actor?.id ?? null,
  acting_role: actor?.role ?? null,
  acting_session: actor?.session ?? null,
  acting_at: now,
});

/** That of a program has the program's end. */
const openSession = (p: Inputs<Acting>) =>
  db
    .select({ one: sql`1` })
    .from(loginSession)
    .where(
      and(
        eq(loginSession.id, p.acting_session),
        isNull(loginSession.revoked_at),
        gt(loginSession.expires_at, p.acting_at),
      ),
    );

/** A token of the role `none` fits any role: an account has one until it has set up a second factor that is required. */
const isAsTheTokenSays = (p: Inputs<Acting>) =>
  allOf(
    anyOf(eq(acting.type, p.acting_role), eq(p.acting_role, sql`'none'`)),
    isNull(acting.disabled_at),
    or(isNull(p.acting_session), exists(openSession(p))),
  );

/**
 * For writes that a token must not allow merely because it has not expired: the actor may have been dismissed, or the token
 * stolen and the password changed since.
 */
export const isCurrentActor = (p: Inputs<Acting>): SQL => existsLive(acting, p.acting, isAsTheTokenSays(p));

const currentActors = statement((p: Inputs<Acting>) =>
  db
    .select({ id: acting.id })
    .from(acting)
    .where(and(isLive(acting, p.acting), isAsTheTokenSays(p))),
);

/** For a batch: one row if `isCurrentActor` holds, otherwise none. */
export const currentActor = (ctx: ServiceContext) => currentActors(actingOf(ctx));

/** The account of an access token, and the login that it was issued for. */
export interface CurrentLogin {
  id: string;
  session: string;
}

/** For writes of one's own account, which is `user` in the statement: the login of the token goes on. */
export const isCurrentLogin = (p: Inputs<CurrentLogin>): SQL =>
  allOf(
    isNull(user.disabled_at),
    exists(
      db
        .select({ one: sql`1` })
        .from(loginSession)
        .where(and(eq(loginSession.id, p.session), eq(loginSession.user_id, p.id), isNull(loginSession.revoked_at))),
    ),
  );

export const actorNotCurrent = () =>
  new UnauthenticatedError(
    'The account of this token is no longer active or has another role now, or its login has ended: log in again',
    { code: 'session_ended', tokenFault: 'the account or the login is no longer what it was' },
  );

/** @param actors rows of `currentActor`. @throws UnauthenticatedError */
export function requireCurrentActor(actors: readonly unknown[]): void {
  if (actors.length === 0) throw actorNotCurrent();
}

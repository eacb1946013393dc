import { and, eq, exists, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Role } from '../auth/permissions';
import type { ServiceContext } from '../context';
import { UnauthenticatedError } from '../errors';
import { existsLive, isLive } from './entity';
import { loginSession, user } from './schema/user';
import { db, type Inputs, statement } from './statement';

const acting = alias(user, 'acting');

/** Who sends the request, and the role and the login that their token says. */
export interface Acting {
  acting: string | null;
  acting_role: Role | null;
  /** null: the token does not say */
  acting_session: string | null;
}
export const actingOf = ({ actor }: ServiceContext): Acting => ({
  acting: actor?.id ?? null,
  acting_role: actor?.role ?? null,
  acting_session: actor?.session ?? null,
});

const openSession = (session: SQLWrapper) =>
  db
    .select({ one: sql`1` })
    .from(loginSession)
    .where(and(eq(loginSession.id, session), isNull(loginSession.revoked_at)));

/** A token of the role `none`, which one has until a second factor that is required is set up, says nothing of the account. */
const isAsTheTokenSays = (p: Inputs<Acting>) =>
  and(
    or(eq(acting.type, p.acting_role), eq(p.acting_role, sql`'none'`)),
    isNull(acting.disabled_at),
    or(isNull(p.acting_session), exists(openSession(p.acting_session))),
  ) as SQL;

/**
 * The condition: the actor's account exists, is not disabled and has the role that the token says, and the login that the
 * token was issued for has not ended. All of it was so when it was issued. It stands in the writes that nobody must make
 * with a token that merely lasts: a dismissed account, or whoever has stolen the token of a password that was changed since.
 */
export const isCurrentActor = (p: Inputs<Acting>): SQL => existsLive(acting, p.acting, isAsTheTokenSays(p));

const currentActors = statement((p: Inputs<Acting>) =>
  db
    .select({ id: acting.id })
    .from(acting)
    .where(and(isLive(acting, p.acting), isAsTheTokenSays(p))),
);

/** For the batch of what only such an actor may read or write: the actor, if the condition holds. */
export const currentActor = (ctx: ServiceContext) => currentActors(actingOf(ctx));

/** The actor is no longer what the token says, and has to log in again. */
export const sessionEnded = () =>
  new UnauthenticatedError(
    'The account of this token is no longer active or has another role now, or its login has ended: log in again',
    { code: 'session_ended', tokenFault: 'the account or the login is no longer what it was' },
  );

/** @throws UnauthenticatedError where the condition did not hold */
export function requireCurrentActor(actors: readonly unknown[]): void {
  if (actors.length === 0) throw sessionEnded();
}

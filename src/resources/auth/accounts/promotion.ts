/*
 * Who may become an admin: only an account whose password and e-mail are its owner's own. Whoever else has set the password could log
 * in by it; a one-time token goes to whoever has chosen the e-mail. Each write of an account keeps on record who that was.
 */
import { and, eq, exists, gt, ne, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { UNSET } from '../../../auth/passwords';
import type { ServiceContext } from '../../../context';
import { anyOf } from '../../../db/conditions';
import type { Acting } from '../../../db/current-actor';
import { loginSession, user } from '../../../db/schema/user';
import { db, type Inputs } from '../../../db/statement';
import { ConflictError } from '../../../errors';

const isPasswordForeign = sql`coalesce(${user.password_set_by}, ${user.created_by}, ${user.id}) <> ${user.id}`;
export const isEmailOwn = sql`${user.email_set_by} is null`;

/** What is read of an account that may be refused. */
export const ownership = { is_email_own: isEmailOwn.mapWith(Boolean).as('is_email_own') };

/** @param setsPassword 0 or 1: whether the write sets a password, too, which then is not the owner's */
export const mayBecome = (type: SQLWrapper, setsPassword: SQLWrapper = sql`0`): SQL =>
  anyOf(
    ne(type, sql`'admin'`),
    eq(user.type, 'admin'),
    and(sql`not ${setsPassword}`, not(isPasswordForeign), isEmailOwn),
  );

/** Why an account does not become an admin. The e-mail comes first: the token for another password goes to it. */
export const notItsOwners = ({ is_email_own }: { is_email_own: boolean }) =>
  is_email_own
    ? new ConflictError(
        'password_unconfirmed',
        'Somebody else has set the password of this account. Its owner has to set one before it becomes an admin: POST /auth/users/{id}/reset answers a token for that',
      )
    : new ConflictError(
        'email_unconfirmed',
        'Somebody else has chosen the e-mail of this account. An admin has to confirm it before it becomes an admin: PATCH /doctor/{id} with user.email',
      );

/** Who has chosen the e-mail of an account that an actor makes; null for an admin, and for the owner at a signup. */
export const emailChosenBy = ({ actor }: ServiceContext): string | null =>
  actor && actor.role !== 'admin' ? actor.id : null;

/** `names_email`: 0 or 1, whether the write names the e-mail on purpose. */
export interface EmailWrite extends Acting {
  email: string;
  names_email: number;
}
/**
 * An admin confirms an e-mail by changing or naming it. Owners who change theirs leave its state as it was; nobody is the owner
 * by a password that somebody else has set. Addresses are compared as they are: those of one key may be of two domains.
 */
export const newEmailSetBy = (p: Record<'acting' | 'acting_role' | 'email' | 'names_email', SQLWrapper>): SQL =>
  sql`iif(${p.acting_role} = 'admin' and (${p.names_email} or ${p.email} <> ${user.email}), null,
    iif(${p.email} = ${user.email} or (${p.acting} = ${user.id} and not ${isPasswordForeign}),
      ${user.email_set_by}, ${p.acting}))`;

const passwordSetBy = <In>(setBy: (p: Inputs<In>) => SQL) => ({
  // Even where its hash is that of none (`UNSET`).
  changesAnyway: () => sql`1`,
  derived: ['password_set_by', 'foreign_password_hash'] as const,
  computed: {
    password_set_by: setBy,
    // The last one that somebody else has set: see `faultOfPassword`.
    foreign_password_hash: () => sql`iif(${isPasswordForeign} and ${user.password_hash} <> ${sql.raw(`'${UNSET}'`)},
      ${user.password_hash}, ${user.foreign_password_hash})`,
  },
});

/** A token has gone to the e-mail. Where somebody else has chosen that, the password counts as set by who created the account. */
export const BY_TOKEN = passwordSetBy(() => sql`iif(${isEmailOwn}, ${user.id}, null)`);
/** On one's own doctor it takes no former password, and counts as set by who created the account. */
export const WITH_DOCTOR = passwordSetBy((p: Inputs<Acting>) => sql`nullif(${p.acting}, ${user.id})`);
/** Leaves none. Until the owner sets one, who has set the former one counts. */
export const BY_RESET = passwordSetBy(() => sql`${user.password_set_by}`);
/** Whoever asked for the token has proved nothing but that they read the account's mail: who has set the former one still counts. */
export const BY_FORGOT = BY_RESET;

const beganSince = (session: SQLWrapper) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(loginSession)
      .where(and(eq(loginSession.id, session), gt(loginSession.created_at, sql`coalesce(${user.devices_since}, 0)`))),
  );

const byOwner = passwordSetBy(() => sql`${user.id}`);
/** Whoever knows the former one, and has logged in by the present e-mail, knows that, too: both are the owner's. */
export const BY_OWNER = {
  ...byOwner,
  derived: [...byOwner.derived, 'email_set_by'] as const,
  computed: {
    ...byOwner.computed,
    email_set_by: (p: Inputs<{ session: string }>) => sql`iif(${beganSince(p.session)}, null, ${user.email_set_by})`,
  },
};

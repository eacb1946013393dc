// Who becomes an admin, and by whose password and e-mail: conditions and columns of every write of an account, as SQL.
import { and, eq, exists, gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { UNSET } from '../../../auth/passwords';
import type { Role } from '../../../auth/permissions';
import type { ServiceContext } from '../../../context';
import type { Acting } from '../../../db/current-actor';
import { loginSession, user } from '../../../db/schema/user';
import { db, type Inputs } from '../../../db/statement';

/** Audited with their values. */
export const ROLE = ['type', 'pending_type'] as const;

const isForeign = (setBy: SQLWrapper) => sql`coalesce(${setBy}, ${user.created_by}, ${user.id}) <> ${user.id}`;

/** A new admin waits where somebody else has set the password, or chosen the e-mail that a one-time token would go to. */
const waits = (type: SQLWrapper, setBy: SQLWrapper, emailSetBy: SQLWrapper) =>
  sql`(${type} = 'admin' and ${user.type} <> 'admin'
    and (${isForeign(setBy)} or ${emailSetBy} is not null))`;

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
    iif(${p.email} = ${user.email} or (${p.acting} = ${user.id} and not ${isForeign(user.password_set_by)}),
      ${user.email_set_by}, ${p.acting}))`;

/** Null on one's own doctor, which takes no former password: it counts as set by who created the account. */
export const newPasswordSetBy = (p: Inputs<Acting>): SQL => sql`nullif(${p.acting}, ${user.id})`;

/** A password that somebody else has set stays on record when it is replaced: see `faultOfPassword`. */
export const newForeignPassword = (): SQL =>
  sql`iif(${isForeign(user.password_set_by)} and ${user.password_hash} <> ${sql.raw(`'${UNSET}'`)},
    ${user.password_hash}, ${user.foreign_password_hash})`;

/** @param setBy,emailSetBy who has set password and e-mail @param pending the role that waits where the new one does not */
export const newRole = <In>(
  setBy: (p: Inputs<In>) => SQLWrapper = () => user.password_set_by,
  pending: (p: Inputs<{ type: Role }>) => SQL = () => sql`null`,
  emailSetBy: (p: Inputs<In>) => SQLWrapper = () => user.email_set_by,
) => ({
  type: (p: Inputs<In & { type: Role }>) =>
    sql`iif(${waits(p.type, setBy(p), emailSetBy(p))}, ${user.type}, ${p.type})`,
  pending_type: (p: Inputs<In & { type: Role }>) =>
    sql`iif(${waits(p.type, setBy(p), emailSetBy(p))}, 'admin', ${pending(p)})`,
});

/** A role that stays the same does not end the wait for another one. */
export const stillPending = (p: Inputs<{ type: Role }>): SQL =>
  sql`iif(${p.type} = ${user.type}, ${user.pending_type}, null)`;

/** The role that the account has or waits for: whoever waits to be an admin is guarded as one. */
export const roleToGuard = (account: Record<'type' | 'pending_type', SQLWrapper>): SQL<Role> =>
  sql<Role>`coalesce(${account.pending_type}, ${account.type})`;

/** For writes of a password: a new one counts even where its hash is that of none (`UNSET`). */
export const isPassword = () => sql`1`;

/** When owners set their password, a role that waited for it takes effect. */
export const OWN_PASSWORD = ['password_hash', 'password_set_by'] as const;
const BY_ITS_OWNER = {
  changesAnyway: isPassword,
  derived: ['password_set_by', 'email_set_by', 'foreign_password_hash'] as const,
  detailed: ROLE,
};

const beganSince = (session: SQLWrapper) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(loginSession)
      .where(and(eq(loginSession.id, session), gt(loginSession.created_at, sql`coalesce(${user.devices_since}, 0)`))),
  );
/** Who knows the password, and has logged in by the present e-mail, knows the e-mail: it is confirmed. */
export const BY_ITS_PASSWORD = {
  ...BY_ITS_OWNER,
  computed: {
    type: () => roleToGuard(user),
    pending_type: () => sql`null`,
    email_set_by: (p: Inputs<{ session: string }>) => sql`iif(${beganSince(p.session)}, null, ${user.email_set_by})`,
    foreign_password_hash: newForeignPassword,
  },
};

// A one-time token goes to the e-mail, so it does not confirm one that somebody else has chosen.
const isConfirmed = sql`${user.email_set_by} is null`;
export const BY_TOKEN = {
  ...BY_ITS_OWNER,
  computed: {
    type: () => sql`iif(${isConfirmed}, ${roleToGuard(user)}, ${user.type})`,
    pending_type: () => sql`iif(${isConfirmed}, null, ${user.pending_type})`,
    foreign_password_hash: newForeignPassword,
  },
};
/** An account that waits to be an admin gets no token to an e-mail that somebody else has chosen. */
export const mayHaveToken = sql`(${isConfirmed} or ${user.pending_type} is null)`;

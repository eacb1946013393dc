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

/**
 * Whether an account that is made an admin must wait: somebody else has set its password and could use the new rights, or has
 * chosen its e-mail, where they could wait for the next one-time token.
 */
const waits = (type: SQLWrapper, setBy: SQLWrapper, emailSetBy: SQLWrapper) =>
  sql`(${type} = 'admin' and ${user.type} <> 'admin'
    and (${isForeign(setBy)} or ${emailSetBy} is not null))`;

/** Who has chosen the e-mail of an account that an actor makes; null for an admin, and for the owner at a signup. */
export const emailChosenBy = ({ actor }: ServiceContext): string | null =>
  actor && actor.role !== 'admin' ? actor.id : null;

/** What of a write says whose the e-mail is from then on. `names_email`: whether it was named on purpose, 0 or 1. */
export interface EmailWrite extends Acting {
  email: string;
  names_email: number;
}
/**
 * An e-mail that an admin changes or names is confirmed. Owners who change theirs leave it as it was: whoever has the password
 * that somebody else has set is no owner yet. Addresses are compared as they are: those of one key may be of two domains.
 */
export const newEmailSetBy = (p: Inputs<EmailWrite>): SQL =>
  sql`iif(${p.acting_role} = 'admin' and (${p.names_email} or ${p.email} <> ${user.email}), null,
    iif(${p.email} = ${user.email} or (${p.acting} = ${user.id} and not ${isForeign(user.password_set_by)}),
      ${user.email_set_by}, ${p.acting}))`;

/**
 * Whose a password is that is set on a doctor's account. On one's own doctor that takes no former password, so it counts as set
 * by who created the account: null.
 */
export const newPasswordSetBy = (p: Inputs<Acting>): SQL => sql`nullif(${p.acting}, ${user.id})`;

/** A password that somebody else has set stays on record when it is replaced: see `faultOfPassword`. */
export const newForeignPassword = (): SQL =>
  sql`iif(${isForeign(user.password_set_by)} and ${user.password_hash} <> ${sql.raw(`'${UNSET}'`)},
    ${user.password_hash}, ${user.foreign_password_hash})`;

/**
 * The account has its new role at once, or keeps its own until its owner has set a password.
 * @param setBy,emailSetBy who has set password and e-mail, by default whoever it was so far
 * @param pending the role that waits where the new one does not
 */
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

/** A role that was not changed does not end the wait for another one. */
export const stillPending = (p: Inputs<{ type: Role }>): SQL =>
  sql`iif(${p.type} = ${user.type}, ${user.pending_type}, null)`;

/** The role that the account has or waits for: whoever waits to be an admin is guarded as one. */
export const roleToGuard = (account: Record<'type' | 'pending_type', SQLWrapper>): SQL<Role> =>
  sql<Role>`coalesce(${account.pending_type}, ${account.type})`;

/** With a password that the account's owner sets, a role that waited for it takes effect. */
export const OWN_PASSWORD = ['password_hash', 'password_set_by'] as const;
const BY_ITS_OWNER = {
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
/** Whoever knows the password, and has logged in by the e-mail as it is now, knows that e-mail: it is confirmed. */
export const BY_ITS_PASSWORD = {
  ...BY_ITS_OWNER,
  computed: {
    type: () => roleToGuard(user),
    pending_type: () => sql`null`,
    email_set_by: (p: Inputs<{ session: string }>) => sql`iif(${beganSince(p.session)}, null, ${user.email_set_by})`,
    foreign_password_hash: newForeignPassword,
  },
};

/** A one-time token went to the e-mail: it says nothing of an e-mail that somebody else has chosen. */
const isConfirmed = sql`${user.email_set_by} is null`;
export const BY_TOKEN = {
  ...BY_ITS_OWNER,
  computed: {
    type: () => sql`iif(${isConfirmed}, ${roleToGuard(user)}, ${user.type})`,
    pending_type: () => sql`iif(${isConfirmed}, null, ${user.pending_type})`,
    foreign_password_hash: newForeignPassword,
  },
};
/** The condition: such a token may be issued. An account that waits to be an admin gets none to an e-mail of others' choice. */
export const mayHaveToken = sql`(${isConfirmed} or ${user.pending_type} is null)`;

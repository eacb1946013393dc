import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Role } from '../../auth/permissions';
import { user } from '../../db/schema/user';
import type { Inputs } from '../../db/statement';

/** What of a role is audited with its values. */
export const ROLE = ['type', 'pending_type'] as const;

/**
 * Whether an account that is made an admin must wait: somebody else has set its password and could use the new rights.
 * @param setBy the account that has set the password
 */
const waits = (type: SQLWrapper, setBy: SQLWrapper) =>
  sql`(${type} = 'admin' and ${user.type} <> 'admin'
    and coalesce(${setBy}, ${user.created_by}, ${user.id}) <> ${user.id})`;

/**
 * The columns of an account that is given the role `type`: it has it at once, or keeps its own until its owner has set a
 * password.
 * @param setBy who has set the password, by default whoever it was so far
 * @param pending the role that waits where the new one does not
 */
export const newRole = <In>(
  setBy: (p: Inputs<In>) => SQLWrapper = () => user.password_set_by,
  pending: (p: Inputs<{ type: Role }>) => SQL = () => sql`null`,
) => ({
  type: (p: Inputs<In & { type: Role }>) => sql`iif(${waits(p.type, setBy(p))}, ${user.type}, ${p.type})`,
  pending_type: (p: Inputs<In & { type: Role }>) => sql`iif(${waits(p.type, setBy(p))}, 'admin', ${pending(p)})`,
});

/** A role that was not changed does not end the wait for another one. */
export const stillPending = (p: Inputs<{ type: Role }>): SQL =>
  sql`iif(${p.type} = ${user.type}, ${user.pending_type}, null)`;

/** The role that the account has or waits for: whoever waits to be an admin is guarded as one. */
export const roleToGuard = (account: Record<'type' | 'pending_type', SQLWrapper>): SQL<Role> =>
  sql<Role>`coalesce(${account.pending_type}, ${account.type})`;

/** The columns of a password that the account's owner sets, and how they are written: a role that waited for it takes effect. */
export const OWN_PASSWORD = ['password_hash', 'password_set_by'] as const;
export const BY_ITS_OWNER = {
  derived: ['password_set_by'] as const,
  computed: { type: () => roleToGuard(user), pending_type: () => sql`null` },
  detailed: ROLE,
};

import { and, desc, isNull, lt, sql } from 'drizzle-orm';
import { hashPassword, UNSET } from '../../auth/passwords';
import type { ServiceContext } from '../../context';
import { auditedInsert } from '../../db/audit';
import { auditedUpdate } from '../../db/audited-update';
import { currentActor, requireCurrentActor } from '../../db/current-actor';
import { columnsFor, isLive, newEntity } from '../../db/entity';
import { StorageError } from '../../db/errors';
import { cutPage, type KeysetQuery } from '../../db/keyset-list';
import { user } from '../../db/schema/user';
import { asExpression, db, type Inputs, statement } from '../../db/statement';
import { ConflictError, NotFoundError, RuleError, UnauthenticatedError } from '../../errors';
import { isoTime } from '../../rules/datetime';
import { uniqueKey } from '../../rules/unique-key';
import { emailChosenBy, newRole, ROLE } from './promotion';
import { type Account, type AccountPatch, type Signup, User } from './schemas';

const columns = {
  ...columnsFor(user, User, 'disabled_at'),
  password_set: sql`${user.password_hash} <> ${sql.raw(`'${UNSET}'`)}`.mapWith(Boolean).as('password_set'),
  totp_enabled: sql`${user.totp_secret} is not null`.mapWith(Boolean).as('totp_enabled'),
};
type UserRow = Pick<typeof user.$inferSelect, keyof User>;
type AccountRow = UserRow &
  Pick<typeof user.$inferSelect, 'disabled_at'> &
  Pick<Account, 'password_set' | 'totp_enabled'>;

const insert = auditedInsert(user);
export const accountById = statement((p: Inputs<{ id: string }>) =>
  db.select(columns).from(user).where(isLive(user, p.id)),
);
const page = statement((p: Inputs<{ cursor: number; limit: number }>) =>
  db
    .select({ ...columns, seq: user.seq })
    .from(user)
    .where(and(lt(user.seq, p.cursor), isNull(user.deleted_at)))
    .orderBy(desc(user.seq))
    .limit(asExpression(p.limit)),
);

const setType = auditedUpdate(user, ['type'], { guarded: true, computed: newRole(), detailed: ROLE });
const setDisabled = auditedUpdate(user, ['disabled_at'], { guarded: true, detailed: ['disabled_at'] });

/** The row of a new account. Hashes the password, which takes about 150 ms of CPU; null: its owner has to set one. */
export async function newUser(
  ctx: ServiceContext,
  given: Pick<UserRow, 'email' | 'username' | 'full_name' | 'phone_number' | 'type'> & { password: string | null },
) {
  const { password, ...fields } = given;
  return {
    ...newEntity(ctx),
    ...fields,
    email_key: uniqueKey(given.email),
    username_key: uniqueKey(given.username),
    password_hash: password === null ? UNSET : await hashPassword(password),
    pending_type: null,
    email_set_by: emailChosenBy(ctx),
    password_set_by: null,
    foreign_password_hash: null,
    devices_since: null,
    disabled_at: null,
    totp_secret: null,
    totp_pending: null,
    totp_pending_at: null,
    totp_enabled_at: null,
    totp_last_step: null,
    recovery_codes: null,
  };
}

const toUser = ({ id, email, full_name, username, phone_number, type, pending_type, created_at }: UserRow): User => ({
  id,
  email,
  full_name,
  username,
  phone_number,
  type,
  pending_type,
  created_at: isoTime(created_at),
});

export const toAccount = (row: AccountRow): Account => ({
  ...toUser(row),
  disabled: row.disabled_at !== null,
  password_set: row.password_set,
  totp_enabled: row.totp_enabled,
});

/** @throws ConflictError when the e-mail has an account */
export async function signUp(ctx: ServiceContext, { email, password, full_name }: Signup): Promise<User> {
  const type = ctx.settings.SIGNUP_ROLE;
  const row = await newUser(ctx, { email, password, full_name, username: email, phone_number: null, type });
  await ctx.db.run(insert(ctx, row)).catch((error) => {
    throw error instanceof StorageError && error.kind === 'unique'
      ? new ConflictError('duplicate', 'This email is already in use')
      : error;
  });
  return toUser(row);
}

export const inactive = () =>
  new UnauthenticatedError('The account of this token is no longer active', { code: 'session_ended' });

/** The account of a token. @throws UnauthenticatedError where it is gone or disabled */
export async function currentUser(ctx: ServiceContext, id: string): Promise<User> {
  const row = await ctx.db.first(accountById({ id }));
  if (!row || row.disabled_at !== null) throw inactive();
  return toUser(row);
}

export async function listAccounts(
  ctx: ServiceContext,
  { limit, cursor = Number.MAX_SAFE_INTEGER }: Omit<KeysetQuery, 'offset'>,
) {
  const { live, found } = await ctx.db.batch({ live: currentActor(ctx), found: page({ cursor, limit: limit + 1 }) });
  requireCurrentActor(live);
  const { rows, next } = cutPage(found, limit);
  return { rows: rows.map(toAccount), next };
}

/**
 * Sets a role, disables or enables. Admins cannot do it to themselves, so that there always is one. Who is made an admin
 * has to wait for it where somebody else has set the password.
 * @throws RuleError, UnauthenticatedError, NotFoundError
 */
export async function patchAccount(ctx: ServiceContext, id: string, patch: AccountPatch): Promise<Account> {
  if (id === ctx.actor?.id)
    throw new RuleError('own_account', 'Admins cannot change their own role or disable their own account');
  const target = { id, if_version: null };
  const disabled_at = patch.disabled ? ctx.now : null;
  const { live, accounts } = await ctx.db.batch({
    live: currentActor(ctx),
    type: patch.type === null ? undefined : setType(ctx, target, { type: patch.type }),
    disabled: patch.disabled === null ? undefined : setDisabled(ctx, target, { disabled_at }),
    accounts: accountById({ id }),
  });
  requireCurrentActor(live);
  const [account] = accounts;
  if (!account) throw new NotFoundError('Account', id);
  return toAccount(account);
}

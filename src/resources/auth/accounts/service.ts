import { hashPassword, UNSET } from '../../../auth/passwords';
import type { Role } from '../../../auth/permissions';
import type { ServiceContext } from '../../../context';
import { actorNotCurrent, currentActor, requireCurrentActor } from '../../../db/current-actor';
import { newEntity } from '../../../db/entity';
import { StorageError } from '../../../db/errors';
import { cutPage, type KeysetQuery } from '../../../db/keyset-list';
import { DuplicateError, NotFoundError, RuleError, UnauthenticatedError } from '../../../errors';
import { isoTime } from '../../../rules/datetime';
import type { Language } from '../../../rules/languages';
import { uniqueKey } from '../../../rules/unique-key';
import { emailChosenBy, notItsOwners } from './promotion';
import * as queries from './queries';
import type { Account, AccountPatch, Signup, User } from './schemas';

export const ENTITY = 'Account';

/** Hashing takes about 150 ms of CPU. Without a password, the account's owner has to set one. */
export async function newUser<Type extends Role>(
  ctx: ServiceContext,
  given: Pick<queries.UserRow, 'email' | 'username' | 'full_name' | 'phone_number'> & {
    type: Type;
    password: string | null;
    language?: Language | null;
  },
) {
  const { password, language = null, ...fields } = given;
  return {
    ...newEntity(ctx),
    ...fields,
    language,
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

/** Named one by one: a row may have a hash, too. */
export const toUser = (row: queries.UserRow): User => ({
  id: row.id,
  email: row.email,
  full_name: row.full_name,
  username: row.username,
  phone_number: row.phone_number,
  ...(row.language && { language: row.language }),
  type: row.type,
  pending_type: null,
  created_at: isoTime(row.created_at),
});

export const toAccount = (row: queries.AccountRow): Account => ({
  ...toUser(row),
  disabled: row.disabled_at !== null,
  password_set: row.password_set,
  totp_enabled: row.totp_enabled,
});

/** As `rethrowUnique`, but 409, as the interface has it for accounts. @param fields `table.column` → field of the record */
export const rethrowTaken =
  (fields: Readonly<Record<string, string>>) =>
  (error: unknown): never => {
    if (!(error instanceof StorageError) || error.kind !== 'unique') throw error;
    const field = error.columns.map((column) => fields[column]).find(Boolean);
    throw field ? new DuplicateError(field, `This ${field} is already in use`, 'conflict') : error;
  };

// The e-mail is the username, too, until somebody changes that.
export const rethrowTakenEmail = rethrowTaken({ 'user.email_key': 'email', 'user.username_key': 'email' });

/** @throws DuplicateError when the e-mail has an account */
export async function signUp(ctx: ServiceContext, { email, password, full_name }: Signup): Promise<User> {
  const type = ctx.settings.SIGNUP_ROLE;
  const row = await newUser(ctx, { email, password, full_name, username: email, phone_number: null, type });
  await ctx.db.run(queries.insertUser(ctx, row)).catch(rethrowTakenEmail);
  return toUser(row);
}

export async function listAccounts(
  ctx: ServiceContext,
  { limit, cursor = Number.MAX_SAFE_INTEGER }: Omit<KeysetQuery, 'offset'>,
) {
  const { actor, accounts } = await ctx.db.batch({
    actor: currentActor(ctx),
    accounts: queries.accountsBefore({ cursor, limit: limit + 1 }),
  });
  requireCurrentActor(actor);
  const { rows, next } = cutPage(accounts, limit);
  return { rows: rows.map(toAccount), next };
}

export const accountInactive = () =>
  new UnauthenticatedError('The account of this token is no longer active', { code: 'session_ended' });

/** @throws UnauthenticatedError where it is gone or disabled */
export async function getCurrentUser(ctx: ServiceContext): Promise<User> {
  const row = await ctx.db.first(queries.accountById({ id: ctx.actor?.id ?? '' }));
  if (!row || row.disabled_at !== null) throw accountInactive();
  return toUser(row);
}

/**
 * Admins cannot change themselves, so that there always is one.
 * @throws RuleError, UnauthenticatedError, NotFoundError, ConflictError
 */
export async function updateAccount(ctx: ServiceContext, id: string, patch: AccountPatch): Promise<Account> {
  if (id === ctx.actor?.id)
    throw new RuleError('own_account', 'Admins cannot change their own role or disable their own account');
  const disabled = patch.disabled === null ? null : Number(patch.disabled);
  const { written, accounts } = await ctx.db.batch({
    written: queries.setState(ctx, { id, if_version: null }, { new_type: patch.type, disabled, now: ctx.now }),
    accounts: queries.accountById({ id }),
  });
  if (!written.isActorCurrent) throw actorNotCurrent();
  const [account] = accounts;
  if (!account) throw new NotFoundError(ENTITY, id);
  if (!written.row) throw notItsOwners(account);
  return toAccount(account);
}

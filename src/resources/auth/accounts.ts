import { and, desc, isNull, lt, sql } from 'drizzle-orm';
import { hashPassword } from '../../auth/passwords';
import { auditEvent, auditedUpdate, newEntity } from '../../db/audit';
import { StorageError } from '../../db/errors';
import type { Page } from '../../db/keyset';
import { isLiveAdmin } from '../../db/live-admin';
import { rowBy, selection } from '../../db/reads';
import { loginSession, user } from '../../db/schema/user';
import { db, type Inputs, insertion, statement } from '../../db/statement';
import { AppError, ForbiddenError, NotFoundError, RuleError, UnauthenticatedError } from '../../errors';
import { keyOf } from '../../fields';
import type { ServiceContext } from '../../http/context';
import { type Account, type AccountPatch, type Signup, User } from './schemas';

type Row = Pick<typeof user.$inferSelect, keyof User>;

const insert = insertion(user);
const byId = rowBy(user, user.id, selection(user, User, 'disabled_at'));
const page = statement((p: Inputs<{ cursor: number; limit: number }>) =>
  db
    .select(selection(user, User, 'disabled_at', 'seq'))
    .from(user)
    .where(and(lt(user.seq, p.cursor), isNull(user.deleted_at)))
    .orderBy(desc(user.seq))
    .limit(p.limit),
);
interface Acting {
  actor: string | null;
}
const byAdmin = { where: (p: Inputs<Acting>) => isLiveAdmin(p.actor) };
const setType = auditedUpdate<typeof user, 'type', 'version', Acting>(user, ['type'], byAdmin);
const setDisabled = auditedUpdate<typeof user, 'disabled_at', 'version', Acting>(user, ['disabled_at'], byAdmin);

/** Stands right after the write that disables the account: its refresh tokens are worth nothing from then on. */
const revokeSessionsOf = statement<{ user_id: string; now: number }, never>(
  (p) => sql`UPDATE ${loginSession} SET revoked_at = ${p.now}
    WHERE user_id = ${p.user_id} AND revoked_at IS NULL AND changes() > 0`,
);

/** What a new account is stored as. The password is hashed here, so this takes its time. */
export async function newUser(
  ctx: ServiceContext,
  given: Pick<Row, 'email' | 'username' | 'full_name' | 'phone_number' | 'type'> & { password: string },
) {
  const { password, ...fields } = given;
  return {
    ...newEntity(ctx),
    ...fields,
    email_key: keyOf(given.email),
    username_key: keyOf(given.username),
    password_hash: await hashPassword(password),
    disabled_at: null,
  };
}

const toUser = ({ id, email, full_name, username, phone_number, type, created_at }: Row): User => ({
  id,
  email,
  full_name,
  username,
  phone_number,
  type,
  created_at: new Date(created_at).toISOString(),
});

const toAccount = (row: Row & { disabled_at: number | null }): Account => ({
  ...toUser(row),
  disabled: row.disabled_at !== null,
});

/** @throws AppError conflict, when the e-mail has an account */
export async function signUp(ctx: ServiceContext, { email, password, full_name }: Signup): Promise<User> {
  const type = ctx.settings.SIGNUP_ROLE;
  const row = await newUser(ctx, { email, password, full_name, username: email, phone_number: null, type });
  await ctx.db.batch([insert(row), auditEvent(ctx, 'create', 'user', row.id)]).catch((error) => {
    throw error instanceof StorageError && error.kind === 'unique'
      ? new AppError('conflict', 'This email is already in use')
      : error;
  });
  return toUser(row);
}

/** The account of a token: gone or disabled, it is nobody's. */
export async function currentUser(ctx: ServiceContext, id: string): Promise<User> {
  const row = await ctx.db.first(byId({ value: id }));
  if (!row || row.disabled_at !== null) throw new UnauthenticatedError('The account of this token is no longer active');
  return toUser(row);
}

export async function listAccounts(ctx: ServiceContext, { limit, cursor = Number.MAX_SAFE_INTEGER }: Page) {
  const rows = await ctx.db.rows(page({ cursor, limit: limit + 1 }));
  const more = rows.length > limit;
  if (more) rows.pop();
  return { rows: rows.map(toAccount), next: more ? (rows.at(-1)?.seq ?? null) : null };
}

/** Sets a role, disables or enables. An admin cannot do it to himself, so that there always is one. */
export async function patchAccount(ctx: ServiceContext, id: string, patch: AccountPatch): Promise<Account> {
  if (id === ctx.actor?.id) throw new RuleError('An admin cannot change the own role or disable the own account');
  const target = { id, if_version: null };
  const actor = ctx.actor?.id ?? null;
  const writes = [
    ...(patch.type === null ? [] : [setType(ctx, target, { type: patch.type, actor })]),
    ...(patch.disabled === null
      ? []
      : [setDisabled(ctx, target, { disabled_at: patch.disabled ? ctx.now : null, actor })]),
  ];
  const revoked = patch.disabled ? [revokeSessionsOf({ user_id: id, now: ctx.now })] : [];
  const results = await ctx.db.batch([...writes.flat(), ...revoked, byId({ value: id })]);
  const account = results.at(-1)?.[0] as (Row & { disabled_at: number | null }) | undefined;
  if (!account) throw new NotFoundError('Account', id);
  const refused = writes.length > 0 && results[2]?.length === 0;
  if (refused) throw new ForbiddenError('The account of this token is no longer an admin');
  return toAccount(account);
}

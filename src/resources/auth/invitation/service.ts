import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { UNSET } from '../../../auth/passwords';
import { newOpaqueToken, PASSWORD_TOKEN_LIFETIME } from '../../../auth/tokens';
import type { ServiceContext } from '../../../context';
import { audited, auditedInsert } from '../../../db/audit';
import { auditedUpdate, type Outcome } from '../../../db/audited-update';
import {
  type Acting,
  actingOf,
  currentActor,
  isCurrentActor,
  requireCurrentActor,
  sessionEnded,
} from '../../../db/current-actor';
import { StorageError } from '../../../db/errors';
import { createOnce, type Idempotency } from '../../../db/idempotency';
import { type Query, withFollowers } from '../../../db/query';
import { passwordToken, user } from '../../../db/schema/user';
import { type Inputs, rawStatement } from '../../../db/statement';
import { ConflictError, NotFoundError, RuleError } from '../../../errors';
import { sha256 } from '../../../rules/sha256';
import { accountById, newUser, toAccount } from '../accounts';
import { keptPassword, mayHaveToken } from '../promotion';
import type { Invitation, Invited } from './schemas';

const insert = auditedInsert(user, { where: (p: Inputs<Acting>) => isCurrentActor(p) });

/** Nobody knows the password from now on. With the former one go its logins and its token, by triggers. */
const unsetPassword = auditedUpdate(user, ['password_hash'], {
  guarded: true,
  computed: { foreign_password_hash: keptPassword },
  derived: ['foreign_password_hash'],
  where: (p: Inputs<{ only_unset: number }>) =>
    and(isNull(user.disabled_at), or(eq(p.only_unset, sql`0`), eq(user.password_hash, UNSET)), mayHaveToken),
});

interface Token {
  token_hash: string;
  expires_at: number;
}
/** Follows the write of its account. Raw: Drizzle's `insert().select()` takes no upsert. */
const setToken = rawStatement<Token & { user_id: string }, never>(
  (p) => sql`insert into ${passwordToken} (user_id, token_hash, expires_at)
    select ${p.user_id}, ${p.token_hash}, ${p.expires_at} where changes() > 0
    on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
);

/** A write of the account, and then a new token for it in place of an earlier one, with an audit row of its own. */
const withToken = <R>(ctx: ServiceContext, write: Query<R>, user_id: string, token: Token): Query<R> =>
  audited(ctx, withFollowers(write, setToken({ ...token, user_id })), {
    action: 'create',
    entity: 'password_token',
    entity_id: user_id,
  });

async function newToken(ctx: ServiceContext) {
  const token = newOpaqueToken();
  const expires_at = ctx.now + PASSWORD_TOKEN_LIFETIME * 1000;
  const stored: Token = { token_hash: await sha256(token), expires_at };
  return { stored, answered: { token, expires_at: new Date(expires_at).toISOString() } };
}

const taken = (error: unknown): never => {
  if (!(error instanceof StorageError) || error.kind !== 'unique') throw error;
  if (error.columns.includes('user.email_key')) throw new ConflictError('duplicate', 'This email is already in use');
  if (error.columns.includes('user.username_key'))
    throw new ConflictError('duplicate', 'This username is already in use');
  throw error;
};

/**
 * Creates an account without a password, and the token by which its owner sets one. The token is not stored, so a repetition
 * under the same key issues another one.
 * @throws UnauthenticatedError, ConflictError
 */
export async function invite(
  ctx: ServiceContext,
  { username, ...invitation }: Invitation,
  idempotency: Idempotency | null,
): Promise<Invited> {
  const row = await newUser(ctx, { ...invitation, username: username ?? invitation.email, password: null });
  const { stored, answered } = await newToken(ctx);
  return createOnce(ctx, idempotency, {
    create: async () => {
      const queries = {
        live: currentActor(ctx),
        made: withToken(ctx, insert(ctx, { ...row, ...actingOf(ctx) }, idempotency), row.id, stored),
      };
      const { live } = await ctx.db.batch(queries).catch(taken);
      requireCurrentActor(live);
      return { ...toAccount({ ...row, password_set: false, totp_enabled: false }), ...answered };
    },
    read: async (id) => {
      const { row, invited } = await issue(ctx, id, { onlyUnset: true });
      if (row) return invited;
      throw new ConflictError(
        'idempotency_key',
        'What this Idempotency-Key created is an account that is in use now or was disabled',
      );
    },
  });
}

/** @param onlyUnset whether an account that has a password keeps it, and gets no token */
async function issue(ctx: ServiceContext, id: string, { onlyUnset }: { onlyUnset: boolean }) {
  const { stored, answered } = await newToken(ctx);
  const unset: Query<Outcome<unknown>> = unsetPassword(
    ctx,
    { id, if_version: null },
    { only_unset: Number(onlyUnset), password_hash: UNSET },
  );
  const { written, accounts } = await ctx.db.batch({
    written: withToken(ctx, unset, id, stored),
    accounts: accountById({ id }),
  });
  if (!written.isActorCurrent) throw sessionEnded();
  const [account] = accounts;
  if (!account) throw new NotFoundError('Account', id);
  return { row: written.row, invited: { ...toAccount(account), ...answered } };
}

/**
 * Takes an account's password and logins, and issues the token by which its owner sets another one.
 * @throws UnauthenticatedError, NotFoundError, RuleError
 */
export async function resetPassword(ctx: ServiceContext, id: string): Promise<Invited> {
  // Whoever has an admin's access token, but not the password, must not get one.
  if (id === ctx.actor?.id)
    throw new RuleError('own_account', 'Admins set their own password by PUT /auth/users/me/password');
  const { row, invited } = await issue(ctx, id, { onlyUnset: false });
  if (!row && invited.disabled) throw new RuleError('account_disabled', 'The account is disabled: enable it first');
  if (!row) {
    throw new RuleError(
      'email_unconfirmed',
      'The account waits to be an admin, and somebody else has chosen its e-mail: set that by PATCH /doctor/{id} first',
    );
  }
  return invited;
}

import { emailHash, type KnownAs, newDevice } from '../../../auth/devices';
import { hashPassword, UNSET } from '../../../auth/passwords';
import { isForgotToken, newOpaqueToken } from '../../../auth/tokens';
import type { ServiceContext } from '../../../context';
import { audited } from '../../../db/audit';
import { actingOf, actorNotCurrent, currentActor, requireCurrentActor } from '../../../db/current-actor';
import { createOnce, type Idempotency } from '../../../db/idempotency';
import { onlyRow, type Query, withFollowers } from '../../../db/query';
import type { Outcome } from '../../../db/update-outcome';
import {
  ConflictError,
  InvalidError,
  LoginFailedError,
  NotFoundError,
  RuleError,
  UnauthenticatedError,
} from '../../../errors';
import { failureOf, log } from '../../../log';
import { HOUR } from '../../../rules/clock';
import { isoTime } from '../../../rules/datetime';
import { sha256 } from '../../../rules/sha256';
import { accountById } from '../accounts/queries';
import type { Account } from '../accounts/schemas';
import { ENTITY, newUser, rethrowTaken, toAccount } from '../accounts/service';
import { clearAttempts } from '../attempts/queries';
import { mailLink } from '../mails/service';
import { faultOfPassword } from '../passwords/service';
import { codeCounter } from '../second-factor/queries';
import * as queries from './queries';
import type { Invitation, Invited, TokenPassword } from './schemas';

/** Milliseconds in which the account's owner can use the one-time token. */
const TOKEN_LIFETIME = 72 * HOUR;

const rethrowTakenNames = rethrowTaken({ 'user.email_key': 'email', 'user.username_key': 'username' });

async function newPasswordToken(ctx: ServiceContext) {
  const token = newOpaqueToken();
  const expires_at = ctx.now + TOKEN_LIFETIME;
  const stored: queries.PasswordToken = { token_hash: await sha256(token), expires_at };
  return { token, stored };
}

/** What is answered of an account whose token is stored by now. Where mail is sent, the answer waits for that. */
async function answered(
  ctx: ServiceContext,
  kind: 'invitation' | 'reset',
  account: Account,
  { token, stored: { expires_at } }: Awaited<ReturnType<typeof newPasswordToken>>,
): Promise<Invited> {
  // The account is written: an admin who got no token could not hand one over.
  const mailed = await mailLink(ctx, ctx.db, account, { kind, token, expires_at }).catch((error: unknown) => {
    log('error', 'mail_failed', { ...failureOf(error) });
    return false;
  });
  return { ...account, token, expires_at: isoTime(expires_at), mailed };
}

/** The token replaces an earlier one, and has an audit row of its own. */
const withPasswordToken = <R>(
  ctx: ServiceContext,
  write: Query<R>,
  user_id: string,
  token: queries.PasswordToken,
): Query<R> =>
  audited(ctx, withFollowers(write, queries.storePasswordToken({ ...token, user_id })), {
    action: 'create',
    entity: 'password_token',
    entity_id: user_id,
  });

/** @param onlyUnset whether an account that has a password keeps it and gets no token */
async function issuePasswordToken(ctx: ServiceContext, id: string, { onlyUnset }: { onlyUnset: boolean }) {
  const token = await newPasswordToken(ctx);
  const unset: Query<Outcome<unknown>> = queries.unsetPassword(
    ctx,
    { id, if_version: null },
    { only_unset: Number(onlyUnset), password_hash: UNSET },
  );
  const { written, accounts } = await ctx.db.batch({
    written: withPasswordToken(ctx, unset, id, token.stored),
    accounts: accountById({ id }),
  });
  if (!written.isActorCurrent) throw actorNotCurrent();
  const [account] = accounts;
  if (!account) throw new NotFoundError(ENTITY, id);
  return written.row ? { account: toAccount(account), token } : undefined;
}

/** A repetition under the same key issues another token: none is stored. @throws UnauthenticatedError, ConflictError */
export async function inviteUser(
  ctx: ServiceContext,
  { username, ...invitation }: Invitation,
  idempotency: Idempotency | null,
): Promise<Invited> {
  const row = await newUser(ctx, { ...invitation, username: username ?? invitation.email, password: null });
  const token = await newPasswordToken(ctx);
  return createOnce(ctx, idempotency, {
    create: async () => {
      const statements = {
        actor: currentActor(ctx),
        account: withPasswordToken(
          ctx,
          queries.insertInvited(ctx, { ...row, ...actingOf(ctx) }, idempotency),
          row.id,
          token.stored,
        ),
      };
      const { actor } = await ctx.db.batch(statements).catch(rethrowTakenNames);
      requireCurrentActor(actor);
      return answered(ctx, 'invitation', toAccount({ ...row, password_set: false, totp_enabled: false }), token);
    },
    read: async (id) => {
      const issued = await issuePasswordToken(ctx, id, { onlyUnset: true });
      if (issued) return answered(ctx, 'invitation', issued.account, issued.token);
      throw new ConflictError(
        'idempotency_key',
        'What this Idempotency-Key created is an account that is in use now or was disabled',
      );
    },
  });
}

/** Also ends the account's logins. @throws UnauthenticatedError, NotFoundError, RuleError */
export async function resetPassword(ctx: ServiceContext, id: string): Promise<Invited> {
  // Whoever has an admin's access token, but not the password, must not get one.
  if (id === ctx.actor?.id)
    throw new RuleError('own_account', 'Admins set their own password by PUT /auth/users/me/password');
  const issued = await issuePasswordToken(ctx, id, { onlyUnset: false });
  if (!issued) throw new RuleError('account_disabled', 'The account is disabled: enable it first');
  return answered(ctx, 'reset', issued.account, issued.token);
}

const INVALID = 'Invalid or expired token';

/**
 * Ends the account's logins; a refused password leaves the token. @returns what the client is known as: it now is the owner's
 * @throws UnauthenticatedError the same for any token that does not work, InvalidError
 */
export async function setPasswordByToken(ctx: ServiceContext, { token, password }: TokenPassword): Promise<KnownAs> {
  const tokens = isForgotToken(token) ? queries.forgotTokens : queries.issuedTokens;
  const sent = { token_hash: await sha256(token), now: ctx.now };
  const account = await ctx.db.first(tokens.account(sent));
  // Not on record: it says nothing of anybody, and anybody could fill the access log with such tokens.
  if (!account) throw new UnauthenticatedError(INVALID, { code: 'password_token_invalid' });
  const { id } = account;
  const failed = new LoginFailedError('password_token_invalid', INVALID, { entity: 'user', entity_id: id });
  if (!account.works) throw failed;
  const msg = await faultOfPassword(password, account);
  if (msg) throw new InvalidError([{ loc: ['body', 'password'], msg, type: 'value_error' }]);

  const owner = { ...ctx, actor: { id, role: account.type } };
  const changed = { ...sent, password_hash: await hashPassword(password) };
  const email_hash = await emailHash(account.email);
  const { written, devices } = await ctx.db.batch({
    written: tokens.setPassword(owner, { id, if_version: null }, changed),
    passwords: clearAttempts({ counter: email_hash }),
    codes: clearAttempts({ counter: codeCounter(id) }),
    devices: queries.devicesSince({ id }),
  });
  if (!written.row) throw failed;
  return { email_hash, device: newDevice(id, onlyRow(devices).devices_since) };
}

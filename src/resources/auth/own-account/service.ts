import { emailHash, type KnownAs, newDevice } from '../../../auth/devices';
import type { ServiceContext } from '../../../context';
import { actingOf, actorNotCurrent, currentActor, requireCurrentActor } from '../../../db/current-actor';
import { DuplicateError } from '../../../errors';
import { uniqueKey } from '../../../rules/unique-key';
import { accountById } from '../accounts/queries';
import type { User } from '../accounts/schemas';
import { rethrowTakenEmail, toUser } from '../accounts/service';
import { clearAttempts } from '../attempts/queries';
import { tellEmailChange } from '../mails/service';
import { accountOfLogin } from '../passwords/queries';
import { checkPassword, wrongPassword } from '../passwords/service';
import * as queries from './queries';
import type { OwnAccountPatch } from './schemas';

/**
 * A new e-mail forgets the devices of other clients. The logins go on: nobody has got into one by the former e-mail alone.
 * @throws UnauthenticatedError, ThrottledError, RuleError for a wrong password, DuplicateError for an e-mail that is taken
 */
export async function updateOwnAccount(
  ctx: ServiceContext,
  { full_name, email, language, current_password = '' }: OwnAccountPatch,
): Promise<{ account: User; known: KnownAs | undefined }> {
  const acting = actingOf(ctx);
  const id = acting.acting ?? '';
  const proof = email === undefined ? undefined : await checkPassword(ctx, 'current_password', current_password);
  const given = {
    ...{ ...acting, new_name: full_name ?? null },
    ...{ new_email: email ?? null, new_key: email === undefined ? null : uniqueKey(email) },
    ...{ new_language: language ?? null, sets_language: Number(language !== undefined) },
    old_hash: proof?.account.password_hash ?? null,
  };
  const isChange = full_name !== undefined || email !== undefined || language !== undefined;
  const { actor, written, accounts, known } = await ctx.db
    .batch({
      actor: currentActor(ctx),
      written: isChange ? queries.setOwn(ctx, { id, if_version: null }, given) : undefined,
      attempts: proof && clearAttempts(proof.attempt),
      accounts: accountById({ id }),
      known: proof && accountOfLogin(proof.login),
    })
    .catch(rethrowTakenEmail)
    .catch(async (error) => {
      // The password was right.
      if (error instanceof DuplicateError && proof) await ctx.db.run(clearAttempts(proof.attempt));
      throw error;
    });
  requireCurrentActor(actor);
  if (written && !written.row) throw wrongPassword('current_password');
  const [[account], [device]] = [accounts, known ?? []];
  if (!account) throw actorNotCurrent();
  if (proof) tellEmailChange(ctx, account, proof.account.email);
  return {
    account: toUser(account),
    known: device && { email_hash: await emailHash(account.email), device: newDevice(id, device.devices_since) },
  };
}

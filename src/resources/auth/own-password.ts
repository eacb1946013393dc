import { and, eq } from 'drizzle-orm';
import { type KnownAs, newDevice } from '../../auth/devices';
import { hashPassword } from '../../auth/passwords';
import type { ServiceContext } from '../../context';
import { auditedUpdate } from '../../db/audited-update';
import { withFollowers } from '../../db/query';
import { user } from '../../db/schema/user';
import type { Inputs } from '../../db/statement';
import { InvalidError } from '../../errors';
import { hasSymbol, isOwnName, OWN_NAME, SYMBOL_MISSING } from '../../rules/password';
import { clearAttempts } from './login-throttle';
import { claimByPassword, isLoggedIn, keepLogin, noLogin, type OwnLogin, ownAccount, wrongPassword } from './own-login';
import { BY_ITS_PASSWORD, OWN_PASSWORD } from './promotion';
import type { OwnPassword } from './schemas';

const setPassword = auditedUpdate(user, OWN_PASSWORD, {
  ...BY_ITS_PASSWORD,
  where: (p: Inputs<OwnLogin & { old_hash: string }>) => and(eq(user.password_hash, p.old_hash), isLoggedIn(p)),
});

/** What is wrong with a new password for this account, beyond what holds for every password. */
export function faultOf(
  password: string,
  account: { email: string; username: string; type: string },
): string | undefined {
  if (isOwnName(password, account)) return OWN_NAME;
  return account.type === 'doctor' && !hasSymbol(password) ? SYMBOL_MISSING : undefined;
}

/**
 * Gives the account of the token a new password, ends its other logins and forgets its devices, but for the client that asks.
 * @throws UnauthenticatedError, ThrottledError, RuleError for a wrong old password, InvalidError
 */
export async function setOwnPassword(
  ctx: ServiceContext,
  { old_password, new_password }: OwnPassword,
): Promise<KnownAs> {
  const { login, account, attempt } = await claimByPassword(ctx, 'old_password', old_password);
  const msg = faultOf(new_password, account);
  if (msg) {
    await ctx.db.run(clearAttempts(attempt));
    throw new InvalidError([{ loc: ['body', 'new_password'], msg, type: 'value_error' }]);
  }
  const changed = {
    ...login,
    old_hash: account.password_hash,
    password_hash: await hashPassword(new_password),
    password_set_by: login.id,
  };
  const { written, still } = await ctx.db.batch({
    written: withFollowers(setPassword(ctx, { id: login.id, if_version: null }, changed), keepLogin(login)),
    attempts: clearAttempts(attempt),
    still: ownAccount(login),
  });
  const [now] = still;
  if (!now) throw noLogin();
  if (!written.row) throw wrongPassword('old_password');
  return { email: now.email, device: newDevice(login.id, now.devices_since) };
}

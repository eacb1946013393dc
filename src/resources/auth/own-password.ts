import { and, eq } from 'drizzle-orm';
import { type KnownAs, newDevice } from '../../auth/devices';
import { hashPassword, verifyPassword } from '../../auth/passwords';
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

interface Owned {
  email: string;
  username: string;
  type: string;
  foreign_password_hash: string | null;
}

/**
 * What is wrong with a new password for this account, beyond what holds for every password. Whoever has set a password for
 * somebody else knows it: were it to come back, the account would count as its owner's, who would notice nothing.
 */
export async function faultOf(password: string, account: Owned): Promise<string | undefined> {
  if (isOwnName(password, account)) return OWN_NAME;
  if (account.type === 'doctor' && !hasSymbol(password)) return SYMBOL_MISSING;
  const { foreign_password_hash } = account;
  if (foreign_password_hash === null) return undefined;
  const isForeign = (await verifyPassword(password, foreign_password_hash)) !== 'wrong';
  return isForeign ? 'Password should differ from one that somebody else has set' : undefined;
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
  const msg = await faultOf(new_password, account);
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

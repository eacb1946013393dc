import { emailHash, type KnownAs, newDevice } from '../../../auth/devices';
import { hashPassword, verifyPassword } from '../../../auth/passwords';
import type { ServiceContext } from '../../../context';
import { withFollowers } from '../../../db/query';
import { InvalidError, RuleError } from '../../../errors';
import { hasSymbol, isOwnName, OWN_NAME, SYMBOL_MISSING } from '../../../rules/password';
import { clearAttempts } from '../attempts/queries';
import { refuse, whenClaimed } from '../attempts/service';
import { keepLogin } from '../sessions/queries';
import { currentLogin, loginEnded } from '../sessions/service';
import * as queries from './queries';
import type { OwnPassword } from './schemas';

/** For a secret of the token's account. @throws UnauthenticatedError, ThrottledError */
export async function claimAttempt(ctx: ServiceContext) {
  const login = currentLogin(ctx);
  const { accounts, attempt } = await whenClaimed(ctx.now, () =>
    ctx.db.batch({ accounts: queries.accountOfLogin(login), claim: queries.claimByLogin({ ...login, now: ctx.now }) }),
  );
  const [account] = accounts;
  if (!account) throw loginEnded();
  return { login, account, attempt };
}

/** Not 401, which clients take for a token that is no longer valid. */
export const wrongPassword = (field: string) =>
  new RuleError('wrong_password', `${field} is not the password of this account`);

/** @param field of the body: names the password @throws UnauthenticatedError, ThrottledError, RuleError for a wrong one */
export async function checkPassword(ctx: ServiceContext, field: string, password: string) {
  const claimed = await claimAttempt(ctx);
  const verdict = await verifyPassword(password, claimed.account.password_hash);
  return verdict === 'wrong' ? refuse(ctx, claimed.attempt, wrongPassword(field)) : claimed;
}

/** Beyond what holds for every password: one that somebody else has set must not come back, as they know it. */
export async function faultOfPassword(
  password: string,
  account: { email: string; username: string; type: string; foreign_password_hash: string | null },
): Promise<string | undefined> {
  if (isOwnName(password, account)) return OWN_NAME;
  if (account.type === 'doctor' && !hasSymbol(password)) return SYMBOL_MISSING;
  const { foreign_password_hash } = account;
  if (foreign_password_hash === null) return undefined;
  const isForeign = (await verifyPassword(password, foreign_password_hash)) !== 'wrong';
  return isForeign ? 'Password should differ from one that somebody else has set' : undefined;
}

/** Ends logins and forgets devices of other clients. @throws UnauthenticatedError, ThrottledError, RuleError, InvalidError */
export async function setOwnPassword(
  ctx: ServiceContext,
  { old_password, new_password }: OwnPassword,
): Promise<KnownAs> {
  const { login, account, attempt } = await checkPassword(ctx, 'old_password', old_password);
  const msg = await faultOfPassword(new_password, account);
  if (msg) {
    await ctx.db.run(clearAttempts(attempt));
    throw new InvalidError([{ loc: ['body', 'new_password'], msg, type: 'value_error' }]);
  }
  const changed = {
    ...login,
    old_hash: account.password_hash,
    password_hash: await hashPassword(new_password),
  };
  const { written, accounts } = await ctx.db.batch({
    written: withFollowers(queries.setPassword(ctx, { id: login.id, if_version: null }, changed), keepLogin(login)),
    attempts: clearAttempts(attempt),
    accounts: queries.accountOfLogin(login),
  });
  const [after] = accounts;
  if (!after) throw loginEnded();
  if (!written.row) throw wrongPassword('old_password');
  return { email_hash: await emailHash(after.email), device: newDevice(login.id, after.devices_since) };
}

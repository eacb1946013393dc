import { and, eq, exists, isNull, type SQL, sql } from 'drizzle-orm';
import { hashPassword, verifyPassword } from '../../auth/passwords';
import type { ServiceContext } from '../../context';
import { auditedUpdate } from '../../db/audited-update';
import { isLive } from '../../db/entity';
import { withFollowers } from '../../db/query';
import { loginSession, user } from '../../db/schema/user';
import { db, type Inputs, statement } from '../../db/statement';
import { InvalidError, RuleError, UnauthenticatedError } from '../../errors';
import { hasSymbol, isOwnName, OWN_NAME, SYMBOL_MISSING } from '../../rules/password';
import { claimOf, clearAttempts, settleWrong, whenClaimed } from './login-throttle';
import { BY_ITS_OWNER, OWN_PASSWORD } from './promotion';
import type { OwnPassword } from './schemas';

/** The login that the access token was issued for. */
interface OwnLogin {
  id: string;
  session: string;
}

/** The condition: the account is not disabled, and the login has not ended. */
const isLoggedIn = (p: Inputs<OwnLogin>): SQL =>
  and(
    isNull(user.disabled_at),
    exists(
      db
        .select({ one: sql`1` })
        .from(loginSession)
        .where(and(eq(loginSession.id, p.session), eq(loginSession.user_id, p.id), isNull(loginSession.revoked_at))),
    ),
  ) as SQL;

const ownAccount = statement((p: Inputs<OwnLogin>) =>
  db
    .select({ email: user.email, username: user.username, type: user.type, password_hash: user.password_hash })
    .from(user)
    .where(and(isLive(user, p.id), isLoggedIn(p))),
);
/** By login, as a known client is counted: nobody else can make the owner wait, and whoever has a stolen token waits alone. */
const claim = claimOf((p: Inputs<OwnLogin>) => sql`'session:' || ${p.session}`);

const setPassword = auditedUpdate(user, OWN_PASSWORD, {
  ...BY_ITS_OWNER,
  where: (p: Inputs<OwnLogin & { old_hash: string }>) => and(eq(user.password_hash, p.old_hash), isLoggedIn(p)),
});
/** Follows the write, with which a trigger ends all logins: this one goes on. */
const keepLogin = statement((p: Inputs<OwnLogin>) =>
  db
    .update(loginSession)
    .set({ revoked_at: null })
    .where(and(eq(loginSession.id, p.session), sql`changes() > 0`)),
);

const noLogin = () =>
  new UnauthenticatedError('The login of this token has ended: log in again', 'the login has ended');
// Not 401, which clients take for a token that is no longer valid.
const wrongPassword = () => new RuleError('old_password is not the password of this account');

/** What is wrong with a new password for this account, beyond what holds for every password. */
export function faultOf(
  password: string,
  account: { email: string; username: string; type: string },
): string | undefined {
  if (isOwnName(password, account)) return OWN_NAME;
  return account.type === 'doctor' && !hasSymbol(password) ? SYMBOL_MISSING : undefined;
}

/**
 * Gives the account of the token a new password and ends its other logins.
 * @throws UnauthenticatedError, ThrottledError, RuleError for a wrong old password, InvalidError
 */
export async function setOwnPassword(ctx: ServiceContext, { old_password, new_password }: OwnPassword): Promise<void> {
  if (!ctx.actor?.session) throw noLogin();
  const login = { id: ctx.actor.id, session: ctx.actor.session };
  const { accounts, attempt } = await whenClaimed(ctx.now, () =>
    ctx.db.batch({ accounts: ownAccount(login), claim: claim({ ...login, now: ctx.now }) }),
  );
  const [account] = accounts;
  if (!account) throw noLogin();
  if ((await verifyPassword(old_password, account.password_hash)) === 'wrong') {
    const settle = settleWrong(attempt);
    if (settle) await ctx.db.run(settle);
    throw wrongPassword();
  }

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
  if (written.row) return;
  throw still.length > 0 ? wrongPassword() : noLogin();
}

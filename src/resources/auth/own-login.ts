import { and, eq, exists, isNull, type SQL, sql } from 'drizzle-orm';
import { verifyPassword } from '../../auth/passwords';
import type { ServiceContext } from '../../context';
import { isLive } from '../../db/entity';
import { loginSession, user } from '../../db/schema/user';
import { db, type Inputs, statement } from '../../db/statement';
import { RuleError, UnauthenticatedError } from '../../errors';
import { claimOf, refuse, whenClaimed } from './login-throttle';
import { factorColumns } from './second-factor';

/** The login that the access token was issued for. */
export interface OwnLogin {
  id: string;
  session: string;
}

/** The condition: the account is not disabled, and the login has not ended. */
export const isLoggedIn = (p: Inputs<OwnLogin>): SQL =>
  and(
    isNull(user.disabled_at),
    exists(
      db
        .select({ one: sql`1` })
        .from(loginSession)
        .where(and(eq(loginSession.id, p.session), eq(loginSession.user_id, p.id), isNull(loginSession.revoked_at))),
    ),
  ) as SQL;

export const ownAccount = statement((p: Inputs<OwnLogin>) =>
  db
    .select({
      id: user.id,
      email: user.email,
      username: user.username,
      type: user.type,
      password_hash: user.password_hash,
      foreign_password_hash: user.foreign_password_hash,
      devices_since: user.devices_since,
      totp_pending: user.totp_pending,
      totp_pending_at: user.totp_pending_at,
      ...factorColumns,
    })
    .from(user)
    .where(and(isLive(user, p.id), isLoggedIn(p))),
);

/** By login, as a known client is counted: nobody else can make the owner wait, and whoever has a stolen token waits alone. */
const claim = claimOf((p: Inputs<OwnLogin>) => sql`'session:' || ${p.session}`);

/** Follows a write with which a trigger ends all logins: this one goes on. */
export const keepLogin = statement((p: Inputs<OwnLogin>) =>
  db
    .update(loginSession)
    .set({ revoked_at: null })
    .where(and(eq(loginSession.id, p.session), sql`changes() > 0`)),
);

export const noLogin = () =>
  new UnauthenticatedError('The login of this token has ended: log in again', {
    code: 'session_ended',
    tokenFault: 'the login has ended',
  });

/** @throws UnauthenticatedError where the token does not say of which login it is */
function ownLogin({ actor }: ServiceContext): OwnLogin {
  if (!actor?.session) throw noLogin();
  return { id: actor.id, session: actor.session };
}

/**
 * Reads the account of the token, and claims an attempt to enter one of its secrets.
 * @throws UnauthenticatedError, ThrottledError
 */
export async function claimOwn(ctx: ServiceContext) {
  const login = ownLogin(ctx);
  const { accounts, attempt } = await whenClaimed(ctx.now, () =>
    ctx.db.batch({ accounts: ownAccount(login), claim: claim({ ...login, now: ctx.now }) }),
  );
  const [account] = accounts;
  if (!account) throw noLogin();
  return { login, account, attempt };
}

/** Not 401, which clients take for a token that is no longer valid. @param field of the body */
export const wrongPassword = (field: string) =>
  new RuleError('wrong_password', `${field} is not the password of this account`);

/**
 * The account of the token, whose password the client has sent.
 * @throws UnauthenticatedError, ThrottledError, RuleError for a wrong password
 */
export async function claimByPassword(ctx: ServiceContext, field: string, password: string) {
  const claimed = await claimOwn(ctx);
  const verdict = await verifyPassword(password, claimed.account.password_hash);
  return verdict === 'wrong' ? refuse(ctx, claimed.attempt, wrongPassword(field)) : claimed;
}

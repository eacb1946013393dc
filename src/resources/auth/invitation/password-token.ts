import { and, eq, exists, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { emailHash, type KnownAs, newDevice } from '../../../auth/devices';
import { hashPassword } from '../../../auth/passwords';
import type { ServiceContext } from '../../../context';
import { auditedUpdate } from '../../../db/audited-update';
import { onlyRow } from '../../../db/query';
import { passwordToken, user } from '../../../db/schema/user';
import { db, type Inputs, statement } from '../../../db/statement';
import { InvalidError, LoginFailedError, UnauthenticatedError } from '../../../errors';
import { sha256 } from '../../../rules/sha256';
import { clearAttempts, codeCounter } from '../login-throttle';
import { faultOf } from '../own-password';
import { BY_TOKEN, OWN_PASSWORD } from '../promotion';
import type { TokenPassword } from './schemas';

const INVALID = 'Invalid or expired token';

interface Sent {
  token_hash: string;
  now: number;
}

const isToken = (p: Inputs<Sent>) =>
  and(eq(passwordToken.token_hash, p.token_hash), gt(passwordToken.expires_at, p.now));
const works = (p: Inputs<Sent>) => and(isToken(p), isNull(user.disabled_at), isNull(user.deleted_at)) as SQL;

const accountOfToken = statement((p: Inputs<Sent>) =>
  db
    .select({
      id: user.id,
      email: user.email,
      username: user.username,
      type: user.type,
      foreign_password_hash: user.foreign_password_hash,
      works: works(p).mapWith(Boolean).as('works'),
    })
    .from(passwordToken)
    .innerJoin(user, eq(user.id, passwordToken.user_id))
    .where(eq(passwordToken.token_hash, p.token_hash)),
);

const devicesSince = statement((p: Inputs<{ id: string }>) =>
  db.select({ devices_since: user.devices_since }).from(user).where(eq(user.id, p.id)),
);

/** The condition is what makes it work once: with the new password a trigger removes the token. */
const setPassword = auditedUpdate(user, OWN_PASSWORD, {
  ...BY_TOKEN,
  where: (p: Inputs<Sent>) =>
    and(
      isNull(user.disabled_at),
      exists(
        db
          .select({ one: sql`1` })
          .from(passwordToken)
          .where(and(isToken(p), eq(passwordToken.user_id, user.id))),
      ),
    ),
});

/**
 * Sets the password of the account that a one-time token was issued for, and ends its logins. A password that is refused
 * leaves the token as it is.
 * @returns what the client is known as: it is one of the owner's from now on
 * @throws UnauthenticatedError the same for any token that does not work, InvalidError
 */
export async function setPasswordByToken(ctx: ServiceContext, { token, password }: TokenPassword): Promise<KnownAs> {
  const sent = { token_hash: await sha256(token), now: ctx.now };
  const account = await ctx.db.first(accountOfToken(sent));
  // Not on record: it says nothing of anybody, and anybody could fill the access log with such tokens.
  if (!account) throw new UnauthenticatedError(INVALID, { code: 'password_token_invalid' });
  const { id } = account;
  const failed = new LoginFailedError('password_token_invalid', INVALID, { entity: 'user', entity_id: id });
  if (!account.works) throw failed;
  const msg = await faultOf(password, account);
  if (msg) throw new InvalidError([{ loc: ['body', 'password'], msg, type: 'value_error' }]);

  const owner = { ...ctx, actor: { id, role: account.type } };
  const changed = { ...sent, password_hash: await hashPassword(password), password_set_by: id };
  const { email } = account;
  const { written, now } = await ctx.db.batch({
    written: setPassword(owner, { id, if_version: null }, changed),
    passwords: clearAttempts({ counter: await emailHash(email) }),
    codes: clearAttempts({ counter: codeCounter(id) }),
    now: devicesSince({ id }),
  });
  if (!written.row) throw failed;
  return { email, device: newDevice(id, onlyRow(now).devices_since) };
}

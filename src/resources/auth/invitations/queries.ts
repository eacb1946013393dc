import { and, eq, exists, gt, isNull, or, sql } from 'drizzle-orm';
import { UNSET } from '../../../auth/passwords';
import { auditedInsert } from '../../../db/audit';
import { auditedUpdate } from '../../../db/audited-update';
import { allOf } from '../../../db/conditions';
import { type Acting, isCurrentActor } from '../../../db/current-actor';
import { passwordToken, user } from '../../../db/schema/user';
import { db, type Inputs, previousChanged, rawStatement, statement } from '../../../db/statement';
import { BY_RESET, BY_TOKEN } from '../accounts/promotion';
import { isPerson } from '../accounts/queries';

export const insertInvited = auditedInsert(user, { where: (p: Inputs<Acting>) => isCurrentActor(p) });

/** With the former password go its logins and its token, by triggers. */
export const unsetPassword = auditedUpdate(user, ['password_hash'], {
  ...BY_RESET,
  guarded: true,
  where: (p: Inputs<{ only_unset: number }>) =>
    and(isPerson, isNull(user.disabled_at), or(eq(p.only_unset, sql`0`), eq(user.password_hash, UNSET))),
});

export interface PasswordToken {
  token_hash: string;
  expires_at: number;
}
/** For right behind the write of its account. Raw: Drizzle's `insert().select()` takes no upsert. */
export const storePasswordToken = rawStatement<PasswordToken & { user_id: string }, never>(
  (p) => sql`insert into ${passwordToken} (user_id, token_hash, expires_at)
    select ${p.user_id}, ${p.token_hash}, ${p.expires_at} where ${previousChanged}
    on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
);

interface SentToken {
  token_hash: string;
  now: number;
}
const isToken = (p: Inputs<SentToken>) =>
  allOf(eq(passwordToken.token_hash, p.token_hash), gt(passwordToken.expires_at, p.now));
const works = (p: Inputs<SentToken>) => allOf(isToken(p), isNull(user.disabled_at), isNull(user.deleted_at));

export const accountOfPasswordToken = statement((p: Inputs<SentToken>) =>
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

export const devicesSince = statement((p: Inputs<{ id: string }>) =>
  db.select({ devices_since: user.devices_since }).from(user).where(eq(user.id, p.id)),
);

/** The condition lets the token work once: with the new password a trigger removes it. */
export const setPassword = auditedUpdate(user, ['password_hash'], {
  ...BY_TOKEN,
  where: (p: Inputs<SentToken>) =>
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

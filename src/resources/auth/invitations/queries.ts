import { and, eq, exists, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import { UNSET } from '../../../auth/passwords';
import { FORGOT_LIFETIME } from '../../../auth/tokens';
import { auditedInsert } from '../../../db/audit';
import { auditedUpdate } from '../../../db/audited-update';
import { allOf } from '../../../db/conditions';
import { type Acting, isCurrentActor } from '../../../db/current-actor';
import { forgotToken, passwordToken, user } from '../../../db/schema/user';
import { db, type Inputs, previousChanged, rawStatement, statement } from '../../../db/statement';
import { BY_FORGOT, BY_RESET, BY_TOKEN } from '../accounts/promotion';
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

/** What is asked of tokens of one kind. @param by who has set the password then, and what else follows from that */
function tokensOf(
  tokens: typeof passwordToken | typeof forgotToken,
  { isValid, ...by }: typeof BY_TOKEN & { isValid: (p: Inputs<SentToken>) => SQL },
) {
  const isToken = (p: Inputs<SentToken>) => allOf(eq(tokens.token_hash, p.token_hash), isValid(p));
  const works = (p: Inputs<SentToken>) => allOf(isToken(p), isNull(user.disabled_at), isNull(user.deleted_at));
  return {
    account: statement((p: Inputs<SentToken>) =>
      db
        .select({
          id: user.id,
          email: user.email,
          username: user.username,
          type: user.type,
          foreign_password_hash: user.foreign_password_hash,
          works: works(p).mapWith(Boolean).as('works'),
        })
        .from(tokens)
        .innerJoin(user, eq(user.id, tokens.user_id))
        .where(eq(tokens.token_hash, p.token_hash)),
    ),
    /** The condition lets the token work once: with the new password a trigger ends it. */
    setPassword: auditedUpdate(user, ['password_hash'], {
      ...by,
      where: (p: Inputs<SentToken>) =>
        and(
          isNull(user.disabled_at),
          exists(
            db
              .select({ one: sql`1` })
              .from(tokens)
              .where(and(isToken(p), eq(tokens.user_id, user.id))),
          ),
        ),
    }),
  };
}
export const issuedTokens = tokensOf(passwordToken, {
  ...BY_TOKEN,
  isValid: (p) => gt(passwordToken.expires_at, p.now),
});
export const forgotTokens = tokensOf(forgotToken, {
  ...BY_FORGOT,
  isValid: (p) => allOf(isNull(forgotToken.ended_at), sql`${forgotToken.created_at} + ${FORGOT_LIFETIME} > ${p.now}`),
});

export const devicesSince = statement((p: Inputs<{ id: string }>) =>
  db.select({ devices_since: user.devices_since }).from(user).where(eq(user.id, p.id)),
);

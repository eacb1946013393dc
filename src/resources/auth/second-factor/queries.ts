import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { allOf, anyOf } from '../../../db/conditions';
import { type Acting, type CurrentLogin, isCurrentActor, isCurrentLogin } from '../../../db/current-actor';
import { isLive } from '../../../db/entity';
import { loginFailure, user } from '../../../db/schema/user';
import { db, type Inputs, previousChanged, statement } from '../../../db/statement';
import { isPerson } from '../accounts/queries';
import { claimOf } from '../attempts/queries';

export const factorColumns = {
  totp_secret: user.totp_secret,
  totp_last_step: user.totp_last_step,
  recovery_codes: user.recovery_codes,
};
export type Factor = Pick<typeof user.$inferSelect, keyof typeof factorColumns>;

/** The time step of a code of the app, or a recovery code. */
export interface Spent {
  step: number | null;
  recovery_hash: string | null;
}

/*
 * What a code allows is one write. In its batch `claimCode` comes right before it, `isUnspent` is its condition, and `clearCodes`
 * comes behind.
 */

/** Codes are counted by the account alone, whatever the client is known by and the e-mail is. */
export const codeCounter = (account: string) => `account:${account}`;
/** Counts the attempt as wrong. While the account has to wait it changes nothing. */
export const claimCode = claimOf((p: Inputs<{ counter: string }>) => p.counter);

/** The attempt has been claimed, the factor is the one that was checked, and the code unused: so it works once. */
export const isUnspent = (p: Inputs<Spent & { totp_secret: string | null }>): SQL =>
  allOf(
    anyOf(isNull(p.totp_secret), previousChanged),
    sql`${user.totp_secret} is ${p.totp_secret}`,
    or(isNull(p.step), sql`coalesce(${user.totp_last_step}, 0) < ${p.step}`),
    or(isNull(p.recovery_hash), sql`${p.recovery_hash} in (select value from json_each(${user.recovery_codes}))`),
  );

/** Deletes the attempt that was claimed: where the write changed a row, this does, too. */
export const clearCodes = statement((p: Inputs<{ counter: string }>) =>
  db.delete(loginFailure).where(and(eq(loginFailure.email_hash, p.counter), previousChanged)),
);

export const spentColumns = (p: Inputs<Spent>) => ({
  totp_last_step: sql`coalesce(${p.step}, ${user.totp_last_step})`,
  recovery_codes: sql`iif(${p.recovery_hash} is null, ${user.recovery_codes},
    (select json_group_array(value) from json_each(${user.recovery_codes}) where value <> ${p.recovery_hash}))`,
});

type Proven = CurrentLogin & Spent & { old_hash: string; totp_secret: string | null };
const isProven = (p: Inputs<Proven>) =>
  and(isLive(user, p.id), isCurrentLogin(p), eq(user.password_hash, p.old_hash), isUnspent(p));

interface Now {
  now: number;
}
/** A trigger takes `updated_at` for the end of the logins. */
const updated = (p: Inputs<{ by: string | null } & Now>) => ({ updated_at: sql`${p.now}`, updated_by: sql`${p.by}` });

const NONE = {
  totp_secret: sql`null`,
  totp_pending: sql`null`,
  totp_pending_at: sql`null`,
  totp_enabled_at: sql`null`,
  totp_last_step: sql`null`,
  recovery_codes: sql`null`,
};

export const prepareFactor = statement((p: Inputs<Proven & Now & { secret: string }>) =>
  db
    .update(user)
    .set({ totp_pending: sql`${p.secret}`, totp_pending_at: sql`${p.now}`, ...spentColumns(p) })
    .where(isProven(p))
    .returning({ id: user.id }),
);
/** @param codes JSON of the hashes of the recovery codes */
export const enableFactor = statement(
  (p: Inputs<CurrentLogin & Now & { by: string; secret: string; step: number; codes: string }>) =>
    db
      .update(user)
      .set({
        ...updated(p),
        totp_secret: sql`${p.secret}`,
        totp_pending: sql`null`,
        totp_pending_at: sql`null`,
        totp_enabled_at: sql`${p.now}`,
        totp_last_step: sql`${p.step}`,
        recovery_codes: sql`${p.codes}`,
      })
      .where(and(isLive(user, p.id), isCurrentLogin(p), eq(user.totp_pending, p.secret)))
      .returning({ id: user.id }),
);
export const disableFactor = statement((p: Inputs<Proven & Now & { by: string }>) =>
  db
    .update(user)
    .set({ ...updated(p), ...NONE })
    .where(isProven(p))
    .returning({ id: user.id }),
);
/** For right before it. */
export const factorBefore = statement((p: Inputs<{ id: string }>) =>
  db
    .select({ totp_enabled: sql`${user.totp_secret} is not null`.mapWith(Boolean).as('totp_enabled') })
    .from(user)
    .where(and(isLive(user, p.id), isPerson)),
);
export const resetFactor = statement((p: Inputs<Acting & Now & { id: string; by: string | null }>) =>
  db
    .update(user)
    .set({ ...updated(p), ...NONE })
    .where(and(isLive(user, p.id), or(isNotNull(user.totp_secret), isNotNull(user.totp_pending)), isCurrentActor(p)))
    .returning({ id: user.id }),
);

export const factorOf = statement((p: Inputs<{ id: string }>) =>
  db
    .select({
      totp_secret: user.totp_secret,
      totp_enabled_at: user.totp_enabled_at,
      recovery_codes: user.recovery_codes,
    })
    .from(user)
    .where(and(isLive(user, p.id), isNull(user.disabled_at))),
);

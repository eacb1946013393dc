import { and, eq, sql } from 'drizzle-orm';
import { auditedUpdate } from '../../../db/audited-update';
import { type CurrentLogin, isCurrentLogin } from '../../../db/current-actor';
import { isLive } from '../../../db/entity';
import { user } from '../../../db/schema/user';
import { db, type Inputs, statement } from '../../../db/statement';
import { BY_OWNER } from '../accounts/promotion';
import { claimOf } from '../attempts/queries';

export const accountOfLogin = statement((p: Inputs<CurrentLogin>) =>
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
      totp_secret: user.totp_secret,
      totp_last_step: user.totp_last_step,
      recovery_codes: user.recovery_codes,
    })
    .from(user)
    .where(and(isLive(user, p.id), isCurrentLogin(p))),
);

/** By login: nobody else can make the owner wait, and whoever has a stolen token waits alone. */
export const claimByLogin = claimOf((p: Inputs<CurrentLogin>) => sql`'session:' || ${p.session}`);

export const setPassword = auditedUpdate(user, ['password_hash'], {
  ...BY_OWNER,
  where: (p: Inputs<CurrentLogin & { old_hash: string }>) => and(eq(user.password_hash, p.old_hash), isCurrentLogin(p)),
});

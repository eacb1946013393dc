import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Device } from '../../../auth/devices';
import type { Role } from '../../../auth/permissions';
import { existsLive } from '../../../db/entity';
import { insertion } from '../../../db/insert';
import { loginSession, refreshToken, user } from '../../../db/schema/user';
import { db, type Inputs, statement } from '../../../db/statement';
import { claimOf } from '../attempts/queries';
import { factorColumns, isUnspent, type Spent } from '../second-factor/queries';
import { sessionOfUnusedToken } from '../tokens/queries';

export const accountByEmail = statement((p: Inputs<{ email_key: string }>) =>
  db
    .select({
      id: user.id,
      type: user.type,
      password_hash: user.password_hash,
      disabled_at: user.disabled_at,
      devices_since: user.devices_since,
      ...factorColumns,
    })
    .from(user)
    .where(and(eq(user.email_key, p.email_key), isNull(user.deleted_at))),
);

/** What a login is counted by: the e-mail, or what the client shows of an earlier login. */
interface Client {
  email_key: string;
  email_hash: string;
  device: string | null;
  device_account: string | null;
  device_since: number | null;
  token_hash: string | null;
  now: number;
}
export const deviceCounter = (device: string) => `device:${device}`;
// Wrong passwords of a client that has logged into the account before are counted apart: nobody else can make it wait. The
// account must still have the e-mail and the password of that login.
const claimLogin = claimOf((p: Inputs<Client>) => {
  const session = sessionOfUnusedToken(p.token_hash, p.now, eq(user.email_key, p.email_key));
  const device = db
    .select({ counter: sql`${p.device}` })
    .from(user)
    .where(
      and(
        eq(user.email_key, p.email_key),
        isNull(user.deleted_at),
        eq(user.id, p.device_account),
        sql`${user.devices_since} is ${p.device_since}`,
      ),
    );
  return sql`coalesce(${device}, 'session:' || ${session}, ${p.email_hash})`;
});

export const claimPassword = ({
  device,
  ...sent
}: Pick<Client, 'email_key' | 'email_hash' | 'token_hash' | 'now'> & { device: Device | null }) =>
  claimLogin({
    ...sent,
    device: device && deviceCounter(device.id),
    device_account: device?.account ?? null,
    device_since: device?.since ?? null,
  });

interface Checked extends Spent {
  user_id: string;
  verified_hash: string;
  role: Role;
  totp_secret: string | null;
  devices_since: number | null;
}
/** Only if the account still has the e-mail, password and code that were checked, and the role that the token will say. */
export const insertSession = insertion(loginSession, {
  where: (p: Inputs<Checked>) =>
    existsLive(
      user,
      p.user_id,
      eq(user.password_hash, p.verified_hash),
      eq(user.type, p.role),
      isNull(user.disabled_at),
      sql`${user.devices_since} is ${p.devices_since}`,
      isUnspent(p),
    ),
  returning: ['id'],
});
/** Follows the insert of its session. */
export const insertToken = insertion(refreshToken, { where: () => sql`changes() > 0` });

/** Follows the login. */
export const replaceHash = statement((p: Inputs<{ id: string; before: string; password_hash: string }>) =>
  db
    .update(user)
    .set({ password_hash: sql`${p.password_hash}` })
    .where(and(eq(user.id, p.id), eq(user.password_hash, p.before), sql`changes() > 0`)),
);

import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Device } from '../../../auth/devices';
import { user } from '../../../db/schema/user';
import { db, type Inputs, statement } from '../../../db/statement';
import { claimOf } from '../attempts/queries';
import { sessionOfUnusedToken } from '../refresh-tokens/queries';
import { factorColumns } from '../second-factor/queries';

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

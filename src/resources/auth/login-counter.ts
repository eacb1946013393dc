import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Device } from '../../auth/devices';
import { user } from '../../db/schema/user';
import { db, type Inputs } from '../../db/statement';
import { sessionOfLiveToken } from './live-token';
import { type Attempt, claimOf } from './login-throttle';

interface Sent {
  email_key: string;
  email_hash: string;
  device: string | null;
  device_account: string | null;
  device_since: number | null;
  token_hash: string | null;
  now: number;
}
const deviceCounter = (device: string) => `device:${device}`;
/**
 * Wrong passwords of a client that has logged into the account before are counted on their own: nobody else can make it wait.
 * The account is the one that has the e-mail now, with the e-mail and the password that it had at that login.
 */
const claimLogin = claimOf((p: Inputs<Sent>) => {
  const session = sessionOfLiveToken(p.token_hash, p.now, eq(user.email_key, p.email_key));
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

/** Claims an attempt at the password of a login. @param device what its cookie says */
export const claimPassword = ({
  device,
  ...sent
}: Pick<Sent, 'email_key' | 'email_hash' | 'token_hash' | 'now'> & { device: Device | null }) =>
  claimLogin({
    ...sent,
    device: device && deviceCounter(device.id),
    device_account: device?.account ?? null,
    device_since: device?.since ?? null,
  });

/** The device, if the attempt was counted by it; null where the account did not know it. */
export const knownDevice = ({ counter }: Attempt, device: Device | null): Device | null =>
  device && counter === deviceCounter(device.id) ? device : null;

import * as z from 'zod';
import type { Settings } from '../env';
import { sha256 } from '../rules/sha256';
import { uniqueKey } from '../rules/unique-key';
import { signToken, verifyToken } from './signed-token';

/** Seconds: as long as browsers keep a cookie. */
export const DEVICE_LIFETIME = 400 * 24 * 60 * 60;

const DEVICE = { audience: 'hospital-login', type: 'device+jwt', lifetime: DEVICE_LIFETIME };

/** Before the account is known, wrong passwords are counted and device cookies found by this. */
export const emailHash = (email: string): Promise<string> => sha256(uniqueKey(email));

/** `since`: the account's `devices_since` at the login. While it is the same, the device is known. */
const Device = z.object({ id: z.string(), account: z.string(), since: z.number().nullable() });
export type Device = z.output<typeof Device>;

export interface KnownAs {
  email_hash: string;
  device: Device;
}

export const newDevice = (account: string, since: number | null): Device => ({
  id: crypto.randomUUID(),
  account,
  since,
});

/**
 * Says that a client has logged in before (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). It opens nothing:
 * only its holder's wrong passwords are counted on their own.
 */
export const signDevice = (settings: Settings, { id, account, since }: Device, now: number): Promise<string> =>
  signToken(settings, DEVICE, { sub: account, jti: id, since }, now);

/** Null for any other token. Only the account tells whether the device is still known. */
export async function verifyDevice(settings: Settings, token: string): Promise<Device | null> {
  const payload = await verifyToken(settings, DEVICE, token);
  return payload && (Device.safeParse({ id: payload.jti, account: payload.sub, since: payload.since }).data ?? null);
}

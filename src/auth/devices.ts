import { jwtVerify, SignJWT } from 'jose';
import { JOSEError } from 'jose/errors';
import * as z from 'zod';
import type { Settings } from '../env';
import { sha256 } from '../rules/sha256';
import { uniqueKey } from '../rules/unique-key';
import { ALGORITHM, acceptedKeys, ISSUER, signingKey } from './tokens';

// Unlike those of an access token: neither token can pass for the other.
const AUDIENCE = 'hospital-login';
const TYPE = 'device+jwt';

/** Seconds: as long as browsers keep a cookie. */
export const DEVICE_LIFETIME = 400 * 24 * 60 * 60;

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
export async function signDevice(settings: Settings, device: Device, now: number): Promise<string> {
  const { id, key } = await signingKey(settings.JWT_SECRET);
  return new SignJWT({ since: device.since })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: id })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(device.account)
    .setExpirationTime(Math.floor(now / 1000) + DEVICE_LIFETIME)
    .setJti(device.id)
    .sign(key);
}

/** Null for any other token. Only the account tells whether the device is still known. */
export async function verifyDevice(settings: Settings, token: string): Promise<Device | null> {
  try {
    const { payload } = await jwtVerify(token, await acceptedKeys(settings), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: TYPE,
      requiredClaims: ['exp', 'jti', 'sub'],
    });
    const { jti, sub, since } = payload;
    return Device.safeParse({ id: jti, account: sub, since }).data ?? null;
  } catch (error) {
    if (error instanceof JOSEError) return null;
    throw error;
  }
}

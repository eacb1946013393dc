import { jwtVerify, SignJWT } from 'jose';
import { JOSEError } from 'jose/errors';
import type { Settings } from '../env';
import { uniqueKey } from '../rules/unique-key';
import { ALGORITHM, acceptedKeys, ISSUER, sha256, signingKey } from './tokens';

// Neither is that of an access token: no token can pass for the other.
const AUDIENCE = 'hospital-login';
const TYPE = 'device+jwt';

/** Seconds: as long as browsers keep a cookie. */
export const DEVICE_LIFETIME = 400 * 24 * 60 * 60;

/** What the attempts to log in to an account are counted by, and what its devices are known by. */
export const emailHash = (email: string): Promise<string> => sha256(uniqueKey(email));

/**
 * Says that a client has logged in with an e-mail before (OWASP, "Slow Down Online Guessing Attacks with Device
 * Cookies"). It opens nothing: its holder's wrong passwords are counted on their own, that is all.
 */
export async function signDevice(settings: Settings, email_hash: string, now: number): Promise<string> {
  const { id, key } = await signingKey(settings.JWT_SECRET);
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: id })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(email_hash)
    .setExpirationTime(Math.floor(now / 1000) + DEVICE_LIFETIME)
    .setJti(crypto.randomUUID())
    .sign(key);
}

/** The id of a device that has logged in with this e-mail; null for any other token. */
export async function verifyDevice(settings: Settings, token: string, email_hash: string): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, await acceptedKeys(settings), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      subject: email_hash,
      typ: TYPE,
      requiredClaims: ['exp', 'jti'],
    });
    return payload.jti ?? null;
  } catch (error) {
    if (error instanceof JOSEError) return null;
    throw error;
  }
}

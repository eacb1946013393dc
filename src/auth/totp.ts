import { Secret, TOTP } from 'otpauth/bare';
import { sha256 } from '../rules/sha256';

// What every authenticator app takes: HMAC-SHA-1, six digits, a step of 30 seconds. The library's own defaults.
const SECRET_BYTES = 20; // as long as the hash (RFC 4226 4, R6)
const RECOVERY_CODES = 10;
/** From 112 bits on a plain hash will do (NIST SP 800-63B 3.1.2.2): nobody guesses them, so nothing must make guessing slow. */
const RECOVERY_BYTES = 15;
const CODE = /^\d{6}$/;

const random = (size: number): string => new Secret({ size }).base32;

export const newTotpSecret = (): string => random(SECRET_BYTES);

/** What an authenticator app reads from a QR code. @param issuer,label what it calls the account */
export const otpauthUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ issuer, label, secret }).toString();

/** In groups of four, as they are written down and typed. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => random(RECOVERY_BYTES).replace(/.{4}(?=.)/g, '$&-'));

const withoutSeparators = (sent: string): string => sent.replace(/[\s-]/g, '');

export const recoveryHash = (code: string): Promise<string> => sha256(withoutSeparators(code).toUpperCase());

/**
 * The time step (RFC 6238) that a code is of: the present one, the one before or the one after.
 * @returns null for a wrong code, undefined for what is no code, as a recovery code
 */
export async function stepOf(secret: string, sent: string, now: number): Promise<number | null | undefined> {
  const token = withoutSeparators(sent);
  if (!CODE.test(token)) return undefined;
  // The Worker's own HMAC: the library's would be 7 KiB of the bundle. The password has loaded it already.
  const { createHmac } = await import('node:crypto');
  const hmac = (algorithm: string, key: Uint8Array, message: Uint8Array) =>
    createHmac(algorithm, key).update(message).digest();
  const delta = TOTP.validate({ secret: Secret.fromBase32(secret), token, timestamp: now, window: 1, hmac });
  return delta === null ? null : TOTP.counter({ timestamp: now }) + delta;
}

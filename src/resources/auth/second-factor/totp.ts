// Codes of an authenticator app (RFC 6238), and the recovery codes beside it.
import { Secret, TOTP } from 'otpauth/bare';
import { sha256 } from '../../../rules/sha256';

// What every authenticator app takes: HMAC-SHA-1, six digits, a step of 30 seconds. The library's own defaults.
const SECRET_BYTES = 20; // as long as the hash (RFC 4226 4, R6)
const RECOVERY_CODES = 10;
/** From 112 bits on a plain hash will do (NIST SP 800-63B 3.1.2.2), as nobody guesses them. */
const RECOVERY_BYTES = 15;
const CODE = /^\d{6}$/;

const random = (size: number): string => new Secret({ size }).base32;

export const newTotpSecret = (): string => random(SECRET_BYTES);

/** @param issuer,label what an authenticator app calls the account */
export const otpauthUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ issuer, label, secret }).toString();

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => random(RECOVERY_BYTES).replace(/.{4}(?=.)/g, '$&-'));

const withoutSeparators = (sent: string): string => sent.replace(/[\s-]/g, '');

export const recoveryHash = (code: string): Promise<string> => sha256(withoutSeparators(code).toUpperCase());

export const isAppCode = (sent: string): boolean => CODE.test(withoutSeparators(sent));

/** Of the present step, the one before or the one after; null for any other code. */
export async function stepOf(secret: string, sent: string, now: number): Promise<number | null> {
  if (!isAppCode(sent)) return null;
  // The library's own HMAC would be 7 KiB of the bundle; the password has loaded this one already.
  const { createHmac } = await import('node:crypto');
  const hmac = (algorithm: string, key: Uint8Array, message: Uint8Array) =>
    createHmac(algorithm, key).update(message).digest();
  const token = withoutSeparators(sent);
  const delta = TOTP.validate({ secret: Secret.fromBase32(secret), token, timestamp: now, window: 1, hmac });
  return delta === null ? null : TOTP.counter({ timestamp: now }) + delta;
}

import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { JOSEError } from 'jose/errors';
import type { Settings } from '../env';
import { ALGORITHM, acceptedKeys, ISSUER, signingKey } from './tokens';

/** What keeps tokens of one kind from passing for those of another, access tokens among them. */
export interface TokenKind {
  audience: string;
  type: string;
  /** seconds */
  lifetime: number;
}

/** By the key of access tokens, with which it ends. @param claims at least `sub` */
export async function signToken(
  settings: Settings,
  { audience, type, lifetime }: TokenKind,
  claims: JWTPayload,
  now: number,
): Promise<string> {
  const { id, key } = await signingKey(settings.JWT_SECRET);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, typ: type, kid: id })
    .setIssuer(ISSUER)
    .setAudience(audience)
    .setExpirationTime(Math.floor(now / 1000) + lifetime)
    .sign(key);
}

/** Null for a token of another kind, a forged one, and one that has expired. */
export async function verifyToken(
  settings: Settings,
  { audience, type }: TokenKind,
  token: string,
): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(token, await acceptedKeys(settings), {
      ...{ algorithms: [ALGORITHM], issuer: ISSUER, audience, typ: type },
      requiredClaims: ['exp', 'sub'],
    });
    return payload;
  } catch (error) {
    if (error instanceof JOSEError) return null;
    throw error;
  }
}

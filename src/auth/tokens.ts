import { jwtVerify, SignJWT } from 'jose';
import { JOSEError, JWKSNoMatchingKey, JWTExpired } from 'jose/errors';
import * as z from 'zod';
import type { Actor } from '../context';
import type { Settings } from '../env';
import { UnauthenticatedError } from '../errors';
import { HOUR } from '../rules/clock';
import { sha256 } from '../rules/sha256';
import { CLIENT_ROLE, ROLES } from './permissions';

export const ISSUER = 'hospital-service';
const AUDIENCE = 'hospital-portal';
const TYPE = 'at+jwt'; // RFC 9068
export const ALGORITHM = 'HS256';

/** Seconds. */
export const accessTokenLifetime = ({ ACCESS_TOKEN_MINUTES }: Settings): number => ACCESS_TOKEN_MINUTES * 60;
export const REFRESH_TOKEN_LIFETIME = 30 * 24 * 60 * 60;
/** From the login on, however often its tokens are refreshed. */
export const SESSION_LIFETIME = 90 * 24 * 60 * 60;

interface SigningKey {
  id: string;
  key: CryptoKey;
}

const keys = new Map<string, Promise<SigningKey>>();

/** Imported once. The id is the start of the secret's SHA-256. */
export function signingKey(secret: string): Promise<SigningKey> {
  const known = keys.get(secret);
  if (known) return known;
  const bytes = new TextEncoder().encode(secret);
  const made = Promise.all([
    sha256(secret),
    crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']),
  ]).then(([digest, key]) => ({ id: digest.slice(0, 16), key }));
  keys.set(secret, made);
  return made;
}

/** Hex HMAC, as a plain hash would help to guess a password in the body. It changes with the secret. */
export async function fingerprint(settings: Settings, text: string): Promise<string> {
  const { key } = await signingKey(settings.JWT_SECRET);
  return Buffer.from(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))).toString('hex');
}

/** @param lifetime seconds. A program's token names it as RFC 9068 2.2 has it, too */
export async function signAccessToken(
  settings: Settings,
  { id: sub, role, session, scope }: Actor,
  now: number,
  lifetime = accessTokenLifetime(settings),
): Promise<string> {
  const { id, key } = await signingKey(settings.JWT_SECRET);
  const seconds = Math.floor(now / 1000);
  return new SignJWT({ role, ...(session && { sid: session }), scope, ...(role === CLIENT_ROLE && { client_id: sub }) })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: id })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(sub)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + lifetime)
    .setJti(crypto.randomUUID())
    .sign(key);
}

/** For jose, which asks for the key of a token: of the current secret or the previous one. */
export async function acceptedKeys({ JWT_SECRET, JWT_SECRET_PREVIOUS }: Settings) {
  const secrets = [JWT_SECRET, JWT_SECRET_PREVIOUS].filter((secret) => secret !== undefined);
  const keys = await Promise.all(secrets.map(signingKey));
  return ({ kid }: { kid?: string | undefined }): CryptoKey => {
    const key = keys.find(({ id }) => id === kid)?.key;
    if (!key) throw new JWKSNoMatchingKey();
    return key;
  };
}

const invalidToken = (tokenFault: string, code: 'token_invalid' | 'token_expired' = 'token_invalid') =>
  new UnauthenticatedError('Could not validate credentials', { code, tokenFault });

const Claims = z.object({
  sub: z.uuid(),
  role: z.enum([...ROLES, CLIENT_ROLE]),
  sid: z.string().optional().catch(undefined),
  // Not caught: without it the token would say more.
  scope: z.string().optional(),
  exp: z.number(),
});

interface Verified {
  actor: Actor;
  /** epoch seconds */
  exp: number;
}

/** To verify a token takes as long as all validation of a read. */
const verified = new WeakMap<Settings, Map<string, Verified>>();
/** More than an isolate sees within the life of a token. The oldest makes room. */
const VERIFIED_MAX = 2_000;

function verifiedWith(settings: Settings): Map<string, Verified> {
  const known = verified.get(settings) ?? new Map();
  verified.set(settings, known);
  return known;
}

/** @throws UnauthenticatedError */
export async function verifyAccessToken(settings: Settings, token: string): Promise<Actor> {
  const known = verifiedWith(settings);
  const before = known.get(token);
  if (before && before.exp > Date.now() / 1000) return before.actor;

  const claims = await verify(settings, token);
  const [first] = known.keys();
  if (first !== undefined && known.size >= VERIFIED_MAX) known.delete(first);
  known.set(token, claims);
  return claims.actor;
}

async function verify(settings: Settings, token: string): Promise<Verified> {
  try {
    const { payload } = await jwtVerify(token, await acceptedKeys(settings), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: TYPE,
      requiredClaims: ['sub', 'role', 'iat', 'exp', 'jti'],
    });
    const { data: claims } = Claims.safeParse(payload);
    if (!claims) throw invalidToken('the token is not of this service');
    const { sub: id, role, sid: session, scope, exp } = claims;
    return { actor: { id, role, session, scope }, exp };
  } catch (error) {
    if (error instanceof JWTExpired) throw invalidToken('the token has expired', 'token_expired');
    if (error instanceof JOSEError) throw invalidToken('the token is not valid');
    throw error;
  }
}

/** 256 random bits, base64url; only the hash is stored. */
export const newOpaqueToken = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');

/** Unlike those that an admin issues, which have no dot: so nobody has to look among both. */
const FORGOT = 'f.';
/** Milliseconds. */
export const FORGOT_LIFETIME = HOUR;
export const newForgotToken = (): string => FORGOT + newOpaqueToken();
export const isForgotToken = (token: string): boolean => token.startsWith(FORGOT);

import { jwtVerify, SignJWT } from 'jose';
import { JOSEError } from 'jose/errors';
import * as z from 'zod';
import type { Settings } from '../env';
import { LANGUAGES } from '../rules/languages';
import { ALGORITHM, acceptedKeys, ISSUER, signingKey } from './tokens';

// Unlike those of any other token: neither can pass for the other.
const AUDIENCE = 'hospital-messages';
const TYPE = 'unsubscribe+jwt';

/** Seconds: mails are kept for long. */
const LIFETIME = 400 * 24 * 60 * 60;

const Unsubscribing = z.object({ patient_id: z.uuid(), language: z.enum(LANGUAGES) });
export type Unsubscribing = z.output<typeof Unsubscribing>;

/** Whose consent whoever has a mail may take back, and in which language the page of it is. Nothing else is done by it. */
async function sign(settings: Settings, { patient_id, language }: Unsubscribing, now: number): Promise<string> {
  const { id, key } = await signingKey(settings.JWT_SECRET);
  return new SignJWT({ lang: language })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: id })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(patient_id)
    .setExpirationTime(Math.floor(now / 1000) + LIFETIME)
    .sign(key);
}

/** Null for any other token. */
export async function verifyUnsubscribe(settings: Settings, token: string): Promise<Unsubscribing | null> {
  try {
    const { payload } = await jwtVerify(token, await acceptedKeys(settings), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: TYPE,
      requiredClaims: ['exp', 'sub'],
    });
    return Unsubscribing.safeParse({ patient_id: payload.sub, language: payload.lang }).data ?? null;
  } catch (error) {
    if (error instanceof JOSEError) return null;
    throw error;
  }
}

/** For `List-Unsubscribe`, and the link in the mail. @param baseUrl without a slash at its end */
export const unsubscribeUrl = async (
  settings: Settings,
  baseUrl: string,
  unsubscribing: Unsubscribing,
  now: number,
): Promise<string> => `${baseUrl}/messages/unsubscribe/${await sign(settings, unsubscribing, now)}`;

/**
 * What a client has signed instead of sending a secret: RFC 7523 3, as SMART Backend Services has it
 * (hl7.org/fhir/smart-app-launch/client-confidential-asymmetric.html).
 */
import { createLocalJWKSet, decodeJwt, importJWK, type JWTHeaderParameters, type JWTPayload, jwtVerify } from 'jose';
import { JOSEError, JWTClaimValidationFailed, JWTExpired } from 'jose/errors';
import type { PublicKeys } from '../../../db/schema/client';

/** Seconds. */
const LIFE_MAX = 5 * 60;
const TOLERANCE = 5;
const JTI_MAX = 500;

/** Keys that nobody has, by their algorithms: where a client has none that fits, the check takes as long, and fails. */
const NOBODYS = {
  ES384: {
    ...{ kty: 'EC', crv: 'P-384' },
    x: 'cHXGSRxxRHaDF0Otx0M-RU6hKgylmCutNjnf43HSkQvMDAvdHWYoPGh1NHA3pVfM',
    y: '9s5UujWjdYZOF-Pifw9K3F81xwPh899PKR0UVcFJiFEWteP-mQVnpfvLgn8O9UqG',
  },
  RS384: {
    ...{ kty: 'RSA', e: 'AQAB' },
    n: '3O4kKnSDRIUjLStOY2rZE6zxh-QaVZws-LrsgNoR26jKDfnJj2K1OXP-TLOKCTqxAt6AzmjC4n2SJDZCcoIW3nwq9SDm7oKJ4abnjdFlEx6FFjViIToAP_GNDej5Y-fWqNFd1XnnB3OFNK4k86WZb3xf0rAc9hN59QXECF0tC7Qm7O64aOywgWLxxwqIBrYWh-3FFB9ngcqri6UroonU0sNcyUB5leQS8aWep-iLrQI36TDH8SoKmpNJc0wVCkw5Wn0kxTxKWz85fqpXAG-6YwQY4BR8dvW1N2jb2Vn5yrM9dlv1S2vW4g3hi-J66gSs33PPHvC3Oc74sVuDBcNwMQ',
  },
};
const ALGORITHMS = Object.keys(NOBODYS);

/** @throws any other error */
function asNone(error: unknown): undefined {
  if (!(error instanceof JOSEError)) throw error;
}

/** Whose it says it is: nothing has verified that yet. */
export function issuerOf(assertion: string): string | undefined {
  try {
    const { iss }: { iss?: unknown } = decodeJwt(assertion);
    return typeof iss === 'string' ? iss : undefined;
  } catch (error) {
    return asNone(error);
  }
}

/** `fault`: of an assertion by a key of the client, so that nobody else is told; undefined where none of its keys has signed. */
type Verdict = { jti: string; expires_at: number } | { fault: string | undefined };

function judge({ iat, exp = 0, jti = '' }: JWTPayload, now: number): Verdict {
  if (exp * 1000 > now + 1000 * (LIFE_MAX + TOLERANCE))
    return { fault: `exp must be at most ${LIFE_MAX} seconds ahead` };
  if (iat !== undefined && iat * 1000 > now + 1000 * TOLERANCE) return { fault: 'iat must not be in the future' };
  if (typeof jti !== 'string' || jti === '' || jti.length > JTI_MAX)
    return { fault: `jti must have 1 to ${JTI_MAX} characters` };
  return { jti, expires_at: Math.ceil((exp + TOLERANCE) * 1000) };
}

interface Expected {
  client_id: string;
  keys: PublicKeys;
  /** the address of the token endpoint */
  audience: string;
  now: number;
}

/** By the registered keys alone, whatever key or address the header has. */
export async function verifyAssertion(assertion: string, expected: Expected): Promise<Verdict> {
  const own = createLocalJWKSet(expected.keys);
  let isOwn = false;
  const keyOf = async (header: JWTHeaderParameters) => {
    // Without a kid jose would take the only key that fits.
    const key = header.kid === undefined ? undefined : await own(header).catch(asNone);
    isOwn = key !== undefined;
    // Any other algorithm was refused by now.
    return key ?? importJWK(header.alg === 'ES384' ? NOBODYS.ES384 : NOBODYS.RS384, header.alg);
  };
  try {
    const { payload } = await jwtVerify(assertion, keyOf, {
      algorithms: ALGORITHMS,
      issuer: expected.client_id,
      subject: expected.client_id,
      audience: expected.audience,
      requiredClaims: ['exp', 'jti'],
      clockTolerance: TOLERANCE,
      currentDate: new Date(expected.now),
    });
    return isOwn ? judge(payload, expected.now) : { fault: undefined };
  } catch (error) {
    asNone(error);
    const isSigned = isOwn && (error instanceof JWTClaimValidationFailed || error instanceof JWTExpired);
    return { fault: isSigned ? error.message : undefined };
  }
}

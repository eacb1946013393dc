import { importJWK } from 'jose';
import { CLIENT_ROLE, ROLE_PERMISSIONS } from '../../../auth/permissions';
import { type Fault, InvalidError } from '../../../errors';
import { scopesFor, within } from '../../../scopes';
import type { Jwks, PublicKey } from './schemas';

/** By the type of the key: what SMART Backend Services asks for, and no others. */
export const ALGORITHMS = { RSA: 'RS384', EC: 'ES384' } as const;

/** Whether a program may do anything that the scope names: of the audit trail none may. */
export const isOfUse = (scope: string): boolean =>
  within([scope], scopesFor(ROLE_PERMISSIONS[CLIENT_ROLE]).join(' ')).length > 0;

/** RFC 7518 3.3. */
const RSA_BITS_MIN = 2_048;

async function faultOf(key: PublicKey): Promise<string | undefined> {
  const imported = await importJWK(key, ALGORITHMS[key.kty]).catch(() => undefined);
  if (!(imported instanceof CryptoKey)) return 'The key cannot be read: a member of it is missing or wrong';
  const { algorithm } = imported;
  return 'modulusLength' in algorithm && algorithm.modulusLength < RSA_BITS_MIN
    ? `An RSA key should have at least ${RSA_BITS_MIN} bits`
    : undefined;
}

/** @throws InvalidError naming each key that no signature could be verified with */
export async function requireUsable({ keys }: Jwks): Promise<void> {
  const found = await Promise.all(keys.map(faultOf));
  const faults = found.flatMap((msg, n): Fault[] =>
    msg ? [{ loc: ['body', 'jwks', 'keys', n], msg, type: 'value_error' }] : [],
  );
  if (faults.length > 0) throw new InvalidError(faults);
}

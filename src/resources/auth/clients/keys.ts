import { importJWK } from 'jose';
import { type Fault, InvalidError } from '../../../errors';
import { ALGORITHMS } from './rules';
import type { Jwks, PublicKey } from './schemas';

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

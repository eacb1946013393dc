// Keys of programs.
import { generateKeyPairSync, randomUUID } from 'node:crypto';

/** @returns `jwks` to register, and the private `key` */
export function keyPair(type, options) {
  const { publicKey, privateKey } = generateKeyPairSync(type, options);
  const kid = randomUUID();
  const jwk = (key) => ({ ...key.export({ format: 'jwk' }), kid });
  return { jwks: { keys: [jwk(publicKey)] }, key: jwk(privateKey) };
}

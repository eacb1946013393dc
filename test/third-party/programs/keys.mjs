// Keys as a program makes them: the private half stays with it.
import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';

const PAIRS = {
  ES384: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  RS384: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
};

/** @param alg ES384 or RS384 */
export function makeKey(alg) {
  const { privateKey, publicKey } = PAIRS[alg]();
  const named = { kid: randomUUID(), alg, use: 'sig' };
  const jwk = (key) => ({ ...key.export({ format: 'jwk' }), ...named });
  return { privateJwk: jwk(privateKey), publicJwk: jwk(publicKey) };
}

const encoded = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An assertion of SMART Backend Services, which has no `iat`. */
export function signAssertion({ privateJwk }, client, aud) {
  const { kid, alg } = privateJwk;
  const claims = { iss: client, sub: client, aud, exp: Math.round(Date.now() / 1000) + 300, jti: randomUUID() };
  const signed = `${encoded({ typ: 'JWT', alg, kid })}.${encoded(claims)}`;
  const key = createPrivateKey({ key: privateJwk, format: 'jwk' });
  const signature = sign('sha384', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

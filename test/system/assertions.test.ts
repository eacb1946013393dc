// Attacks on POST /auth/token by assertions that are forged: the endpoint is asked as a client that was registered as an admin does it.
// How it answers assertions that are merely wrong is in test/resources/token-assertions.test.ts.
import { base64url, type JWTPayload, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, testEnv, tokenOf } from '../support/client';
import { askToken, asserted, claimsOf, newKey } from '../support/clients';
import { create } from '../support/factories';
import { count } from '../support/rows';

type Key = Awaited<ReturnType<typeof newKey>>;

const REFUSED = { error: 'invalid_client', error_description: 'Client authentication failed' };

describe('Assertions', () => {
  let rsa: Key;
  let ec: Key;
  let other: Key;
  let client_id: string;
  let others_id: string;
  beforeAll(async () => {
    [rsa, ec, other] = await Promise.all([newKey('RS384'), newKey('ES384'), newKey('ES384')]);
    const register = async (keys: Key['jwk'][]) => {
      const json = { name: 'Attacked', scope: 'system/Patient.cruds', jwks: { keys } };
      return (await create('/auth/clients', json, { as: 'admin' })).client_id;
    };
    client_id = await register([rsa.jwk, ec.jwk]);
    others_id = await register([other.jwk]);
  });

  const claims = (given: object = {}): JWTPayload => ({ ...claimsOf(client_id), ...given });
  const encoded = (part: unknown) => base64url.encode(JSON.stringify(part));
  /** Any header and payload with a signature of any bytes. */
  const raw = (header: object, payload: unknown, signature = 'AAAA') =>
    `${encoded(header)}.${encoded(payload)}.${signature}`;
  const hmac = (alg: string, secret: string) =>
    new SignJWT(claims()).setProtectedHeader({ alg, kid: rsa.jwk.kid }).sign(new TextEncoder().encode(secret));
  const ofKey = async (alg: 'RS256' | 'PS384', given: object = {}) => {
    const pkcs8 = await crypto.subtle.exportKey('pkcs8', rsa.privateKey);
    const name = alg === 'PS384' ? 'RSA-PSS' : 'RSASSA-PKCS1-v1_5';
    const hash = alg === 'PS384' ? 'SHA-384' : 'SHA-256';
    const key = await crypto.subtle.importKey('pkcs8', pkcs8 as ArrayBuffer, { name, hash }, false, ['sign']);
    return new SignJWT(claims()).setProtectedHeader({ alg, kid: rsa.jwk.kid, ...given }).sign(key);
  };

  it('that are made as the forged ones are taken, but for what is forged', async () => {
    for (const { sign } of [rsa, ec]) expect((await askToken(asserted(await sign(claims())))).status).toBe(200);
    expect((await askToken(asserted(await other.sign(claimsOf(others_id))))).status).toBe(200);
  });

  it.each<[string, () => Promise<string> | string]>([
    ['alg none', () => raw({ alg: 'none', kid: rsa.jwk.kid }, claims(), '')],
    ['alg none in other letters', () => raw({ alg: 'NoNe', kid: rsa.jwk.kid }, claims(), '')],
    ['HS256 with the public key as the secret', () => hmac('HS256', JSON.stringify(rsa.jwk))],
    ['HS384 with the modulus as the secret', () => hmac('HS384', String(rsa.jwk.n))],
    ['HS256 with the secret of the service', () => hmac('HS256', testEnv.JWT_SECRET)],
    ['RS256 by the right key', () => ofKey('RS256')],
    ['PS384 by the right key', () => ofKey('PS384')],
    ['RS384 with the kid of the EC key', () => rsa.sign(claims(), { kid: ec.jwk.kid })],
    ['ES384 with the kid of the RSA key', () => ec.sign(claims(), { kid: rsa.jwk.kid })],
    [
      'the header of RS384 on a signature by ES384',
      async () => {
        const [, payload, signature] = (await ec.sign(claims())).split('.');
        return `${encoded({ alg: 'RS384', kid: rsa.jwk.kid })}.${payload}.${signature}`;
      },
    ],
    [
      'a signature of zeros (CVE-2022-21449)',
      () => raw({ alg: 'ES384', kid: ec.jwk.kid }, claims(), base64url.encode(new Uint8Array(96))),
    ],
    ['an empty signature', () => raw({ alg: 'ES384', kid: ec.jwk.kid }, claims(), '')],
    ['a key of another client, and its kid', () => other.sign(claims())],
    ['a key of another client, with a kid of this one', () => other.sign(claims(), { kid: ec.jwk.kid })],
    ['the own key, in the name of another client', () => ec.sign(claimsOf(others_id))],
    ['the own key and kid of another client', () => ec.sign(claimsOf(others_id), { kid: other.jwk.kid })],
    ['its key in the header', () => other.sign(claims(), { jwk: other.jwk })],
    [
      'the address of its key',
      () => other.sign(claims(), { jku: 'https://evil.example/jwks', x5u: 'https://evil.example/x' }),
    ],
    ['a certificate of its key', () => other.sign(claims(), { x5c: ['MIIB'], kid: ec.jwk.kid })],
    ['a kid that is a path', () => ec.sign(claims(), { kid: '../../dev/null' })],
    ['a kid of Object.prototype', () => ec.sign(claims(), { kid: '__proto__' })],
    ['an access token of an admin', () => tokenOf('admin')],
    ['text of 20,000 characters', () => 'a.'.repeat(10_000)],
    ['an issuer that is a list', () => ec.sign(claims({ iss: [client_id] }))],
    ['an issuer that is an object', () => ec.sign(claims({ iss: { id: client_id } }))],
    ['an issuer that is a number', () => ec.sign(claims({ iss: 7 }))],
    ['an issuer that is true', () => ec.sign(claims({ iss: true }))],
    ['an issuer that is null', () => ec.sign(claims({ iss: null }))],
    ['an issuer that is half a character', () => ec.sign(claims({ iss: '\ud800' }))],
    ['an issuer with a NUL behind it', () => ec.sign(claims({ iss: `${client_id}\0` }))],
    ['an issuer in capitals', () => ec.sign(claims({ iss: client_id.toUpperCase(), sub: client_id.toUpperCase() }))],
    ['an issuer of 10,000 characters', () => ec.sign(claims({ iss: 'x'.repeat(10_000) }))],
    ['a payload that is a list', () => raw({ alg: 'ES384', kid: ec.jwk.kid }, [claims()])],
    ['a payload that is null', () => raw({ alg: 'ES384', kid: ec.jwk.kid }, null)],
  ])('are refused with %s, and nobody learns whose it is', async (_, forge) => {
    const refused = await askToken(asserted(await forge()));
    expect([refused.status, refused.body]).toEqual([401, REFUSED]);
  });

  it.each<[string, object]>([
    ['a list of audiences without this one', { aud: ['https://a.example', 'https://b.example'] }],
    ['the audience as a beginning', { aud: 'http://localhost/auth/token/more' }],
    ['the beginning of the audience', { aud: 'http://localhost/auth' }],
    ['the address of the login', { aud: 'http://localhost/auth/login' }],
    ['the audience in capitals', { aud: 'HTTP://LOCALHOST/AUTH/TOKEN' }],
    ['an audience that is an object', { aud: { 0: 'http://localhost/auth/token' } }],
    ['an expiry that is a text', { exp: '9999999999' }],
    ['an expiry beyond all numbers', { exp: 1e300 }],
    ['an expiry before all time', { exp: -1 }],
    ['a subject that is a list', { sub: [] }],
    ['a jti that is a list', { jti: ['a'] }],
    ['a jti that is an object', { jti: {} }],
    ['an iat that is a text', { iat: 'now' }],
    ['an iat beyond all numbers', { iat: 1e300 }],
  ])('are refused with %s, although the key is right', async (_, given) => {
    const refused = await askToken(asserted(await ec.sign(claims(given))));
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client']);
  });

  it('open once what twenty send at once, and nothing as an access token', async () => {
    const assertion = await ec.sign(claims());
    const answers = await Promise.all(Array.from({ length: 20 }, () => askToken(asserted(assertion))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await count('login_session WHERE user_id = ? AND revoked_at IS NULL', client_id)).toBe(1);
    const headers = { authorization: `Bearer ${await ec.sign(claims())}` };
    expect((await call('GET', '/patient/', { as: null, headers })).status).toBe(401);
  });
});

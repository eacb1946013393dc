import { SignJWT, UnsecuredJWT } from 'jose';
import { sha256 } from '../../src/rules/sha256';
import { testEnv, tokenOf } from './client';
import { actorOf } from './users';

interface Forgery {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  secret?: string;
  /** By default the id of the right key, so that only what is forged makes the token invalid. */
  kid?: string;
}

/** An admin's valid token, except for what is given. A claim or header that is undefined is left out. */
async function forge({ claims, header, secret = testEnv.JWT_SECRET, kid }: Forgery = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    role: 'admin',
    iss: 'hospital-service',
    aud: 'hospital-portal',
    sub: actorOf('admin').id,
    iat: now,
    exp: now + 60,
    jti: crypto.randomUUID(),
    ...claims,
  };
  const id = kid ?? (await sha256(testEnv.JWT_SECRET)).slice(0, 16);
  return new SignJWT(JSON.parse(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: id, ...header })
    .sign(new TextEncoder().encode(secret));
}

const encoded = (header: object) => Buffer.from(JSON.stringify(header)).toString('base64url');
const OWN_KEY = { kty: 'oct', k: Buffer.from('y'.repeat(44)).toString('base64url') };
const future = () => Math.floor(Date.now() / 1000) + 3_600;
const past = () => Math.floor(Date.now() / 1000) - 60;

/** A token with the right key and whatever header, which the library would not sign. */
async function signed(header: object, claims: string): Promise<string> {
  const secret = new TextEncoder().encode(testEnv.JWT_SECRET);
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const text = `${encoded(header)}.${claims}`;
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text));
  return `${text}.${Buffer.from(signature).toString('base64url')}`;
}

/** A valid token, made as the forged ones are: where it is refused, they prove nothing. */
export async function goodCredentials(): Promise<string[]> {
  const kid = (await sha256(testEnv.JWT_SECRET)).slice(0, 16);
  const claims = (await tokenOf('admin')).split('.')[1] ?? '';
  return [await forge(), await signed({ alg: 'HS256', typ: 'at+jwt', kid }, claims)].map((token) => `Bearer ${token}`);
}

/** Authorization headers that must be refused, by what is wrong with them. */
export async function badCredentials(): Promise<Record<string, string>> {
  const right = await tokenOf('admin');
  const long = 'x'.repeat(20_000);
  const [head = '', claims = '', signature = ''] = right.split('.');
  const kid = (await sha256(testEnv.JWT_SECRET)).slice(0, 16);
  const unsigned = new UnsecuredJWT({ role: 'admin' }).setSubject(actorOf('admin').id);
  const tokens = {
    'another secret': await forge({ secret: 'x'.repeat(44) }),
    'an unknown key id': await forge({ kid: 'f'.repeat(16) }),
    'an expired token': await forge({ claims: { exp: past(), iat: past() - 60 } }),
    'another issuer': await forge({ claims: { iss: 'someone' } }),
    'another audience': await forge({ claims: { aud: 'someone' } }),
    'another type': await forge({ header: { typ: 'JWT' } }),
    'another algorithm': await forge({ header: { alg: 'HS512' } }),
    'no expiry': await forge({ claims: { exp: undefined } }),
    'no jti': await forge({ claims: { jti: undefined } }),
    'no subject': await forge({ claims: { sub: undefined } }),
    'an unknown role': await forge({ claims: { role: 'root' } }),
    'a role of Object.prototype': await forge({ claims: { role: 'constructor' } }),
    'alg none': unsigned.setIssuer('hospital-service').setAudience('hospital-portal').setExpirationTime('1h').encode(),
    'a signature cut short': right.slice(0, -2),
    'another payload': right.replace(/\.(.)/, (_, first) => `.${first === 'e' ? 'f' : 'e'}`),
    'a critical header that nobody knows': await signed(
      { alg: 'HS256', typ: 'at+jwt', kid, crit: ['x'], x: 1 },
      claims,
    ),
    'a payload that is not encoded': await signed(
      { alg: 'HS256', typ: 'at+jwt', kid, crit: ['b64'], b64: false },
      claims,
    ),
    'no key id': await signed({ alg: 'HS256', typ: 'at+jwt' }, claims),
    'a token that is not valid yet': await forge({ claims: { nbf: future() } }),
    'an expiry that is a text': await forge({ claims: { exp: '9999999999' } }),
    'a list of roles': await forge({ claims: { role: ['admin'] } }),
    'a list of audiences without this one': await forge({ claims: { aud: ['someone', 'else'] } }),
    'a subject that is a number': await forge({ claims: { sub: 7 } }),
    'a list of subjects': await forge({ claims: { sub: [actorOf('admin').id] } }),
    'a subject that is no account’s id': await forge({ claims: { sub: 'admin' } }),
    'an empty subject': await forge({ claims: { sub: '' } }),
    'an empty secret': await forge({ secret: ' ' }),
    'the key inside the token': await forge({ secret: 'y'.repeat(44), header: { jwk: OWN_KEY } }),
    'the address of a key': await forge({ secret: 'y'.repeat(44), header: { jku: 'https://evil.example/keys' } }),
    'an algorithm of public keys': [encoded({ alg: 'RS256', typ: 'at+jwt' }), claims, signature].join('.'),
    'alg none in other letters': [encoded({ alg: 'nOnE', typ: 'at+jwt' }), claims, ''].join('.'),
    'no signature': `${head}.${claims}.`,
    'the signature of another token': [head, claims, (await tokenOf('staff')).split('.')[2]].join('.'),
    'a very long token': long,
    'a very long signature': right + long,
    'a refresh token': Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url'),
    'a text that is not a JWT': 'abc',
    'three dots': '...',
  };
  return {
    ...Object.fromEntries(Object.entries(tokens).map(([what, token]) => [what, `Bearer ${token}`])),
    'another scheme': `Basic ${btoa('admin:admin')}`,
    'no token': 'Bearer',
    'a token without a scheme': right,
    'two tokens': `Bearer ${right} ${right}`,
  };
}

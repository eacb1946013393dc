import { memorySession, type SessionStore } from './session.ts';

/** A private key as a JWK, P-384 for ES384 or RSA for RS384, with the `kid` by which its public half is registered. */
export interface PrivateJwk extends JsonWebKey {
  kty: string;
  kid: string;
}

type Proof = { client_secret: string } | { key: PrivateJwk } | { key: CryptoKey; kid: string };

/** What `POST /auth/clients` has answered, or the private half of a key that was registered there. */
export type ClientCredentials = Proof & {
  client_id: string;
  /** Of what the program may do, what this client needs: `system/Patient.rs system/Appointment.crus`; all of it by default */
  scope?: string;
  /**
   * Address of `POST /auth/token` as the service knows it, which an assertion names: where it is another one than by `baseUrl`, as
   * of a service binding
   */
  token_url?: string;
};

/** Half of the 5 minutes that an assertion may last, in seconds: a clock may be wrong by so much, either way. */
const LIFETIME = 150;

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const algorithmOf = (isRsa: boolean) => ({
  name: isRsa ? 'RSASSA-PKCS1-v1_5' : 'ECDSA',
  namedCurve: 'P-384',
  hash: 'SHA-384',
});

/** A JWT that gets one token (RFC 7523, SMART's asymmetric authentication). */
async function assertionOf(client_id: string, key: PrivateJwk | CryptoKey, kid: string, aud: string): Promise<string> {
  const isRsa = 'kty' in key ? key.kty === 'RSA' : key.algorithm.name !== 'ECDSA';
  const algorithm = algorithmOf(isRsa);
  const signer = 'kty' in key ? await crypto.subtle.importKey('jwk', key, algorithm, false, ['sign']) : key;
  const exp = Math.floor(Date.now() / 1000) + LIFETIME;
  const text = new TextEncoder();
  const signed = [
    { alg: isRsa ? 'RS384' : 'ES384', kid, typ: 'JWT' },
    { iss: client_id, sub: client_id, aud, exp, jti: crypto.randomUUID() },
  ]
    .map((part) => base64url(text.encode(JSON.stringify(part))))
    .join('.');
  const signature = await crypto.subtle.sign(algorithm, signer, text.encode(signed));
  return `${signed}.${base64url(new Uint8Array(signature))}`;
}

const tokenUrlOf = (baseUrl: string) =>
  new URL(`${baseUrl.replace(/\/$/, '')}/auth/token`, globalThis.location?.href).href;

/**
 * The session of a program that has been registered, as the option `session` of `createHospital`: it gets a token before the first
 * call, and another one before that ends. Nothing is kept but in memory.
 * @throws TypeError if one of them is missing, as where a variable of the environment is not set
 */
export function clientCredentials(credentials: ClientCredentials): SessionStore {
  const { client_id, scope, token_url } = credentials;
  if (!client_id || !('key' in credentials ? credentials.key : credentials.client_secret))
    throw new TypeError('clientCredentials needs a client_id, and a client_secret or a key');

  async function proofFor(baseUrl: string): Promise<Record<string, string>> {
    if (!('key' in credentials)) return { client_id, client_secret: credentials.client_secret };
    const { key } = credentials;
    const kid = 'kid' in credentials ? credentials.kid : credentials.key.kid;
    return {
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await assertionOf(client_id, key, kid, token_url ?? tokenUrlOf(baseUrl)),
    };
  }

  return {
    ...memorySession(),
    grant: async (baseUrl) => ({
      grant_type: 'client_credentials',
      ...(scope !== undefined && { scope }),
      ...(await proofFor(baseUrl)),
    }),
  };
}

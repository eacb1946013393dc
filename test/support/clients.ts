import { env } from 'cloudflare:workers';
import { exportJWK, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';
import { CLIENT_ROLE } from '../../src/auth/permissions';
import { newOpaqueToken } from '../../src/auth/tokens';
import type { PublicKeys } from '../../src/db/schema/client';
import { sha256 } from '../../src/rules/sha256';
import { type CallOptions, call } from './client';
import { keepOutOfLogs } from './log-watch';
import { insertUser } from './users';

interface Given {
  scope?: string;
  secret?: string;
  /** stored as they are */
  jwks?: { keys: object[] } | null;
  /** epoch milliseconds */
  expires_at?: number | null;
}

export interface TestClient {
  client_id: string;
  /** right, unless the client has `jwks` */
  client_secret: string;
}

/** Inserts a program and its account directly into D1; with a secret, unless `jwks` are given. */
export async function insertClient({ scope = 'system/*.rs', jwks = null, ...given }: Given = {}): Promise<TestClient> {
  const { secret = `hs_${newOpaqueToken()}`, expires_at = null } = given;
  const client_id = crypto.randomUUID();
  await insertUser(CLIENT_ROLE, { id: client_id, email: `client:${client_id}`, password_hash: '' });
  keepOutOfLogs({ secret });
  await env.DB.prepare(
    `INSERT INTO client (id, version, created_at, updated_at, name, scope, expires_at, secret_hash, jwks)
     VALUES (?, 1, 0, 0, 'Test User', ?, ?, ?, ?)`,
  )
    .bind(client_id, scope, expires_at, jwks ? null : await sha256(secret), jwks && JSON.stringify(jwks))
    .run();
  return { client_id, client_secret: secret };
}

type Form = Record<string, string> | [string, string][];

/** Asks for a token by a form that has `grant_type`, unless that is given. */
export const askToken = (form: Form, options: CallOptions = {}) =>
  call('POST', '/auth/token', {
    ...{
      as: null,
      body: new URLSearchParams(Array.isArray(form) ? form : { grant_type: 'client_credentials', ...form }),
    },
    ...options,
  });

/** HTTP Basic, encoded as RFC 6749 2.3.1 has it. */
export const basic = ({ client_id, client_secret }: TestClient) => ({
  authorization: `Basic ${btoa(`${encodeURIComponent(client_id)}:${encodeURIComponent(client_secret)}`)}`,
});

/** A key of a program: what it registers, and what it signs by it. */
export async function newKey(alg: 'ES384' | 'RS384' = 'ES384', kid: string = crypto.randomUUID()) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const { n, e, x, y } = await exportJWK(publicKey);
  const jwk: PublicKeys['keys'][number] =
    alg === 'ES384' ? { kty: 'EC', crv: 'P-384', x, y, kid, alg } : { kty: 'RSA', n, e, kid, alg };
  const sign = (claims: JWTPayload, header: Partial<JWTHeaderParameters> = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT', ...header }).sign(privateKey);
  return { jwk, jwks: { keys: [jwk] }, sign, privateKey };
}

export const seconds = () => Math.floor(Date.now() / 1000);

/** What an assertion of the client says, by default. */
export const claimsOf = (client_id: string): JWTPayload => ({
  ...{ iss: client_id, sub: client_id, aud: 'http://localhost/auth/token' },
  ...{ exp: seconds() + 300, jti: crypto.randomUUID() },
});

export const asserted = (client_assertion: string): Record<string, string> => ({
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion,
});

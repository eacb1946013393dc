import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { app } from '../../src/app';
import { ROLE_PERMISSIONS, ROLES } from '../../src/auth/permissions';
import { sha256 } from '../../src/auth/tokens';
import { operationsOf } from '../../src/http/openapi';
import { type CallOptions, call, testEnv, tokenOf } from '../support/client';
import { actorOf } from '../support/users';

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

const past = () => Math.floor(Date.now() / 1000) - 60;

/** Authorization headers that must be refused, by what is wrong with them. */
async function badCredentials(): Promise<Record<string, string>> {
  const right = await tokenOf('admin');
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

async function expect401(method: string, path: string, options: CallOptions, what: string): Promise<void> {
  const { status, headers, body } = await call(method, path, { ...options, as: null });
  expect(status, what).toBe(401);
  expect(headers.get('www-authenticate'), what).toMatch(/^Bearer/);
  expect(body, what).toEqual({ detail: expect.any(String) });
}

const protectedOperations = operationsOf(app.routes).flatMap(({ method, path, spec }) =>
  spec.permission ? [[method.toUpperCase(), path, spec] as const] : [],
);

describe.each(protectedOperations)('%s %s', (method, template, spec) => {
  // Every input is invalid: an answer other than 401 and 403 shows that permissions were checked, and checked first.
  const path = `${template.replace(/\{\w+\}/g, 'wrong')}?limit=wrong&view=wrong`;
  const wrong: CallOptions = spec.json ? { json: 'not an object' } : {};

  it('answers 401 without a valid token, before it checks anything else', async () => {
    await expect401(method, path, wrong, 'no header');
    for (const [what, authorization] of Object.entries(await badCredentials())) {
      await expect401(method, path, { ...wrong, headers: { authorization } }, what);
    }
  });

  it.each(ROLES)('answers 403 to %s exactly when the role table says so, before it validates', async (role) => {
    const allowed = spec.permission === 'account' || (spec.permission && ROLE_PERMISSIONS[role].has(spec.permission));
    const { status } = await call(method, path, { ...wrong, as: role });
    if (!allowed) return expect(status).toBe(403);
    expect([200, 400, 404, 411, 415, 422]).toContain(status);
    if (spec.param || spec.json) expect(status).toBe(422);
  });
});

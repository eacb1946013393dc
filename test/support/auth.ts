import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { app } from '../../src/app';
import { ROLE_PERMISSIONS, ROLES } from '../../src/auth/permissions';
import { sha256 } from '../../src/auth/tokens';
import { operationsOf } from '../../src/http/openapi';
import { type CallOptions, call, testEnv, tokenOf } from './client';
import { actorOf } from './users';

interface Forgery {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  secret?: string;
  /** kept by default: whatever is wrong, it is not the key's name */
  kid?: string;
}

/** An admin's token, right but for what is given. A claim or header that is undefined is left out. */
export async function forge({ claims, header, secret = testEnv.JWT_SECRET, kid }: Forgery = {}): Promise<string> {
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

/** Authorization headers that must not be accepted, by what is wrong with them. */
export async function badCredentials(): Promise<Record<string, string>> {
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
    'a cut signature': right.slice(0, -2),
    'another payload': right.replace(/\.(.)/, (_, first) => `.${first === 'e' ? 'f' : 'e'}`),
    'no JWT': 'abc',
    'three dots': '...',
  };
  return {
    ...Object.fromEntries(Object.entries(tokens).map(([what, token]) => [what, `Bearer ${token}`])),
    'another scheme': `Basic ${btoa('admin:admin')}`,
    'no token': 'Bearer',
    'the bare token': right,
    'two tokens': `Bearer ${right} ${right}`,
  };
}

const protectedOperations = () => operationsOf(app.routes).filter(({ spec }) => spec.permission);

/** A request that is wrong in every input, so that an answer other than 401 and 403 shows they were passed, and first. */
function wrongInput(spec: ReturnType<typeof operationsOf>[number]['spec']): CallOptions {
  return spec.json ? { json: 'not an object' } : {};
}

async function expect401(method: string, path: string, options: CallOptions, what: string): Promise<void> {
  const { status, headers, body } = await call(method, path, { ...options, as: null });
  expect(status, what).toBe(401);
  expect(headers.get('www-authenticate'), what).toMatch(/^Bearer/);
  expect(body, what).toEqual({ detail: expect.any(String) });
}

/** The auth tests of every route that needs a permission, whatever routes there are. */
export function describeAuth(): void {
  describe.each(protectedOperations())('$method $path', ({ method, path: template, spec }) => {
    const verb = method.toUpperCase();
    const path = `${template.replace(/\{\w+\}/g, 'wrong')}?limit=wrong&view=wrong`;
    const wrong = wrongInput(spec);

    it('answers 401 without a valid token, before anything else', async () => {
      await expect401(verb, path, wrong, 'no header');
      for (const [what, authorization] of Object.entries(await badCredentials())) {
        await expect401(verb, path, { ...wrong, headers: { authorization } }, what);
      }
    });

    it.each(ROLES)('answers 403 to %s exactly when the role table says so, before 422', async (role) => {
      const allowed = spec.permission === 'account' || (spec.permission && ROLE_PERMISSIONS[role].has(spec.permission));
      const { status } = await call(verb, path, { ...wrong, as: role });
      if (!allowed) return expect(status).toBe(403);
      expect([200, 400, 404, 411, 415, 422]).toContain(status);
      if (spec.param || spec.json) expect(status).toBe(422);
    });
  });
}

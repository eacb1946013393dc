import { env } from 'cloudflare:workers';
import { randomBytes, scryptSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/auth/tokens';
import { type CallOptions, call, ok, testEnv } from '../support/client';
import { unique } from '../support/input';
import { insertUser } from '../support/users';

const PASSWORD = 'correct horse';
const USER_KEYS = ['created_at', 'email', 'full_name', 'id', 'phone_number', 'type', 'username'];
const email = () => `${unique('Nina')}@Example.org`;
const signup = (body: object, options: CallOptions = {}) =>
  call('POST', '/auth/signup', { ...options, as: null, json: body });
const login = (body: object, options: CallOptions = {}) =>
  call('POST', '/auth/login', { ...options, as: null, json: body });
const form = (fields: Record<string, string>) =>
  call('POST', '/auth/login', {
    as: null,
    body: new URLSearchParams(fields),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const storedHash = (id: string) =>
  env.DB.prepare('SELECT password_hash FROM user WHERE id = ?').bind(id).first<string>('password_hash');

describe('POST /auth/signup', () => {
  it('answers 200 with the account, exactly', async () => {
    const address = email();
    const { status, body } = await signup({ email: address, password: PASSWORD, full_name: 'Nina Ødegård' });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(USER_KEYS);
    expect(body).toMatchObject({
      email: address,
      full_name: 'Nina Ødegård',
      username: address,
      phone_number: null,
      type: 'staff',
    });
    expect(new Date(body.created_at).toISOString()).toBe(body.created_at);
    const audit = await env.DB.prepare('SELECT action, entity, version FROM audit WHERE entity_id = ?')
      .bind(body.id)
      .all();
    expect(audit.results).toEqual([{ action: 'create', entity: 'user', version: 1 }]);
  });

  it('stores a salted scrypt hash with its parameters, and no password', async () => {
    const [a, b] = await Promise.all([1, 2].map(() => signup({ email: email(), password: PASSWORD, full_name: 'N' })));
    const hash = await storedHash(a?.body.id);
    expect(hash).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w-]{22}\$[\w-]{43}$/);
    expect(await storedHash(b?.body.id)).not.toBe(hash);
    expect(JSON.stringify(a?.body)).not.toMatch(/password|scrypt/);
  });

  it('answers 409 for an e-mail that has an account, whatever its case', async () => {
    const address = email();
    await signup({ email: address, password: PASSWORD, full_name: 'N' });
    for (const same of [address, address.toUpperCase(), address.toLowerCase()]) {
      const { status, body } = await signup({ email: same, password: 'another one', full_name: 'N' });
      expect(status).toBe(409);
      expect(body).toEqual({ detail: expect.any(String) });
    }
  });

  it('makes one account of five equal requests at once', async () => {
    const body = { email: email(), password: PASSWORD, full_name: 'N' };
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => signup(body)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409, 409, 409, 409]);
  });

  it('answers 400 with every fault for invalid data', async () => {
    const { status, body } = await signup({ email: 'no address', password: 'short' });
    expect(status).toBe(400);
    expect(body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [loc.join('.'), type])).toEqual([
      ['body.email', 'value_error'],
      ['body.password', 'string_too_short'],
      ['body.full_name', 'missing'],
    ]);
  });

  it.each([
    ['email', ['', 'a', 'a@b', '@b.co', 'a@b.', 'a b@c.co', 'a@b@c.co', `${'a'.repeat(200)}@b.co`]],
    ['password', ['1234567', 'x'.repeat(129), '🔒🔒🔒🔒']],
    ['full_name', ['', 'x'.repeat(201)]],
  ])('answers 400 for a bad %s', async (field, values) => {
    for (const value of values) {
      const { status, body } = await signup({ email: email(), password: PASSWORD, full_name: 'N', [field]: value });
      expect(status, value).toBe(400);
      expect(
        body.detail.map(({ loc }: { loc: string[] }) => loc),
        value,
      ).toContainEqual(['body', field]);
    }
  });

  it('gives the role of SIGNUP_ROLE; none may do nothing but see itself', async () => {
    const address = email();
    const made = await signup({ email: address, password: PASSWORD, full_name: 'N' }, { env: { SIGNUP_ROLE: 'none' } });
    expect(made.body.type).toBe('none');
    const { access_token } = (await login({ email: address, password: PASSWORD })).body;
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await call('GET', '/auth/users/me', { headers })).body).toEqual(made.body);
    for (const path of ['/patient/', '/department/', '/auth/users'])
      expect((await call('GET', path, { headers })).status).toBe(403);
  });
});

describe('POST /auth/login', () => {
  it('answers the tokens, and the refresh token as a cookie too', async () => {
    const user = await insertUser('staff', { password: PASSWORD });
    const { status, body, headers } = await login({ email: user.email.toUpperCase(), password: PASSWORD });
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 900,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    });
    const [pair, ...attributes] = (headers.get('set-cookie') ?? '').split('; ');
    expect(pair).toBe(`refresh_token=${body.refresh_token}`);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/auth', 'SameSite=Strict', 'Secure']);

    const { iat, exp, ...claims } = decodeJwt(body.access_token);
    const jti = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(claims).toEqual({ iss: 'hospital-service', aud: 'hospital-portal', sub: user.id, role: 'staff', jti });
    expect(Number(exp) - Number(iat)).toBe(900);
    const kid = (await sha256(testEnv.JWT_SECRET)).slice(0, 16);
    expect(decodeProtectedHeader(body.access_token)).toEqual({ alg: 'HS256', typ: 'at+jwt', kid });
    expect(
      await ok('GET', '/auth/users/me', { headers: { authorization: `bearer ${body.access_token}` } }),
    ).toMatchObject({ id: user.id });

    const tokens = await env.DB.prepare('SELECT token_hash FROM refresh_token').all();
    expect(JSON.stringify(tokens.results)).not.toContain(body.refresh_token);
    expect(tokens.results).toContainEqual({ token_hash: await sha256(body.refresh_token) });
  });

  it('takes the OAuth 2.0 password form', async () => {
    const user = await insertUser('billing', { password: PASSWORD });
    const answer = await form({ grant_type: 'password', username: user.email, password: PASSWORD, scope: '' });
    expect(answer.status).toBe(200);
    expect(answer.body.token_type).toBe('bearer');
    expect((await form({ username: user.email, password: 'wrong' })).status).toBe(401);
    const invalid = await form({ grant_type: 'client_credentials', password: PASSWORD });
    expect(invalid.status).toBe(422);
    expect(invalid.body.detail.map(({ loc }: { loc: string[] }) => loc.join('.'))).toEqual([
      'body.grant_type',
      'body.username',
    ]);
  });

  it('tells no wrong password from an unknown account, by answer, work or time', async () => {
    const user = await insertUser('staff', { password: PASSWORD });
    const began = Date.now();
    const unknown = await login({ email: email(), password: PASSWORD });
    const took = Date.now() - began;
    const wrong = await login({ email: user.email, password: 'wrong' });
    expect([unknown.status, wrong.status]).toEqual([401, 401]);
    expect(unknown.body).toEqual(wrong.body);
    expect(unknown.cost.statements).toBe(wrong.cost.statements);
    expect(took, 'scrypt is run for nobody too').toBeGreaterThan(20);
  });

  it('answers 422 for a body without e-mail or password', async () => {
    const { status, body } = await login({ email: 5 });
    expect(status).toBe(422);
    expect(body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [...loc, type])).toEqual([
      ['body', 'email', 'string_type'],
      ['body', 'password', 'missing'],
    ]);
  });

  it('takes a password in any Unicode normal form', async () => {
    const user = await insertUser('staff', { password: 'pässword' });
    expect((await login({ email: user.email, password: 'pa\u0308ssword' })).status).toBe(200);
  });

  it('hashes again at login when the parameters were other ones', async () => {
    const salt = randomBytes(16);
    const hash = scryptSync(PASSWORD, salt, 32, { N: 2 ** 12, r: 8, p: 1 });
    const password_hash = `$scrypt$ln=12,r=8,p=1$${salt.toString('base64url')}$${hash.toString('base64url')}`;
    const user = await insertUser('staff', { password_hash });
    expect((await login({ email: user.email, password: 'wrong' })).status).toBe(401);
    expect(await storedHash(user.id)).toBe(password_hash);
    expect((await login({ email: user.email, password: PASSWORD })).status).toBe(200);
    expect(await storedHash(user.id)).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$/);
    expect((await login({ email: user.email, password: PASSWORD })).status).toBe(200);
  });

  it.each(['', 'no hash', '$2b$12$abc', '$scrypt$ln=14,r=8,p=5$$'])(
    'takes no password for the stored hash %j',
    async (password_hash) => {
      const user = await insertUser('staff', { password_hash });
      for (const password of ['', PASSWORD]) expect((await login({ email: user.email, password })).status).toBe(401);
    },
  );
});

import { randomBytes, scryptSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/rules/sha256';
import { type Body, call, duplicate, faults, ok, refusal, testEnv } from '../support/client';
import { setCookies } from '../support/cookies';
import { unique } from '../support/input';
import { logIn, passwordsHashed, refresh, signUp } from '../support/logins';
import { operationNamed } from '../support/openapi';
import { row, rows } from '../support/rows';
import { insertUser } from '../support/users';

const PASSWORD = 'correct horse';
const USER_KEYS = ['created_at', 'email', 'full_name', 'id', 'pending_type', 'phone_number', 'type', 'username'];
const email = () => `${unique('Nina')}@Example.org`;
const form = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  call('POST', '/auth/login', {
    as: null,
    body: new URLSearchParams(fields),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const storedHash = async (id: string) => (await row('SELECT password_hash FROM user WHERE id = ?', id))?.password_hash;

describe('POST /auth/signup', () => {
  it('answers 200 with the account and nothing else', async () => {
    const address = email();
    const { status, body } = await signUp({ email: address, password: PASSWORD, full_name: 'Nina Ødegård' });
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
    const audit = await rows('SELECT action, entity, version FROM audit WHERE entity_id = ?', body.id);
    expect(audit).toEqual([{ action: 'create', entity: 'user', version: 1 }]);
  });

  it('stores a salted scrypt hash with its parameters instead of the password', async () => {
    const [a, b] = await Promise.all([1, 2].map(() => signUp({ email: email(), password: PASSWORD, full_name: 'N' })));
    const hash = await storedHash(a?.body.id);
    expect(hash).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/);
    expect(await storedHash(b?.body.id)).not.toBe(hash);
    expect(JSON.stringify(a?.body)).not.toMatch(/password|scrypt/);
  });

  it('answers 409 for the e-mail of another account, in any letter case', async () => {
    const address = email();
    await signUp({ email: address, password: PASSWORD, full_name: 'N' });
    for (const same of [address, address.toUpperCase(), address.toLowerCase()]) {
      const { status, body } = await signUp({ email: same, password: 'another one', full_name: 'N' });
      expect(status).toBe(409);
      expect(body).toEqual(duplicate('email'));
    }
  });

  it('creates one account from five equal requests at the same time', async () => {
    const body = { email: email(), password: PASSWORD, full_name: 'N' };
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => signUp(body)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409, 409, 409, 409]);
  });

  it('answers 400 to invalid data and names every fault', async () => {
    const answer = await signUp({ email: 'no address', password: 'short' });
    expect(answer.status).toBe(400);
    expect(answer.body.detail.map(({ loc }: Body) => loc[0])).toEqual(['body', 'body', 'body']);
    expect(faults(answer)).toEqual([
      ['email', 'value_error'],
      ['password', 'string_too_short'],
      ['full_name', 'missing'],
    ]);
  });

  it.each([
    ['email', ['', 'a', 'a@b', '@b.co', 'a@b.', 'a b@c.co', 'a@b@c.co', `${'a'.repeat(200)}@b.co`]],
    ['password', ['1234567', 'x'.repeat(129), '🔒🔒🔒🔒']],
    ['full_name', ['', 'x'.repeat(201)]],
  ])('answers 400 to an invalid %s', async (field, values) => {
    for (const value of values) {
      const { status, body } = await signUp({ email: email(), password: PASSWORD, full_name: 'N', [field]: value });
      expect(status, value).toBe(400);
      expect(
        body.detail.map(({ loc }: Body) => loc),
        value,
      ).toContainEqual(['body', field]);
    }
  });

  it('answers 400 to a body that it cannot read, whatever its content type', async () => {
    const json = JSON.stringify({ email: email(), password: PASSWORD, full_name: 'N' });
    const form = new FormData();
    form.set('email', email());
    const bodies: [BodyInit, string?][] = [
      [json, 'text/plain'],
      [json, 'application/xml'],
      ['email=a%40b.example', 'application/x-www-form-urlencoded'],
      [form],
      ['{', 'application/json'],
      [new TextEncoder().encode('no JSON')],
    ];
    for (const [body, type] of bodies) {
      const { status, body: answer } = await call('POST', '/auth/signup', {
        as: null,
        body,
        headers: type ? { 'content-type': type } : {},
      });
      const code = type && type !== 'application/json' ? 'unsupported_media_type' : 'invalid_body';
      expect([status, answer], type).toEqual([400, refusal(body === form ? 'unsupported_media_type' : code)]);
    }
    expect(Object.keys(operationNamed('POST /auth/signup').responses)).not.toContain('415');
  });

  it('gives the account the role of SIGNUP_ROLE; with none it sees nothing but itself', async () => {
    const address = email();
    const made = await signUp({ email: address, password: PASSWORD, full_name: 'N' }, { env: { SIGNUP_ROLE: 'none' } });
    expect(made.body.type).toBe('none');
    const { access_token } = (await logIn({ email: address, password: PASSWORD })).body;
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await call('GET', '/auth/users/me', { headers })).body).toEqual(made.body);
    for (const path of ['/patient/', '/department/', '/auth/users'])
      expect((await call('GET', path, { headers })).status).toBe(403);
  });
});

describe('POST /auth/login', () => {
  it('answers with both tokens and sets the refresh token as a cookie', async () => {
    const user = await insertUser('staff', { password: PASSWORD });
    const { status, body, headers } = await logIn({ email: user.email.toUpperCase(), password: PASSWORD });
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 900,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    });
    const cookie = setCookies({ headers }).refresh_token;
    expect(cookie?.value).toBe(body.refresh_token);
    expect(cookie?.attributes).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/auth', 'SameSite=Strict', 'Secure']);

    const { iat, exp, ...claims } = decodeJwt(body.access_token);
    const jti = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const session = await row('SELECT id FROM login_session WHERE user_id = ?', user.id);
    const who = { sub: user.id, role: 'staff', sid: session?.id };
    expect(claims).toEqual({ iss: 'hospital-service', aud: 'hospital-portal', ...who, jti });
    expect(Number(exp) - Number(iat)).toBe(900);
    const kid = (await sha256(testEnv.JWT_SECRET)).slice(0, 16);
    expect(decodeProtectedHeader(body.access_token)).toEqual({ alg: 'HS256', typ: 'at+jwt', kid });
    expect(
      await ok('GET', '/auth/users/me', { headers: { authorization: `bearer ${body.access_token}` } }),
    ).toMatchObject({ id: user.id });

    const tokens = await rows('SELECT token_hash FROM refresh_token');
    expect(JSON.stringify(tokens)).not.toContain(body.refresh_token);
    expect(tokens).toContainEqual({ token_hash: await sha256(body.refresh_token) });
  });

  it('answers tokens that no cache keeps, also one of HTTP/1.0, as a refresh does', async () => {
    const { email } = await insertUser('staff', { password: PASSWORD });
    const login = await logIn({ email, password: PASSWORD });
    const json = { refresh_token: login.body.refresh_token };
    for (const { status, headers } of [login, await call('POST', '/auth/refresh', { as: null, json })])
      expect([status, headers.get('cache-control'), headers.get('pragma')]).toEqual([200, 'no-store', 'no-cache']);
  });

  it('accepts the form of the OAuth 2.0 password grant', async () => {
    const user = await insertUser('billing', { password: PASSWORD });
    // As tools send it that know no more than the document: with an empty scope and client.
    const sent = { grant_type: 'password', username: user.email, password: PASSWORD, scope: '' };
    const answer = await form(sent, { authorization: `Basic ${btoa(':')}` });
    expect(answer.status).toBe(200);
    expect((await form({ ...sent, client_id: 'docs', client_secret: '' })).status).toBe(200);
    expect(answer.body.token_type).toBe('bearer');
    expect((await form({ username: user.email, password: 'wrong' })).status).toBe(401);
    const invalid = await form({ grant_type: 'client_credentials', password: PASSWORD });
    expect(invalid.status).toBe(422);
    expect(invalid.body.detail.map(({ loc }: Body) => loc.join('.'))).toEqual(['body.grant_type', 'body.username']);
  });

  it('treats an unknown account like a wrong password: same answer, same statements, same work', async () => {
    const user = await insertUser('staff', { password: PASSWORD });
    const unknown = await logIn({ email: email(), password: PASSWORD });
    const wrong = await logIn({ email: user.email, password: 'wrong' });
    expect([unknown.status, wrong.status]).toEqual([401, 401]);
    expect(unknown.body).toEqual(wrong.body);
    expect(unknown.cost.statements).toBe(wrong.cost.statements);
    for (const tried of [email(), user.email]) {
      expect(await passwordsHashed((options) => logIn({ email: tried, password: 'wrong' }, options))).toBe(1);
    }
  });

  it('answers 422 to a body without e-mail or password', async () => {
    const { status, body } = await logIn({ email: 5 });
    expect(status).toBe(422);
    expect(body.detail.map(({ loc, type }: Body) => [...loc, type])).toEqual([
      ['body', 'email', 'string_type'],
      ['body', 'password', 'missing'],
    ]);
  });

  it('accepts a password in any Unicode normal form', async () => {
    const user = await insertUser('staff', { password: 'pässword' });
    expect((await logIn({ email: user.email, password: 'pa\u0308ssword' })).status).toBe(200);
  });

  it('hashes the password again when the stored hash has other parameters', async () => {
    const salt = randomBytes(16);
    const hash = scryptSync(PASSWORD, salt, 32, { N: 2 ** 12, r: 8, p: 1 });
    const password_hash = `$scrypt$ln=12,r=8,p=1$${salt.toString('base64url')}$${hash.toString('base64url')}`;
    const user = await insertUser('staff', { password_hash });
    expect((await logIn({ email: user.email, password: 'wrong' })).status).toBe(401);
    expect(await storedHash(user.id)).toBe(password_hash);
    const first = await logIn({ email: user.email, password: PASSWORD });
    expect(first.status).toBe(200);
    expect(await storedHash(user.id)).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$/);
    expect((await logIn({ email: user.email, password: PASSWORD })).status).toBe(200);
    expect((await refresh(first.body.refresh_token)).status, 'it is no new password').toBe(200);
  });

  it.each(['', 'no hash', '$2b$12$abc', '$scrypt$ln=14,r=8,p=5$$'])(
    'accepts no password when the stored hash is %j',
    async (password_hash) => {
      const user = await insertUser('staff', { password_hash });
      for (const password of ['', PASSWORD]) expect((await logIn({ email: user.email, password })).status).toBe(401);
    },
  );
});

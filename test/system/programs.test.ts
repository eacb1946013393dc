// Attacks on programs' secrets and tokens at POST /auth/token, and what is left of a token afterwards. Assertions are in
// assertions.test.ts; how each wrong request is answered is in test/resources/token.test.ts.
import { describe, expect, it } from 'vitest';
import { call, type Result } from '../support/client';
import { askToken, asserted, basic, claimsOf, newKey } from '../support/clients';
import { create, make } from '../support/factories';
import { rows } from '../support/rows';

const register = (given: object) =>
  create('/auth/clients', { name: 'Attacked', scope: 'system/Patient.cruds', ...given }, { as: 'admin' });
const withSecret = (given: object = {}) => register({ secret: true, ...given });
const asAdmin = (method: string, path: string, json?: object) =>
  call(method, path, { as: 'admin', ...(json && { json }) });

/** What a wrong answer of the token endpoint tells: all but what is of the one request. */
function told({ status, headers, body }: Result) {
  const {
    'x-request-id': _,
    'server-timing': __,
    'x-d1-bookmark': ___,
    date: ____,
    ...rest
  } = Object.fromEntries(headers);
  return { status, body, headers: rest };
}

const REFUSED = { error: 'invalid_client', error_description: 'Client authentication failed' };

describe('Whether there is a client', () => {
  /** Each of an address of its own, as `call` has it. */
  const asked = {
    'an id that there is not': async () => ({ client_id: crypto.randomUUID() }),
    'an id that is none': async () => ({ client_id: 'nobody' }),
    'a client with another secret': async () => ({ client_id: (await withSecret()).client_id }),
    'a client of keys': async () => ({ client_id: (await register({ jwks: (await newKey()).jwks })).client_id }),
    'a client that has ended': async () => {
      const { client_id } = await withSecret();
      await rows('UPDATE client SET expires_at = 1 WHERE id = ?', client_id);
      return { client_id };
    },
    'a client that is deleted': async () => {
      const { client_id } = await withSecret();
      await asAdmin('DELETE', `/auth/clients/${client_id}`);
      return { client_id };
    },
    'an account of a person': async () => ({
      client_id: (await rows<{ id: string }>("SELECT id FROM user WHERE type = 'admin'"))[0]?.id ?? '',
    }),
  };

  it('is told by neither answer, headers, statements nor rows written, by a secret or by an assertion', async () => {
    const { sign } = await newKey();
    const found: unknown[] = [];
    for (const [what, make] of Object.entries(asked)) {
      const { client_id } = await make();
      for (const form of [
        { client_id, client_secret: `hs_${'A'.repeat(43)}` },
        asserted(await sign(claimsOf(client_id))),
      ]) {
        const answer = await askToken(form);
        const { trips, statements, rows_written } = answer.cost;
        found.push({ what, ...told(answer), cost: { trips, statements, rows_written } });
      }
    }
    const [bySecret, byAssertion] = found.map((one) => ({ ...(one as object), what: expect.any(String) }));
    expect(bySecret).toMatchObject({ status: 401, body: REFUSED });
    for (const [n, one] of found.entries()) expect(one).toEqual(n % 2 ? byAssertion : bySecret);
  });
});

describe('Wrong secrets', () => {
  it('keep the right one out at their own address alone', async () => {
    const { client_id, client_secret } = await withSecret();
    const from = (address: string, secret: string) =>
      askToken({ client_id, client_secret: secret }, { headers: { 'cf-connecting-ip': address } });
    for (let n = 0; n < 10; n++) expect((await from('198.51.100.1', `hs_${n}`)).status).toBe(401);
    expect((await from('198.51.100.1', client_secret)).status).toBe(429);
    expect((await from('198.51.100.2', client_secret)).status).toBe(200);
    // Of a network of IPv6 one may have every address.
    for (let n = 0; n < 10; n++) expect((await from(`2001:db8:9:9::${n + 1}`, `hs_${n}`)).status).toBe(401);
    expect((await from('2001:db8:9:9:ffff::1', client_secret)).status).toBe(429);
  });

  it.each<[string, (right: { client_id: string; client_secret: string }) => Record<string, string>]>([
    ['in capitals', ({ client_secret, ...rest }) => ({ ...rest, client_secret: client_secret.toUpperCase() })],
    ['cut short', ({ client_secret, ...rest }) => ({ ...rest, client_secret: client_secret.slice(0, -1) })],
    ['with a blank behind it', ({ client_secret, ...rest }) => ({ ...rest, client_secret: `${client_secret} ` })],
    ['with a NUL behind it', ({ client_secret, ...rest }) => ({ ...rest, client_secret: `${client_secret}\0` })],
    ['of wildcards', ({ client_id }) => ({ client_id, client_secret: '%' })],
    ['of Object.prototype', () => ({ client_id: '__proto__', client_secret: 'constructor' })],
    [
      'with the id in capitals',
      ({ client_id, client_secret }) => ({ client_id: client_id.toUpperCase(), client_secret }),
    ],
    ['with a NUL behind the id', ({ client_id, client_secret }) => ({ client_id: `${client_id}\0`, client_secret })],
  ])('open nothing %s, in the form or by Basic', async (_, forge) => {
    const { client_id, client_secret } = await withSecret();
    const form = forge({ client_id, client_secret });
    const headers = basic({ client_id: '', client_secret: '', ...form });
    for (const answer of [await askToken(form), await askToken({}, { headers })]) {
      expect([400, 401]).toContain(answer.status);
      expect(answer.body.access_token).toBeUndefined();
    }
  });

  it('are no hash of the right one, as it lies in the database', async () => {
    const { client_id } = await withSecret();
    const [stored] = await rows<{ secret_hash: string }>('SELECT secret_hash FROM client WHERE id = ?', client_id);
    expect((await askToken({ client_id, client_secret: stored?.secret_hash ?? '' })).status).toBe(401);
  });
});

describe('A form', () => {
  it.each<[string, (right: { client_id: string; client_secret: string }) => Parameters<typeof askToken>]>([
    ['of a megabyte', (right) => [{ ...right, more: 'x'.repeat(1_048_576) }]],
    ['with a scope of 10,000 words', (right) => [{ ...right, scope: 'system/Patient.r '.repeat(10_000).trim() }]],
    ['with a scope that is a header', (right) => [{ ...right, scope: 'a\r\nSet-Cookie: a=b' }]],
    ['with a scope of Object.prototype', (right) => [{ ...right, scope: 'system/constructor.rs system/__proto__.r' }]],
    ['with an id of 60,000 characters', (right) => [{ ...right, client_id: 'x'.repeat(60_000) }]],
    [
      'with two secrets',
      (right) => [[...Object.entries({ grant_type: 'client_credentials', ...right }), ['client_secret', 'x']]],
    ],
    ['with its secret in the form and by Basic', (right) => [{ ...right }, { headers: basic(right) }]],
    ['by Basic, in the name of another', (right) => [{ client_id: crypto.randomUUID() }, { headers: basic(right) }]],
  ])('%s is refused, in few words and without a query', async (_, form) => {
    const { client_id, client_secret } = await withSecret();
    const { status, body, bytes, headers, cost } = await askToken(...form({ client_id, client_secret }));
    expect(status).toBe(400);
    expect(body.error).toMatch(/^invalid_(request|scope)$/);
    expect(bytes.length).toBeLessThan(1_500);
    expect([cost.trips, headers.get('set-cookie')]).toEqual([0, null]);
  });
});

describe('Its token', () => {
  /** A client, its token, and what that may do no more: a delete asks whether it is still what it says. */
  async function issued() {
    const { client_id, client_secret } = await withSecret({ scope: 'system/*.cruds' });
    const { body } = await askToken({ client_id, client_secret });
    const as = { as: null, headers: { authorization: `Bearer ${body.access_token}` } };
    const deletes = async () => (await call('DELETE', `/patient/${(await make.patient()).id}`, as)).status;
    expect(await deletes()).toBe(200);
    const again = async (secret = client_secret) => (await askToken({ client_id, client_secret: secret })).status;
    return { path: `/auth/clients/${client_id}`, deletes, again };
  }

  it.each<[string, (path: string) => Promise<unknown>, number]>([
    ['it is narrowed', (path) => asAdmin('PATCH', path, { scope: 'system/Patient.r' }), 200],
    ['it has ended', (path) => asAdmin('PATCH', path, { expires_at: new Date(Date.now() + 1_500).toISOString() }), 200],
    ['its secret was revoked', (path) => asAdmin('POST', `${path}/secret`, { revoke_old: true }), 401],
    ['it was deleted', (path) => asAdmin('DELETE', path), 401],
  ])('deletes nothing more once %s', async (_, end, then) => {
    const { path, deletes, again } = await issued();
    await end(path);
    expect(await deletes()).toBe(401);
    expect(await again()).toBe(then);
  });

  it('goes on where only its secret is another one, whose former one works, too', async () => {
    const { path, deletes, again } = await issued();
    const { body } = await asAdmin('POST', `${path}/secret`, {});
    expect(await deletes()).toBe(200);
    expect(await again()).toBe(200);
    expect(await again(body.client_secret)).toBe(200);
    await asAdmin('POST', `${path}/secret`, {});
    expect(await again(), 'the one before the former').toBe(401);
    expect(await again(body.client_secret)).toBe(200);
  });

  it.each([
    ['POST', '/auth/clients'],
    ['GET', '/auth/clients'],
    ['GET', '/auth/users'],
    ['GET', '/auth/users/me'],
    ['PUT', '/auth/users/me/password'],
    ['POST', '/auth/totp'],
    ['POST', '/auth/users'],
    ['GET', '/audit/'],
    ['POST', '/doctor/'],
  ])('is refused at %s %s, whatever scope it has', async (method, path) => {
    const { client_id, client_secret } = await withSecret({ scope: 'system/*.cruds' });
    const { body } = await askToken({ client_id, client_secret });
    const headers = { authorization: `Bearer ${body.access_token}` };
    expect((await call(method, path, { as: null, headers, ...(method !== 'GET' && { json: {} }) })).status).toBe(403);
  });
});

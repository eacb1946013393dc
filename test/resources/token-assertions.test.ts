import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accessSent, type Result } from '../support/client';
import { askToken, asserted, claimsOf, insertClient, newKey, seconds } from '../support/clients';
import { databaseWith } from '../support/fakes';
import { count, rows, trail } from '../support/rows';

// What holds for some seconds is compared exactly.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterAll(() => void vi.useRealTimers());

const SOMEBODY = 'Client authentication failed';
const said = ({ status, body }: Result) => [status, body.error, body.error_description];

/** A client with a key, and what asks by it. */
async function keyed(alg: 'ES384' | 'RS384' = 'ES384') {
  const key = await newKey(alg);
  const client = await insertClient({ jwks: key.jwks, scope: 'system/*.rs' });
  const claims = () => claimsOf(client.client_id);
  const ask = async (given: object = {}, header: object = {}) =>
    askToken(asserted(await key.sign({ ...claims(), ...given }, header)));
  return { ...client, key, claims, ask };
}

describe('An assertion', () => {
  it.each(['ES384', 'RS384'] as const)('by %s gets a token, in two trips', async (alg) => {
    const { client_id, ask } = await keyed(alg);
    const { status, body, cost } = await ask();
    expect([status, body.token_type, body.expires_in, body.scope]).toEqual([200, 'bearer', 900, 'system/*.rs']);
    expect(decodeJwt(body.access_token)).toMatchObject({ sub: client_id, client_id, role: 'client' });
    expect(cost.trips).toBe(2);
    expect((await ask()).status).toBe(200);
    expect(await count('login_session WHERE user_id = ?', client_id)).toBe(1);
    expect(await trail(client_id)).toEqual(['login 1']);
  });

  it.each<[string, () => object]>([
    ['for several audiences', () => ({ aud: ['https://else.example', 'http://localhost/auth/token'] })],
    ['with iat and nbf', () => ({ iat: seconds(), nbf: seconds() })],
    ['of a clock that is five seconds ahead', () => ({ iat: seconds() + 5, nbf: seconds() + 5, exp: seconds() + 305 })],
    ['of a clock that is some seconds behind', () => ({ exp: seconds() - 4 })],
    ['with a jti of 500 characters', () => ({ jti: 'x'.repeat(500) })],
  ])('is taken: %s', async (_, given) => {
    const { ask } = await keyed();
    expect((await ask(given())).status).toBe(200);
  });

  it('is taken with the id of the client along, and no other', async () => {
    const { client_id, key, claims } = await keyed();
    const sent = async (id: string) => askToken({ client_id: id, ...asserted(await key.sign(claims())) });
    expect((await sent(client_id)).status).toBe(200);
    expect(said(await sent(crypto.randomUUID())).slice(0, 2)).toEqual([400, 'invalid_request']);
  });

  it('has the address of the deployment as its audience, however it is reached', async () => {
    const { key, claims } = await keyed();
    const ask = async (aud: string) =>
      (await askToken(asserted(await key.sign({ ...claims(), aud })), { env: { BASE_URL: 'https://clinic.example/' } }))
        .status;
    expect(await ask('https://clinic.example/auth/token')).toBe(200);
    expect(await ask('http://localhost/auth/token')).toBe(401);
  });

  it('works once, also where it comes many times at once', async () => {
    const { client_id, key, claims } = await keyed();
    const assertion = await key.sign(claims());
    const all = await Promise.all(Array.from({ length: 5 }, () => askToken(asserted(assertion))));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    expect(said(await askToken(asserted(assertion)))).toEqual([401, 'invalid_client', SOMEBODY]);
    expect(await trail(client_id)).toEqual(['login 1']);
  });

  it('may have the jti of another client’s', async () => {
    const [one, other] = [await keyed(), await keyed()];
    expect((await one.ask({ jti: 'the-same' })).status).toBe(200);
    expect((await other.ask({ jti: 'the-same' })).status).toBe(200);
    expect((await other.ask({ jti: 'the-same' })).status).toBe(401);
  });

  it('is remembered for as long as it would be taken', async () => {
    const { ask } = await keyed();
    const exp = seconds() + 100;
    await rows('DELETE FROM client_assertion');
    await ask({ exp });
    expect(await rows('SELECT expires_at FROM client_assertion')).toEqual([{ expires_at: (exp + 5) * 1000 }]);
  });

  it('may be by any of several keys', async () => {
    const keys = [await newKey(), await newKey('RS384'), await newKey()];
    const { client_id } = await insertClient({ jwks: { keys: keys.map(({ jwk }) => jwk) } });
    for (const { sign } of keys) expect((await askToken(asserted(await sign(claimsOf(client_id))))).status).toBe(200);
  });
});

describe('An assertion that its client has signed is refused, with the reason', () => {
  it.each<[string, () => object, RegExp]>([
    ['for another service', () => ({ aud: 'https://else.example/auth/token' }), /'aud'/],
    ['for no service', () => ({ aud: undefined }), /'aud'/],
    ['for the service, not its token endpoint', () => ({ aud: 'http://localhost' }), /'aud'/],
    ['that has expired', () => ({ exp: seconds() - 5 }), /'exp'/],
    ['that never expires', () => ({ exp: undefined }), /'exp'/],
    ['that expires in more than five minutes', () => ({ exp: seconds() + 306 }), /^exp must be at most 300 seconds/],
    ['that holds from later on', () => ({ nbf: seconds() + 6 }), /'nbf'/],
    ['that was issued later on', () => ({ iat: seconds() + 6 }), /^iat must not be in the future/],
    ['without a jti', () => ({ jti: undefined }), /'jti'/],
    ['with an empty jti', () => ({ jti: '' }), /^jti must have 1 to 500/],
    ['with a jti that is no text', () => ({ jti: 7 }), /^jti must have 1 to 500/],
    ['with a jti that is too long', () => ({ jti: 'x'.repeat(501) }), /^jti must have 1 to 500/],
    ['about another client', () => ({ sub: crypto.randomUUID() }), /'sub'/],
    ['about nobody', () => ({ sub: undefined }), /'sub'/],
  ])('%s', async (_, given, reason) => {
    const { client_id, ask } = await keyed();
    const refused = await ask(given());
    expect(said(refused)).toEqual([401, 'invalid_client', expect.stringMatching(reason)]);
    expect(accessSent.at(-1)).toMatchObject({ action: 'login_failed', entity: 'user', entity_id: client_id });
    expect(await count('login_session WHERE user_id = ?', client_id)).toBe(0);
  });
});

describe('An assertion that nobody is shown to have signed is refused without a reason', () => {
  type Keyed = Awaited<ReturnType<typeof keyed>>;
  const unsigned = (header: object, claims: object) =>
    `${[header, claims].map((part) => btoa(JSON.stringify(part)).replace(/=+$/, '')).join('.')}.`;
  const hmac = ({ claims, key }: Keyed, alg: string) =>
    new SignJWT(claims())
      .setProtectedHeader({ alg, kid: key.jwk.kid })
      .sign(new TextEncoder().encode(JSON.stringify(key.jwk).padEnd(64)));

  it.each<[string, (client: Keyed) => Promise<string> | string, boolean?]>([
    ['by a key of another client', async ({ claims }) => (await newKey()).sign(claims())],
    ['by another key of the same kid', async ({ claims, key }) => (await newKey('ES384', key.jwk.kid)).sign(claims())],
    [
      'by another algorithm under the kid',
      async ({ claims, key }) => (await newKey('RS384', key.jwk.kid)).sign(claims()),
    ],
    ['without a kid', ({ claims, key }) => key.sign(claims(), { kid: undefined })],
    ['without a signature', ({ claims, key }) => unsigned({ alg: 'none', kid: key.jwk.kid }, claims())],
    ['by an HMAC of the public key', (client) => hmac(client, 'HS384')],
    [
      'by its own jwk in the header',
      async ({ claims }) => {
        const own = await newKey();
        return own.sign(claims(), {
          jwk: own.jwk,
          jku: 'https://attacker.example/jwks',
          x5u: 'https://attacker.example',
        });
      },
    ],
    [
      'that was changed',
      async ({ claims, key }) => {
        const [header, , signature] = (await key.sign(claims())).split('.');
        return [header, btoa(JSON.stringify({ ...claims(), jti: 'other' })).replace(/=+$/, ''), signature].join('.');
      },
    ],
    ['of a client that there is not', async ({ key }) => key.sign(claimsOf(crypto.randomUUID())), false],
    ['of a client with a secret', async ({ key }) => key.sign(claimsOf((await insertClient()).client_id))],
    ['of nobody', ({ key, claims }) => key.sign({ ...claims(), iss: undefined }), false],
    ['that is none', () => 'not.a.jwt', false],
    ['that is text', () => 'text', false],
  ])('%s', async (_, assertion, isKnown = true) => {
    const client = await keyed();
    const refused = await askToken(asserted(await assertion(client)));
    expect(said(refused)).toEqual([401, 'invalid_client', SOMEBODY]);
    const record = accessSent.at(-1);
    expect([record?.action, record?.entity]).toEqual(['login_failed', isKnown ? 'user' : 'login_failure']);
    expect(await count('login_session WHERE user_id = ?', client.client_id)).toBe(0);
  });

  it.each([
    ['ended', 'expires_at = 1'],
    ['was deleted', 'deleted_at = 1'],
    ['has another key', `jwks = '{"keys":[]}'`],
  ])('of a client that %s, also where that happens while it is verified', async (_, set) => {
    const { client_id, key, claims } = await keyed();
    const assertion = await key.sign(claims());
    const DB = databaseWith((session) => ({
      batch: async (statements: D1PreparedStatement[]) => {
        await rows(`UPDATE client SET ${set} WHERE id = ?`, client_id);
        return session.batch(statements);
      },
    }));
    for (const options of [{ env: { DB } }, {}]) {
      expect(said(await askToken(asserted(assertion), options))).toEqual([401, 'invalid_client', SOMEBODY]);
    }
    expect(await count('login_session WHERE user_id = ?', client_id)).toBe(0);
  });

  it('costs one check of a signature whether or not there is a client, and a key of that kid', async () => {
    const { client_id } = await keyed();
    const { sign } = await newKey();
    const tripsOf = async (id: string) => (await askToken(asserted(await sign(claimsOf(id))))).cost.trips;
    expect([await tripsOf(client_id), await tripsOf(crypto.randomUUID())]).toEqual([1, 1]);
  });
});

import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sha256 } from '../../src/rules/sha256';
import { accessSent, type CallOptions, call, type Result, refusal } from '../support/client';
import { askToken, basic, insertClient, type TestClient } from '../support/clients';
import { make } from '../support/factories';
import { databaseWith } from '../support/fakes';
import { count, row, rows, trail } from '../support/rows';

interface Session {
  id: string;
  expires_at: number;
  revoked_at: number | null;
}
const sessionsOf = (client_id: string) =>
  rows<Session>('SELECT id, expires_at, revoked_at FROM login_session WHERE user_id = ?', client_id);

const change = (client_id: string, set: string, ...values: unknown[]) =>
  rows(`UPDATE client SET ${set} WHERE id = ?`, ...values, client_id);

/** An answer as RFC 6749 5.2 has it. */
const answer = ({ status, body, headers }: Result) => {
  expect(body.error_description).toMatch(/^[ !#-[\]-~]+$/);
  expect([headers.get('cache-control'), headers.get('pragma'), Object.keys(body)]).toEqual([
    ...['no-store', 'no-cache', ['error', 'error_description', ...(status === 500 ? ['request_id'] : [])]],
  ]);
  return [status, body.error];
};
const INVALID_CLIENT = { error: 'invalid_client', error_description: 'Client authentication failed' };

describe('A client with the right secret', () => {
  it.each<[string, (client: TestClient) => Promise<Result>]>([
    ['in the form', (client) => askToken({ ...client })],
    ['by HTTP Basic', (client) => askToken({}, { headers: basic(client) })],
    [
      'by HTTP Basic, its id in the form, too',
      ({ client_id, ...rest }) =>
        askToken({ client_id, client_secret: '' }, { headers: basic({ client_id, ...rest }) }),
    ],
    ['in the form, whatever bearer token is sent along', (client) => askToken({ ...client }, { as: 'staff' })],
    [
      'by HTTP Basic with every character encoded',
      ({ client_id, client_secret }) => {
        const encoded = (text: string) => [...text].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('');
        return askToken(
          {},
          { headers: { authorization: `basic ${btoa(`${encoded(client_id)}:${encoded(client_secret)}`)}` } },
        );
      },
    ],
  ])('gets a token %s', async (_, ask) => {
    const client = await insertClient({ scope: 'system/Patient.r system/Appointment.rs' });
    const { status, body, headers } = await ask(client);
    expect([status, body]).toEqual([
      200,
      {
        access_token: expect.any(String),
        token_type: 'bearer',
        expires_in: 900,
        scope: 'system/Patient.r system/Appointment.rs',
      },
    ]);
    expect([headers.get('cache-control'), headers.get('pragma'), headers.get('set-cookie')]).toEqual([
      ...['no-store', 'no-cache', null],
    ]);
    const [session, ...others] = await sessionsOf(client.client_id);
    expect(others).toEqual([]);
    const { iat = 0, ...claims } = decodeJwt(body.access_token);
    expect(claims).toMatchObject({
      ...{ sub: client.client_id, client_id: client.client_id, role: 'client', sid: session?.id },
      ...{ scope: body.scope, exp: iat + 900 },
    });
    expect(session).toMatchObject({ expires_at: 8_640_000_000_000_000, revoked_at: null });
    expect(await trail(client.client_id)).toEqual(['login 1']);
    const before = Date.now() - 60_000;
    expect(await count('client WHERE id = ? AND last_used_at > ?', client.client_id, before)).toBe(1);
  });

  it('has one session, however many tokens it gets at once, and in one trip each', async () => {
    const client = await insertClient();
    const all = await Promise.all(Array.from({ length: 5 }, () => askToken({ ...client })));
    const sids = all.map(({ body }) => decodeJwt(body.access_token).sid);
    expect(new Set(sids).size).toBe(1);
    expect(await sessionsOf(client.client_id)).toHaveLength(1);
    expect(await trail(client.client_id)).toEqual(['login 1']);
    expect(all.map(({ cost }) => cost.trips)).toEqual([1, 1, 1, 1, 1]);
  });

  it('begins another session when the last one has ended, whose token deletes nothing more', async () => {
    const client = await insertClient({ scope: 'system/*.cruds' });
    const token = async (): Promise<string> => (await askToken({ ...client })).body.access_token;
    const of = (token: string) => ({ as: null, headers: { authorization: `Bearer ${token}` } });
    const remove = async (token: string) => {
      const { id } = await make.department();
      return (await call('DELETE', `/department/${id}`, of(token))).status;
    };
    const first = await token();
    expect(await remove(first)).toBe(200);
    const narrow = (scope: string) => change(client.client_id, 'scope = ?, updated_at = ?', scope, Date.now());
    await narrow('system/Patient.cruds');
    expect(await remove(first)).toBe(401);
    // As a person's: reads go on until the token ends.
    expect((await call('GET', '/patient/', of(first))).status).toBe(200);
    await narrow('system/*.cruds');
    expect([await remove(await token()), await remove(first)]).toEqual([200, 401]);
    expect(await sessionsOf(client.client_id)).toHaveLength(2);
    expect(await trail(client.client_id)).toEqual(['login 1', 'login 1']);
  });

  it('needs no second factor where everybody else does, and takes its bookmark along', async () => {
    const client = await insertClient();
    const { body, headers } = await askToken({ ...client }, { env: { REQUIRE_TOTP: 'all' } });
    expect(decodeJwt(body.access_token).role).toBe('client');
    const bookmark = headers.get('x-d1-bookmark') ?? '';
    expect((await askToken({ ...client }, { headers: { 'x-d1-bookmark': bookmark } })).status).toBe(200);
    expect(answer(await askToken({ ...client }, { headers: { 'x-d1-bookmark': 'none' } }))).toEqual([
      ...[400, 'invalid_request'],
    ]);
  });

  it('is answered in a page of an origin that is allowed, whether or not it is let in', async () => {
    const client = await insertClient();
    const origin = 'https://site.example';
    const options = { headers: { origin }, env: { CORS_ORIGINS: origin } };
    const all = [await askToken({ ...client }, options), await askToken({ ...client, client_secret: 'x' }, options)];
    const seen = all.map(({ status, headers }) => [status, headers.get('access-control-allow-origin')]);
    expect(seen).toEqual([
      [200, origin],
      [401, origin],
    ]);
  });

  it('gets a token that ends with it', async () => {
    const client = await insertClient({ expires_at: Date.now() + 100_000 });
    const { body } = await askToken({ ...client });
    expect(body.expires_in).toBeOneOf([98, 99, 100]);
    const { exp = 0 } = decodeJwt(body.access_token);
    const [session] = await sessionsOf(client.client_id);
    expect(exp * 1000).toBeLessThanOrEqual(session?.expires_at ?? 0);
    await change(client.client_id, 'expires_at = ?', Date.now() + 900);
    expect((await askToken({ ...client })).body).toEqual(INVALID_CLIENT);
  });

  it('may use the former one until its time is over', async () => {
    const client = await insertClient();
    const hash = await sha256(client.client_secret);
    const former = 'secret_hash = ?, former_secret_hash = ?, former_secret_until = ?';
    await change(client.client_id, former, await sha256('another'), hash, Date.now() + 60_000);
    expect((await askToken({ ...client })).status).toBe(200);
    await change(client.client_id, former, await sha256('another'), hash, Date.now() - 1);
    expect((await askToken({ ...client })).body).toEqual(INVALID_CLIENT);
  });
});

describe('The scope of a token', () => {
  const scope = 'system/Patient.rs system/Appointment.cruds';
  it.each([
    ['', scope],
    ['system/Patient.rs', 'system/Patient.rs'],
    ['system/Appointment.read openid', 'system/Appointment.read'],
    ['system/*.read', 'system/Patient.rs system/Appointment.rs'],
    ['system/Patient.cruds system/Invoice.rs', 'system/Patient.rs'],
  ])('asked for as "%s" is %s', async (asked, granted) => {
    const { body } = await askToken({ ...(await insertClient({ scope })), scope: asked });
    expect([body.scope, decodeJwt(body.access_token).scope]).toEqual([granted, granted]);
  });

  it.each(['system/Invoice.rs', 'user/Patient.rs', 'system/Patient.rs system/Nothing.r', 'openid', 'Größe "\\'])(
    'is not %s',
    async (asked) => {
      expect(answer(await askToken({ ...(await insertClient({ scope })), scope: asked }))).toEqual([
        ...[400, 'invalid_scope'],
      ]);
    },
  );
});

describe('A request for a token that is wrong', () => {
  const client_credentials = { grant_type: 'client_credentials' };
  const known = { client_id: crypto.randomUUID(), client_secret: 'hs_a' };
  const assertion = {
    client_assertion: 'a.b.c',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  };
  const header = (authorization: string) => ({ headers: { authorization } });
  it.each<[string, [string, string][], CallOptions, number, string]>([
    ['without a grant_type', Object.entries(known), {}, 400, 'invalid_request'],
    ['with an empty grant_type', Object.entries({ grant_type: '', ...known }), {}, 400, 'invalid_request'],
    ['by a password', Object.entries({ grant_type: 'password', ...known }), {}, 400, 'unsupported_grant_type'],
    ['by a refresh token', Object.entries({ grant_type: 'refresh_token' }), {}, 400, 'unsupported_grant_type'],
    [
      'that says its id twice',
      [...Object.entries({ ...client_credentials, ...known }), ['client_id', 'a']],
      {},
      400,
      'invalid_request',
    ],
    [
      'in two ways at once',
      Object.entries({ ...client_credentials, ...known }),
      { headers: basic(known) },
      400,
      'invalid_request',
    ],
    [
      'by a secret and an assertion',
      Object.entries({ ...client_credentials, ...known, ...assertion }),
      {},
      400,
      'invalid_request',
    ],
    [
      'by Basic and an assertion',
      Object.entries({ ...client_credentials, ...assertion }),
      { headers: basic(known) },
      400,
      'invalid_request',
    ],
    [
      'of two clients',
      Object.entries({ ...client_credentials, client_id: 'a' }),
      { headers: basic(known) },
      400,
      'invalid_request',
    ],
    [
      'with an assertion of no type',
      Object.entries({ ...client_credentials, client_assertion: 'a.b.c' }),
      {},
      400,
      'invalid_request',
    ],
    [
      'with an assertion of another type',
      Object.entries({ ...client_credentials, ...assertion, client_assertion_type: 'saml' }),
      {},
      400,
      'invalid_request',
    ],
    [
      'with a secret that is too long',
      Object.entries({ ...client_credentials, client_id: 'a', client_secret: 'x'.repeat(201) }),
      {},
      400,
      'invalid_request',
    ],
    [
      'with a body that is too long',
      Object.entries({ ...client_credentials, ...known, other: 'x'.repeat(70_000) }),
      {},
      400,
      'invalid_request',
    ],
    ['by nothing', Object.entries(client_credentials), {}, 401, 'invalid_client'],
    [
      'by an id alone',
      Object.entries({ ...client_credentials, client_id: known.client_id }),
      {},
      401,
      'invalid_client',
    ],
    [
      'by Basic without a colon',
      Object.entries(client_credentials),
      header(`Basic ${btoa('a')}`),
      401,
      'invalid_client',
    ],
    ['by Basic that is not encoded', Object.entries(client_credentials), header('Basic a:b'), 401, 'invalid_client'],
    [
      'by Basic with a broken escape',
      Object.entries(client_credentials),
      header(`Basic ${btoa('a:%zz')}`),
      401,
      'invalid_client',
    ],
  ])('%s', async (_, form, options, status, error) => {
    const refused = await askToken(form, options);
    expect(answer(refused)).toEqual([status, error]);
    const challenge = refused.headers.get('www-authenticate');
    expect(challenge).toBe(status === 401 ? 'Basic realm="hospital-service"' : null);
    expect(refused.cost.trips).toBe(0);
  });

  it('as JSON', async () => {
    const json = { ...client_credentials, ...known };
    expect(answer(await call('POST', '/auth/token', { as: null, json }))).toEqual([400, 'invalid_request']);
  });

  it('by another method is 405, as everywhere', async () => {
    const { status, body, headers } = await call('GET', '/auth/token', { as: null });
    expect([status, body, headers.get('allow')]).toEqual([405, refusal('method_not_allowed'), 'POST']);
  });
});

describe('A service that cannot answer', () => {
  it.each([
    ['too many requests from an address', { AUTH_RATE_LIMIT: { limit: async () => ({ success: false }) } }, 429],
    [
      'a storage that is away',
      { DB: databaseWith(() => ({ batch: () => Promise.reject(new Error('D1_ERROR: Network connection lost.')) })) },
      503,
    ],
    ['a service that is not set up', { JWT_SECRET: '' }, 503],
    ['an error nobody expects', { DB: databaseWith(() => ({ batch: () => Promise.reject(new Error('?')) })) }, 500],
  ])('says so in the form of OAuth: %s', async (_, env, status) => {
    const refused = await askToken({ ...(await insertClient()) }, { env });
    expect(answer(refused)).toEqual([status, status === 500 ? 'server_error' : 'temporarily_unavailable']);
    expect(Number(refused.headers.get('retry-after')) > 0).toBe(status !== 500);
  });
});

describe('A client that is not let in', () => {
  const wrong = { client_secret: 'hs_wrong' };
  it.each<[string, boolean, (client: TestClient) => Promise<Partial<TestClient>>]>([
    ['that there is not', false, async () => ({ client_id: crypto.randomUUID() })],
    ['of another id than any has', false, async () => ({ client_id: "' OR 1" })],
    ['with a wrong secret', true, async () => wrong],
    [
      'with the hash of its secret',
      true,
      async ({ client_secret }) => ({ client_secret: await sha256(client_secret) }),
    ],
    ['with the secret of another', true, async () => ({ client_secret: (await insertClient()).client_secret })],
    [
      'that has ended',
      true,
      async ({ client_id }) => {
        await change(client_id, 'expires_at = ?', Date.now() - 1);
        return {};
      },
    ],
    [
      'that is deleted',
      false,
      async ({ client_id }) => {
        await change(client_id, 'deleted_at = 1');
        return {};
      },
    ],
    ['that has keys', true, async () => insertClient({ jwks: { keys: [] } })],
  ])('hears the same, and is on record: one %s', async (_, isKnown, given) => {
    const inserted = await insertClient();
    const client = { ...inserted, ...(await given(inserted)) };
    const refused = await askToken(client, { headers: { 'x-request-id': 'refused' } });
    expect([...answer(refused), refused.body, refused.cost.trips]).toEqual([401, 'invalid_client', INVALID_CLIENT, 1]);
    const [record] = accessSent.slice(-1);
    expect(record).toMatchObject({
      ...{ action: 'login_failed', actor: null, request_id: 'refused' },
      ...(isKnown ? { entity: 'user', entity_id: client.client_id } : { entity: 'login_failure' }),
    });
    expect(await sessionsOf(client.client_id)).toEqual([]);
    expect(await count('client WHERE id = ? AND last_used_at IS NOT NULL', client.client_id)).toBe(0);
  });

  it('costs the same trips, statements and rows whether or not there is one', async () => {
    const { client_id } = await insertClient();
    const costOf = async (id: string) => {
      const { trips, statements, rows_written } = (await askToken({ client_id: id, ...wrong })).cost;
      return { trips, statements, rows_written };
    };
    expect(await costOf(client_id)).toEqual(await costOf(crypto.randomUUID()));
  });
});

describe('Wrong secrets', () => {
  const headers = { 'cf-connecting-ip': '2001:db8:1:2::1' };
  beforeEach(async () => void (await rows('DELETE FROM login_failure')));

  it.each([
    ['a client', async () => insertClient()],
    ['an id that no client has', async () => ({ client_id: crypto.randomUUID(), client_secret: 'x' })],
  ])('make %s wait from the tenth on, at that network alone', async (_, some) => {
    const client = await some();
    const isKnown = client.client_secret !== 'x';
    const guess = (options: CallOptions = { headers }) =>
      askToken({ ...client, client_secret: 'hs_wrong' }, options).then(({ status }) => status);
    const endWait = () => rows('UPDATE login_failure SET wait_until = 1 WHERE failures >= 10');
    for (let n = 0; n < 10; n++) expect(await guess()).toBe(401);
    for (const seconds of ['1', '2', '4']) {
      const before = await rows('SELECT * FROM login_failure');
      for (const secret of ['hs_wrong', client.client_secret]) {
        const waiting = await askToken({ ...client, client_secret: secret }, { headers });
        expect([...answer(waiting), waiting.headers.get('retry-after')]).toEqual([
          ...[429, 'temporarily_unavailable', seconds],
        ]);
      }
      expect(await rows('SELECT * FROM login_failure'), 'nothing is counted meanwhile').toEqual(before);
      await endWait();
      expect(await guess()).toBe(401);
    }
    const elsewhere = { headers: { 'cf-connecting-ip': '2001:db8:1:3::1' } };
    expect(await guess({ headers: { 'cf-connecting-ip': '2001:db8:1:2:3::4' } })).toBe(429);
    expect((await askToken({ ...client }, elsewhere)).status).toBe(isKnown ? 200 : 401);
    await endWait();
    expect((await askToken({ ...client }, { headers })).status).toBe(isKnown ? 200 : 401);
    expect(await count('login_failure WHERE failures > 1'), 'the right one clears the count').toBe(isKnown ? 0 : 1);
  });

  it('are counted ten times at most where they come at once, and keep the right one out', async () => {
    const client = await insertClient();
    // The wait is a second, which a busy machine may need for the requests alone.
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const all = await Promise.all(
      Array.from({ length: 20 }, () => askToken({ ...client, client_secret: 'hs_wrong' }, { headers })),
    );
    expect(all.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(await row('SELECT failures FROM login_failure')).toEqual({ failures: 10 });
    expect((await askToken({ ...client }, { headers })).status).toBe(429);
  });
});

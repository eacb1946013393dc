import { exportJWK, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/rules/sha256';
import { type Body, call, faults, ok, refusal } from '../support/client';
import { databaseWith } from '../support/fakes';
import { input } from '../support/input';
import { newClient, openSession, stored } from '../support/programs';
import { count, row, rows, trail } from '../support/rows';
import { actorOf } from '../support/users';

const post = (json: object, headers: Record<string, string> = {}) =>
  call('POST', '/auth/clients', { as: 'admin', json, headers });
const get = (id: string) => call('GET', `/auth/clients/${id}`, { as: 'admin' });
const patch = (id: string, json: object, headers: Record<string, string> = {}) =>
  call('PATCH', `/auth/clients/${id}`, { as: 'admin', json, headers });
const sessionOf = (id: string) =>
  row<{ revoked_at: number | null }>('SELECT revoked_at FROM login_session WHERE id = ?', id);

const valid = { name: 'Website', scope: 'system/Appointment.rs', secret: true };
const EC = { ...(await exportJWK((await generateKeyPair('ES384')).publicKey)), kid: 'ec' };
const [RSA] = input.client().jwks.keys;
const FUTURE = '2099-01-01T00:00:00.000Z';

describe('POST /auth/clients', () => {
  it('registers a program, and answers its secret once, of which only the hash is stored', async () => {
    const { status, body, headers } = await post({
      ...valid,
      scope: ' system/Slot.rs openid  system/*.read system/Slot.rs ',
      expires_at: '2099-01-01T02:00+02:00',
    });
    const { client_id, client_secret, created_at, ...client } = body;
    expect(status).toBe(201);
    expect(client).toEqual({
      name: 'Website',
      scope: 'system/Slot.rs system/*.read',
      jwks: null,
      expires_at: FUTURE,
      former_secret_until: null,
      last_used_at: null,
    });
    expect(client_secret).toMatch(/^hs_[\w-]{43}$/);
    expect([headers.get('location'), headers.get('etag')]).toEqual([
      `http://localhost/auth/clients/${client_id}`,
      '"1"',
    ]);
    const [kept, account, ...others] = await stored(client_id);
    expect(kept).toMatchObject({ secret_hash: await sha256(client_secret), former_secret_hash: null, jwks: null });
    expect(account).toMatchObject({
      type: 'client',
      full_name: 'Website',
      password_hash: '',
      email: `client:${client_id}`,
    });
    expect(JSON.stringify([kept, account, ...others])).not.toContain(client_secret);
    const read = await get(client_id);
    expect(read.body).toEqual({ client_id, created_at, ...client });
  });

  it('takes public keys, and keeps of each what it needs', async () => {
    const { client_secret, ...made } = await newClient({
      jwks: { keys: [{ ...EC, x5c: ['x'], key_ops: ['verify'] }, RSA], more: 1 },
    });
    expect([client_secret, made.jwks]).toEqual([undefined, { keys: [EC, RSA] }]);
    expect((await get(made.client_id)).body).toEqual(made);
    expect(await row('SELECT secret_hash FROM client WHERE id = ?', made.client_id)).toEqual({ secret_hash: null });
  });

  it.each<[string, object, string[]]>([
    ['neither a secret nor keys', { secret: undefined }, ['secret']],
    ['a secret that is not wanted', { secret: false, jwks: null }, ['secret']],
    ['both', { jwks: { keys: [EC] } }, ['jwks']],
    ['an address of keys', { jwks_uri: 'https://partner.example/jwks' }, ['jwks_uri']],
    ['an unknown field', { role: 'admin' }, ['role']],
    ['no scope', { scope: '' }, ['scope']],
    ['scopes that nobody is granted', { scope: 'openid fhirUser' }, ['scope']],
    ['a scope of a person', { scope: 'user/Patient.rs' }, ['scope']],
    ['an unknown scope', { scope: 'system/Patient.rs system/Coffee.rs' }, ['scope']],
    ['a scope of which no program may do anything', { scope: 'system/AuditEvent.rs' }, ['scope']],
    ['an end that is over', { expires_at: '2020-01-01T00:00:00Z' }, ['expires_at']],
    ['a name without a letter', { name: '!' }, ['name']],
  ])('refuses %s', async (_, given, fields) => {
    const before = await count('user');
    const refused = await post({ ...valid, ...given });
    expect([refused.status, faults(refused).map(([field]) => field)]).toEqual([422, fields]);
    expect(await count('user')).toBe(before);
  });

  it('says of a scope and of an address of keys what is wrong with them', async () => {
    const said = async (given: object) => (await post({ ...valid, ...given })).body.detail[0].msg;
    expect(await said({ scope: 'system/Patient.rs system/Coffee.rs' })).toContain('system/Coffee.rs');
    expect(await said({ scope: 'system/Patient.rs system/AuditEvent.rs' })).toMatch(
      /anything of it: system\/AuditEvent\.rs$/,
    );
    expect(await said({ jwks_uri: 'https://partner.example/jwks' })).toMatch(/^Not supported, .*`jwks`$/);
  });

  it.each<[string, object[], (string | number)[]]>([
    ['none', [], []],
    ['more than ten', Array.from({ length: 11 }, (_, n) => ({ ...EC, kid: `${n}` })), []],
    ['two of one name', [EC, EC], []],
    ['one without a name', [{ ...EC, kid: undefined }], [0, 'kid']],
    ['a secret key', [{ kty: 'oct', kid: 'x', k: 'c2VjcmV0' }], [0, 'k']],
    ['a private key', [EC, { ...EC, kid: 'x', d: 'cHJpdmF0ZQ' }], [1, 'd']],
    ['an RSA key without its modulus', [{ ...RSA, n: undefined }], [0]],
    ['an RSA key of 1,024 bits', [{ ...RSA, n: 'w'.repeat(171) }], [0]],
    ['a point off the curve', [{ ...EC, x: EC.y }], [0]],
    ['a key of another curve', [{ ...EC, crv: 'P-256' }], [0, 'crv']],
    ['an algorithm of another key', [{ ...EC, alg: 'RS384' }], [0, 'alg']],
    ['an algorithm that SMART does not have', [{ ...RSA, alg: 'RS256' }], [0, 'alg']],
    ['a key for encryption', [{ ...EC, use: 'enc' }], [0, 'use']],
  ])('refuses of keys %s, and shows nothing of it', async (_, keys, place) => {
    const { status, body } = await post({ ...valid, secret: undefined, jwks: { keys } });
    expect([status, body.detail.map(({ loc }: Body) => loc)]).toEqual([422, [['body', 'jwks', 'keys', ...place]]]);
    expect(JSON.stringify(body)).not.toMatch(/c2VjcmV0|cHJpdmF0ZQ/);
  });

  it('answers a repetition of the same request without the secret, as the client is by then', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const { client_secret, ...first } = (await post(valid, headers)).body;
    expect(client_secret).toBeTruthy();
    const again = await post(valid, headers);
    expect([again.status, again.body]).toEqual([201, first]);
    await ok('DELETE', `/auth/clients/${first.client_id}`, { as: 'admin' });
    expect((await post(valid, headers)).body).toEqual(refusal('idempotency_key'));
  });
});

describe('GET /auth/clients', () => {
  it('lists them page by page, the newest first, also those that have ended', async () => {
    const ids: string[] = [];
    for (const name of ['A', 'B', 'C']) ids.unshift((await newClient({ name })).client_id);
    await rows('UPDATE client SET expires_at = 1 WHERE id = ?', ids[1]);
    const first = await call('GET', '/auth/clients?limit=2', { as: 'admin' });
    expect(first.body.map(({ client_id, expires_at }: Body) => [client_id, expires_at])).toEqual([
      [ids[0], null],
      [ids[1], '1970-01-01T00:00:00.001Z'],
    ]);
    const [, next = ''] = /<http:\/\/localhost([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
    expect((await ok('GET', next, { as: 'admin' }))[0].client_id).toBe(ids[2]);
  });

  it('has another tag once the client was used', async () => {
    const { client_id } = await newClient();
    const before = (await get(client_id)).headers.get('etag') ?? '';
    await rows('UPDATE client SET last_used_at = 5 WHERE id = ?', client_id);
    const after = await call('GET', `/auth/clients/${client_id}`, {
      as: 'admin',
      headers: { 'if-none-match': before },
    });
    expect([after.status, after.body?.last_used_at]).toEqual([200, '1970-01-01T00:00:00.005Z']);
    expect((await patch(client_id, { name: 'Y' }, { 'if-match': before })).status).toBe(200);
  });
});

describe('PATCH /auth/clients/{id}', () => {
  it('renames the client and its account, and its tokens go on', async () => {
    const { client_id } = await newClient();
    const session = await openSession(client_id);
    const { status, body, headers } = await patch(client_id, { name: 'Booking' });
    expect([status, body.name, headers.get('etag')]).toEqual([200, 'Booking', '"2"']);
    expect(await row('SELECT full_name FROM user WHERE id = ?', client_id)).toEqual({ full_name: 'Booking' });
    expect(await trail(client_id)).toEqual(['create 1', 'create 1', 'update 2 name', 'update 2 full_name']);
    expect(await sessionOf(session)).toEqual({ revoked_at: null });
  });

  it.each<[string, object]>([
    ['scope', { scope: 'system/Slot.rs' }],
    ['end', { expires_at: FUTURE }],
    ['keys', { jwks: { keys: [EC] } }],
  ])('ends its tokens with another %s', async (_, change) => {
    const { client_id } = await newClient({ jwks: { keys: [RSA] } });
    const session = await openSession(client_id);
    const { body } = await patch(client_id, change);
    expect(body).toMatchObject(change);
    expect((await sessionOf(session))?.revoked_at).toBeGreaterThan(0);
    expect((await get(client_id)).body).toEqual(body);
  });

  it('writes nothing where nothing changes, and its tokens go on', async () => {
    const { client_id, name, scope } = await newClient();
    const session = await openSession(client_id);
    const before = await stored(client_id);
    expect((await patch(client_id, { name, scope, expires_at: null })).headers.get('etag')).toBe('"1"');
    expect((await patch(client_id, {})).status).toBe(200);
    expect(await stored(client_id)).toEqual(before);
    expect(await sessionOf(session)).toEqual({ revoked_at: null });
  });

  it('prolongs a client that has ended, and lets a portal send its end back as it is', async () => {
    const { client_id } = await newClient();
    await rows('UPDATE client SET expires_at = 1 WHERE id = ?', client_id);
    const expires_at = '1970-01-01T00:00:00.001Z';
    expect((await patch(client_id, { name: 'Still', expires_at })).body).toMatchObject({ name: 'Still', expires_at });
    expect((await patch(client_id, { expires_at: '1970-01-02T00:00:00Z' })).status).toBe(422);
    expect((await patch(client_id, { expires_at: null })).body).toMatchObject({ name: 'Still', expires_at: null });
  });

  it('keeps the way in which it logs in: keys of a client with a secret are 409, no keys are 422', async () => {
    const { client_id } = await newClient();
    const before = await stored(client_id);
    const refused = await patch(client_id, { name: 'X', jwks: { keys: [EC] } });
    expect([refused.status, refused.body]).toEqual([409, refusal('other_credentials')]);
    expect(await stored(client_id)).toEqual(before);
    const { client_id: signing } = await newClient({ jwks: { keys: [EC] } });
    expect((await patch(signing, { jwks: null })).status).toBe(422);
    expect((await patch(signing, { jwks: { keys: [{ ...EC, x: EC.y }] } })).status).toBe(422);
  });

  it('has scope and end before and after on the trail', async () => {
    const { client_id } = await newClient();
    await patch(client_id, { scope: 'system/Slot.rs', expires_at: FUTURE });
    const [entry] = await ok('GET', `/audit/?entity_id=${client_id}`, { as: 'admin' });
    expect(entry).toMatchObject({
      ...{ entity: 'client', action: 'update', actor: actorOf('admin').id, changed: ['scope', 'expires_at'] },
      detail: { scope: ['system/Appointment.rs', 'system/Slot.rs'], expires_at: [null, Date.parse(FUTURE)] },
    });
  });
});

describe('DELETE /auth/clients/{id}', () => {
  it('ends the client, its account and its tokens, and the trail goes on to name it', async () => {
    const { client_id } = await newClient({ name: 'Old website' });
    const session = await openSession(client_id);
    expect((await call('DELETE', `/auth/clients/${client_id}`, { as: 'admin' })).status).toBe(200);
    const [client, account] = await stored(client_id);
    expect(client).toMatchObject({ deleted_at: expect.any(Number) });
    expect(account).toMatchObject({ deleted_at: expect.any(Number) });
    expect((await sessionOf(session))?.revoked_at).toBeGreaterThan(0);
    const entries = await ok('GET', `/audit/?entity_id=${client_id}&view=full`, { as: 'admin' });
    expect(entries.map(({ action, entity, record }: Body) => [action, entity, record.name])).toEqual([
      ['delete', 'user', 'Old website'],
      ['delete', 'client', 'Old website'],
      ['create', 'client', 'Old website'],
      ['create', 'user', 'Old website'],
    ]);
  });
});

describe('POST /auth/clients/{id}/secret', () => {
  const renew = (id: string, json: object = {}, headers: Record<string, string> = {}, env = {}) =>
    call('POST', `/auth/clients/${id}/secret`, { as: 'admin', json, headers, env });
  const secrets = (id: string) =>
    row('SELECT secret_hash, former_secret_hash, former_secret_until FROM client WHERE id = ?', id);
  const DAY = 86_400_000;

  it('answers another secret once; the former one works for 24 hours, and the one before it no longer', async () => {
    const { client_id, client_secret: first } = await newClient();
    const session = await openSession(client_id);
    const before = Date.now();
    const { status, body, headers } = await call('POST', `/auth/clients/${client_id}/secret`, { as: 'admin' });
    const { client_secret: second, ...client } = body;
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    expect((await get(client_id)).body).toEqual(client);
    const until = Date.parse(client.former_secret_until);
    expect(until - before).toBeGreaterThanOrEqual(DAY);
    expect(until - Date.now()).toBeLessThanOrEqual(DAY);
    expect(await secrets(client_id)).toEqual({
      secret_hash: await sha256(second),
      former_secret_hash: await sha256(first),
      former_secret_until: until,
    });
    const { client_secret: third } = (await renew(client_id)).body;
    expect(await secrets(client_id)).toMatchObject({
      secret_hash: await sha256(third),
      former_secret_hash: await sha256(second),
    });
    expect(await sessionOf(session)).toEqual({ revoked_at: null });
    await rows('UPDATE client SET former_secret_until = 1 WHERE id = ?', client_id);
    expect((await get(client_id)).body.former_secret_until).toBeNull();
  });

  it('ends the former ones at once, with all tokens, where that is asked for', async () => {
    const { client_id } = await newClient();
    await renew(client_id);
    const session = await openSession(client_id);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const { body } = await renew(client_id, { revoke_old: true }, headers);
    expect(body.former_secret_until).toBeNull();
    const left = { former_secret_hash: null, former_secret_until: null };
    expect(await secrets(client_id)).toEqual({ secret_hash: await sha256(body.client_secret), ...left });
    expect((await sessionOf(session))?.revoked_at).toBeGreaterThan(0);
    expect(await trail(client_id)).toEqual(['create 1', 'create 1', 'update 2 secret_hash', 'update 3 secret_hash']);
  });

  it('answers a repetition without a secret, and changes nothing', async () => {
    const { client_id } = await newClient();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const { client_secret, ...client } = (await renew(client_id, {}, headers)).body;
    const session = await openSession(client_id);
    const before = await stored(client_id);
    const again = await renew(client_id, {}, headers);
    expect([again.status, again.body, client_secret]).toEqual([200, client, expect.any(String)]);
    expect((await renew(client_id, { revoke_old: true }, headers)).body).toEqual(refusal('idempotency_key'));
    expect(await stored(client_id)).toEqual(before);
    expect(await sessionOf(session)).toEqual({ revoked_at: null });
  });

  it('is 409 for a client with keys', async () => {
    const { client_id } = await newClient({ jwks: { keys: [EC] } });
    const before = await stored(client_id);
    const refused = await renew(client_id, { revoke_old: true }, { 'idempotency-key': crypto.randomUUID() });
    expect([refused.status, refused.body]).toEqual([409, refusal('other_credentials')]);
    expect(await stored(client_id)).toEqual(before);
  });

  it('leaves the two last secrets where many ask at once, and loses no change beside them', async () => {
    const { client_id } = await newClient();
    const [named, ...renewals] = await Promise.all([
      patch(client_id, { name: 'Renamed' }),
      ...Array.from({ length: 4 }, () => renew(client_id)),
    ]);
    expect([named, ...renewals].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const hashes = await Promise.all(renewals.map(({ body }) => sha256(body.client_secret)));
    const { secret_hash, former_secret_hash } = (await secrets(client_id)) ?? {};
    expect(hashes).toEqual(expect.arrayContaining([secret_hash, former_secret_hash]));
    expect(secret_hash).not.toBe(former_secret_hash);
    expect((await get(client_id)).body.name).toBe('Renamed');
    expect(await row('SELECT version FROM client WHERE id = ?', client_id)).toEqual({ version: 6 });
  });

  it('gives no secret to a client that is deleted at that moment', async () => {
    const { client_id } = await newClient();
    const DB = databaseWith((session) => ({
      batch: async (statements: D1PreparedStatement[]) => {
        await rows('UPDATE client SET deleted_at = 1 WHERE id = ?', client_id);
        return session.batch(statements);
      },
    }));
    expect((await renew(client_id, {}, {}, { DB })).status).toBe(404);
    expect(await secrets(client_id)).toMatchObject({ former_secret_hash: null });
  });
});

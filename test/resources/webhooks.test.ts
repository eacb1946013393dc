import { beforeEach, describe, expect, it } from 'vitest';
import { type Body, call, faults, nextPage, ok, refusal } from '../support/client';
import { input } from '../support/input';
import { count, row, rows, trail } from '../support/rows';
import { insertUser } from '../support/users';
import { type Given, leaveRoomForWebhooks, newWebhook, postWebhook, storedWebhook } from '../support/webhooks';

const path = (id: string) => `/webhooks/${id}`;
const get = (id: string) => call('GET', path(id), { as: 'admin' });
const patch = (id: string, json: object, headers: Record<string, string> = {}) =>
  call('PATCH', path(id), { as: 'admin', json, headers });
const renew = (id: string, json: object = {}, headers: Record<string, string> = {}) =>
  call('POST', `${path(id)}/secret`, { as: 'admin', json, headers });
const lastOfTrail = async () => (await row<{ seq: number }>('SELECT max(seq) AS seq FROM audit'))?.seq ?? 0;

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const LAPTOP = { WEBHOOK_LOOPBACK: 'yes' };

beforeEach(() => leaveRoomForWebhooks(0));

describe('POST /webhooks/', () => {
  it('registers an address as it is called, and answers its secret once', async () => {
    const last = await lastOfTrail();
    const { status, body, headers } = await postWebhook({
      url: 'https://HOOKS.Partner.example:443/a/../hook?for=us',
      types: ['patient.merged', 'appointment.*', 'patient.merged'],
      description: undefined,
      disabled: undefined,
    });
    const { secret, id, created_at, ...webhook } = body;
    expect([status, headers.get('location'), headers.get('etag')]).toEqual([
      201,
      `http://localhost/webhooks/${id}`,
      '"1"',
    ]);
    expect(secret).toMatch(SECRET);
    expect(webhook).toEqual({
      url: 'https://hooks.partner.example/hook?for=us',
      types: ['patient.merged', 'appointment.*'],
      ...{ description: null, disabled_at: null, disabled_because: null, failing_since: null },
      ...{ former_secret_until: null, behind: 1 },
    });
    expect(await storedWebhook(id)).toMatchObject({ secret, former_secret: null, cursor: last });
    expect(Date.now() - Date.parse(created_at)).toBeLessThan(60_000);
    const { secret: _, ...rest } = body;
    expect((await get(id)).body).toEqual(rest);
    expect(await ok('GET', '/webhooks/', { as: 'admin' })).toEqual([rest]);
  });

  it('leaves no secret in the trail, of which each change is an event', async () => {
    const { id, secret } = await newWebhook();
    await patch(id, { description: 'Other' });
    const renewed = (await renew(id)).body.secret;
    await ok('DELETE', path(id), { as: 'admin' });
    expect(await trail(id)).toEqual(['create 1', 'update 2 description', 'update 3 secret', 'delete 4 deleted_at']);
    const all = JSON.stringify(await rows('SELECT * FROM audit WHERE entity_id = ?', id));
    for (const one of [secret, renewed]) expect(all).not.toContain(one);
    const { body: events } = await call('GET', '/events/?types=webhook.*&limit=1000', { as: 'admin' });
    const types = events.flatMap(({ entity_id, type }: Body) => (entity_id === id ? type : []));
    expect(types).toEqual(['webhook.created', 'webhook.updated', 'webhook.updated', 'webhook.deleted']);
  });

  it.each([
    'http://partner.example/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://１２７.０.０.１/',
    'https://[::ffff:7f00:1]/',
    'https://localhost/',
    'https://loc%61lhost/',
    'https://db.internal/',
    'https://partner.example:8443/',
    'https://user:word@partner.example/',
    'http://localhost:9000/',
    'not a URL',
  ])('refuses %s, which is no address of the public internet', async (url) => {
    const created = await postWebhook({ url });
    expect([created.status, faults(created)]).toEqual([422, [['url', 'value_error']]]);
    const { id } = await newWebhook();
    const changed = await patch(id, { url });
    expect([changed.status, faults(changed)]).toEqual([422, [['url', 'value_error']]]);
    expect(await storedWebhook(id)).toMatchObject({ version: 1 });
  });

  it('refuses the service itself, by the name of the request and by that of its settings', async () => {
    const send = (url: string) =>
      call('POST', '/webhooks/', {
        ...{ as: 'admin', json: input.webhook({ url }), origin: 'https://hospital.workers.example' },
        env: { BASE_URL: 'https://api.hospital.example/v1' },
      });
    expect((await send('https://HOSPITAL.workers.example/auth/login')).status).toBe(422);
    expect((await send('https://api.hospital.example/')).status).toBe(422);
    expect((await send('https://hospital.example/')).status).toBe(201);
  });

  it('takes receivers on this machine where the setting says so', async () => {
    const send = (url: string) =>
      call('POST', '/webhooks/', { as: 'admin', json: input.webhook({ url }), env: LAPTOP });
    expect((await send('http://localhost:9000/hook')).body.url).toBe('http://localhost:9000/hook');
    expect((await send('http://127.0.0.2:9000/')).status).toBe(422);
    const { id } = await newWebhook();
    const changed = await call('PATCH', path(id), { as: 'admin', json: { url: 'http://[::1]:9000' }, env: LAPTOP });
    expect(changed.body.url).toBe('http://[::1]:9000/');
  });

  it.each<[string, Given, [string, string][]]>([
    ['an unknown type', { types: ['appointment.created', 'appointment.lost'] }, [['types.1', 'enum']]],
    ['all of an unknown entity', { types: ['login.*'] }, [['types.0', 'enum']]],
    ['everything', { types: ['*'] }, [['types.0', 'enum']]],
    ['no types', { types: [] }, [['types', 'too_short']]],
    ['no url', { url: '' }, [['url', 'string_too_short']]],
    ['a long url', { url: `https://partner.example/${'x'.repeat(2_000)}` }, [['url', 'string_too_long']]],
    ['a secret of its own', { secret: 'whsec_x' }, [['secret', 'extra_forbidden']]],
    ['a long description', { description: 'x'.repeat(201) }, [['description', 'string_too_long']]],
  ])('refuses %s', async (_, given, expected) => {
    const refused = await postWebhook(given);
    expect([refused.status, faults(refused)]).toEqual([422, expected]);
  });

  it('takes twenty and no more, however many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => postWebhook()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.find(({ status }) => status !== 201)?.body).toEqual(refusal('too_many'));
    expect(await count('webhook WHERE deleted_at IS NULL')).toBe(20);
    const [{ id }] = await ok('GET', '/webhooks/', { as: 'admin' });
    await ok('DELETE', path(id), { as: 'admin' });
    expect((await postWebhook()).status).toBe(201);
  });

  it('answers a repetition of the same request without the secret', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const { secret, behind: _, ...first } = (await postWebhook({}, headers)).body;
    expect(secret).toMatch(SECRET);
    const again = await postWebhook({}, headers);
    expect([again.status, again.body]).toEqual([201, { ...first, behind: expect.any(Number) }]);
    expect(await count('webhook WHERE deleted_at IS NULL')).toBe(1);
    await ok('DELETE', path(first.id), { as: 'admin' });
    expect((await postWebhook({}, headers)).body).toEqual(refusal('idempotency_key'));
  });

  it('begins disabled if asked to', async () => {
    const { disabled_at, behind } = await newWebhook({ disabled: true });
    expect([Date.now() - Date.parse(disabled_at) < 60_000, behind]).toEqual([true, null]);
  });
});

describe('GET /webhooks/', () => {
  it('lists them page by page, the newest first', async () => {
    const ids: string[] = [];
    for (const description of ['A', 'B', 'C']) ids.unshift((await newWebhook({ description })).id);
    const first = await call('GET', '/webhooks/?limit=2', { as: 'admin' });
    expect(first.body.map(({ id }: Body) => id)).toEqual(ids.slice(0, 2));
    const last = await call('GET', nextPage(first) ?? '', { as: 'admin' });
    expect([last.body.map(({ id }: Body) => id), nextPage(last)]).toEqual([ids.slice(2), undefined]);
  });

  it('has another tag once it fails or is behind, which makes no version', async () => {
    const { id } = await newWebhook();
    const unchangedBy = async (change: string) => {
      const tag = (await get(id)).headers.get('etag') ?? '';
      await rows(`UPDATE webhook SET ${change} WHERE id = ?`, id);
      return (await call('GET', path(id), { as: 'admin', headers: { 'if-none-match': tag } })).status;
    };
    expect(await unchangedBy('version = version')).toBe(304);
    expect(await unchangedBy('failing_since = 1000')).toBe(200);
    expect(await unchangedBy('cursor = cursor - 1')).toBe(200);
  });
});

describe('PATCH /webhooks/{id}', () => {
  it('changes what it names', async () => {
    const { id, secret: _, behind: __, ...before } = await newWebhook({ description: 'Accounting' });
    const changed = await patch(id, { types: ['payment.*'] }, { 'if-match': '"1"' });
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"']);
    expect(changed.body).toMatchObject({ ...before, types: ['payment.*'] });
    expect((await patch(id, { description: null })).body.description).toBeNull();
    expect((await patch(id, { url: 'https://Other.example' })).body.url).toBe('https://other.example/');
    expect((await patch(id, { types: [] })).status).toBe(422);
    expect((await patch(id, { types: null, url: null })).status).toBe(422);
    expect((await patch(id, { description: 'x' }, { 'if-match': '"1"' })).body).toEqual(refusal('outdated'));
    expect(await trail(id)).toEqual(['create 1', 'update 2 types', 'update 3 description', 'update 4 url']);
  });

  it('writes nothing where nothing changes', async () => {
    const { id, url, types, description } = await newWebhook();
    const { status, cost } = await patch(id, { url, types, description, disabled: false });
    expect([status, cost.rows_written, (await storedWebhook(id)).version]).toEqual([200, 0, 1]);
  });

  it('disables once, and enables again with what happens from then on', async () => {
    const { id } = await newWebhook();
    const { disabled_at } = (await patch(id, { disabled: true })).body;
    expect(Date.now() - Date.parse(disabled_at)).toBeLessThan(60_000);
    expect((await patch(id, { disabled: true })).body).toMatchObject({ disabled_at, disabled_because: null });
    await newWebhook();
    const enabled = await patch(id, { disabled: false });
    expect(enabled.body).toMatchObject({ disabled_at: null, behind: 0 });
    expect((await storedWebhook(id)).cursor).toBe(await lastOfTrail());
    expect(await trail(id)).toEqual(['create 1', 'update 2 disabled_at', 'update 3 disabled_at']);
  });

  it('forgets why the service had disabled it, and since when it had failed', async () => {
    const { id } = await newWebhook();
    const disable = () =>
      rows(
        `UPDATE webhook SET disabled_at = 2000, disabled_because = 'failing', failing_since = 1000 WHERE id = ?`,
        id,
      );
    await disable();
    const at = '1970-01-01T00:00:02.000Z';
    const failing = { disabled_at: at, disabled_because: 'failing', failing_since: '1970-01-01T00:00:01.000Z' };
    expect((await patch(id, { disabled: true, description: 'x' })).body).toMatchObject(failing);
    const anew = { disabled_at: null, disabled_because: null, failing_since: null };
    expect((await patch(id, { disabled: false })).body).toMatchObject(anew);
  });

  it('keeps its place, and since when it fails, where it was enabled already or gets another description', async () => {
    const { id } = await newWebhook();
    await rows('UPDATE webhook SET failing_since = 1000, cursor = 1 WHERE id = ?', id);
    await patch(id, { disabled: false, description: 'x' });
    expect(await storedWebhook(id)).toMatchObject({ failing_since: 1000, cursor: 1 });
    await patch(id, { url: 'https://other.example/' });
    expect(await storedWebhook(id)).toMatchObject({ failing_since: null, cursor: 1 });
  });
});

describe('POST /webhooks/{id}/secret', () => {
  it('lets the former one sign for 24 hours, and never a third one', async () => {
    const { id, secret: first } = await newWebhook();
    const second = (await renew(id)).body;
    expect(second.secret).toMatch(SECRET);
    expect(Math.abs(Date.parse(second.former_secret_until) - Date.now() - 86_400_000)).toBeLessThan(60_000);
    expect(await storedWebhook(id)).toMatchObject({ secret: second.secret, former_secret: first });
    const third = (await renew(id)).body;
    expect(new Set([first, second.secret, third.secret]).size).toBe(3);
    expect(await storedWebhook(id)).toMatchObject({ secret: third.secret, former_secret: second.secret });
    await rows('UPDATE webhook SET former_secret_until = 1000 WHERE id = ?', id);
    expect((await get(id)).body.former_secret_until).toBeNull();
  });

  it('ends the former one at once if asked to', async () => {
    const { id } = await newWebhook();
    await renew(id);
    const { secret, former_secret_until } = (await renew(id, { revoke_old: true })).body;
    expect(former_secret_until).toBeNull();
    expect(await storedWebhook(id)).toMatchObject({ secret, former_secret: null, former_secret_until: null });
  });

  it('answers a repetition of the same request without the secret, and makes no other one', async () => {
    const { id } = await newWebhook();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const { secret } = (await renew(id, {}, headers)).body;
    const again = await renew(id, {}, headers);
    expect([again.status, again.body.secret, (await storedWebhook(id)).secret]).toEqual([200, undefined, secret]);
  });
});

describe('DELETE /webhooks/{id}', () => {
  it('leaves neither it nor its secrets', async () => {
    const { id } = await newWebhook();
    await renew(id);
    expect((await call('DELETE', path(id), { as: 'admin', headers: { 'if-match': '"1"' } })).status).toBe(412);
    await ok('DELETE', path(id), { as: 'admin' });
    expect(await storedWebhook(id)).toMatchObject({ secret: '', former_secret: null, former_secret_until: null });
    const answers = await Promise.all([get(id), patch(id, {}), renew(id), call('DELETE', path(id), { as: 'admin' })]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await ok('GET', '/webhooks/', { as: 'admin' })).toEqual([]);
  });
});

describe('Whoever is no admin any more', () => {
  it('neither reads nor changes webhooks by a token that has not expired', async () => {
    const { id } = await newWebhook();
    const former = await insertUser('admin');
    await rows('UPDATE user SET disabled_at = 1 WHERE id = ?', former.id);
    const before = await storedWebhook(id);
    const calls: [string, string, object?][] = [
      ['GET', '/webhooks/'],
      ['GET', path(id)],
      ['GET', `${path(id)}/deliveries`],
      ['POST', '/webhooks/', input.webhook()],
      ['PATCH', path(id), { disabled: true }],
      ['POST', `${path(id)}/secret`, {}],
      ['POST', `${path(id)}/resend`, { after: `evt_0_${'0'.repeat(16)}` }],
      ['POST', `${path(id)}/test`],
      ['DELETE', path(id)],
    ];
    for (const [method, to, json] of calls) {
      const { body } = await call(method, to, { as: { ...former, role: 'admin' }, ...(json && { json }) });
      expect([method, to, body]).toEqual([method, to, refusal('session_ended')]);
    }
    expect([await storedWebhook(id), await count('webhook WHERE deleted_at IS NULL')]).toEqual([before, 1]);
  });
});

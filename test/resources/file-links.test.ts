import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Actor } from '../../src/context';
import { accessOf } from '../support/access';
import { type Body, type CallOptions, call, ok, refusal, testEnv } from '../support/client';
import { make } from '../support/factories';
import { PNG, pathOf, uploadRaw } from '../support/files';
import { merge } from '../support/merges';
import { actorOf, programOf } from '../support/users';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const env = { FILE_URLS: 'expiring' };
const expiring = (method: string, path: string, options: CallOptions = {}) =>
  call(method, path, { ...options, env: { ...env, ...options.env } });
const done = async (method: string, path: string, options: CallOptions = {}): Promise<Body> =>
  ok(method, path, { ...options, env });

/** 20 minutes past a full hour. */
const now = Math.floor(Date.now() / HOUR) * HOUR + 20 * MINUTE;
const END = Math.floor(now / HOUR) * 3600 + 7200;
beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const { id: patient } = await make.patient();
const upload = (entity_id = patient, options: CallOptions = {}) =>
  uploadRaw(PNG, { entity_id, filename: 'scan.png' }, { env, ...options });

/** What is behind the origin. */
const linkOf = ({ url }: { url: string }): string => pathOf({ url }) + new URL(url).search;
const open = (path: string, options: CallOptions = {}) => expiring('GET', path, { as: null, ...options });
const LINK = /^http:\/\/localhost\/static\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.png\?until=(\d+)&sig=[\w-]{43}$/;

describe('With FILE_URLS=expiring', () => {
  it('every answer with a file gives a url that opens it, until the hour after the next begins', async () => {
    const { body, headers } = await upload();
    expect([headers.get('location'), LINK.exec(body.url)?.[1]]).toEqual([body.url, String(END)]);
    const doctor = await make.doctor();
    const visit = await make.appointment();
    const places: [entity: string, read: string][] = [
      [patient, `/patient/${patient}`],
      [doctor.id, `/doctor/${doctor.id}`],
      [visit.id, `/calendar/appointments/${visit.id}`],
    ];
    for (const [entity, path] of places) {
      const { url } = (await upload(entity)).body;
      const { files } = await done('GET', path);
      const listed = await done('GET', `/static/?entity_id=${entity}`);
      expect([files.at(-1).url, listed[0].url], path).toEqual([url, url]);
      expect((await open(linkOf({ url }))).bytes).toEqual(PNG);
    }
    const changed = { json: { gender: 'x' }, headers: { prefer: 'return=representation' } };
    expect((await done('PATCH', `/patient/${patient}`, changed)).files[0].url).toMatch(LINK);
  });

  it('a repeated upload answers a link of its own time', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await upload(patient, { headers });
    vi.setSystemTime(now + HOUR);
    const again = await upload(patient, { headers });
    expect(again.body.id).toBe(first.body.id);
    expect(again.body.url).toContain(`?until=${END + 3600}&`);
  });

  it('an opening costs what it does without a link, and goes on with HEAD, Range, conditions and download=1', async () => {
    const { body } = await upload();
    const link = linkOf(body);
    const { headers, cost } = await open(link);
    expect(cost).toMatchObject({ trips: 1, r2: 1 });
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const etag = headers.get('etag') ?? '';
    expect((await open(link, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await open(link, { headers: { range: 'bytes=1-3' } })).status).toBe(206);
    expect((await expiring('HEAD', link, { as: null })).status).toBe(200);
    expect((await open(`${link}&download=1`)).headers.get('content-disposition')).toContain('scan.png');
    vi.setSystemTime(END * 1000);
    expect((await open(link, { headers: { 'if-none-match': etag } })).status).toBe(401);
  });

  it('a link lives to its end, and the answer says that it has expired', async () => {
    const link = linkOf((await upload()).body);
    vi.setSystemTime(END * 1000 - 1);
    expect((await open(link)).status).toBe(200);
    vi.setSystemTime(END * 1000);
    const { status, body, headers } = await open(link);
    expect([status, body]).toEqual([401, refusal('link_expired')]);
    expect([headers.get('www-authenticate'), headers.get('cache-control')]).toEqual(['Bearer', 'no-store']);
    expect((await open(link, { as: 'staff' })).bytes).toEqual(PNG);
  });

  it('a record keeps its ETag within the hour, and has another one with the next links', async () => {
    await upload();
    const read = (etag = '') => expiring('GET', `/patient/${patient}`, { headers: { 'if-none-match': etag } });
    const etag = (await read()).headers.get('etag') ?? '';
    vi.setSystemTime(now + 39 * MINUTE);
    expect((await read(etag)).status).toBe(304);
    vi.setSystemTime(now + 40 * MINUTE);
    const later = await read(etag);
    expect([later.status, later.body.files[0].url]).toEqual([200, expect.stringContaining(`until=${END + 3600}&`)]);
  });

  it('a clock that is a little behind takes links of the next hour, and none of a later one', async () => {
    vi.setSystemTime(now + 40 * MINUTE);
    const link = linkOf((await upload()).body);
    vi.setSystemTime(now + 39.5 * MINUTE);
    expect((await open(link)).status).toBe(200);
    vi.setSystemTime(now + 38 * MINUTE);
    expect((await open(link)).body).toEqual(refusal('link_expired'));
  });

  it('the bare url needs a token of an account that may read files', async () => {
    const path = pathOf((await upload()).body);
    const bare = await open(path);
    expect([bare.status, bare.body]).toEqual([401, refusal('unauthenticated')]);
    const wrong = await open(path, { headers: { authorization: 'Bearer x' } });
    expect([wrong.status, wrong.body]).toEqual([401, refusal('token_invalid')]);
    const narrowed = { ...actorOf('staff'), scope: 'user/Patient.rs' };
    const lacking = [
      ['none', 'forbidden'],
      [narrowed, 'insufficient_scope'],
      [programOf('system/Patient.rs'), 'insufficient_scope'],
    ] as const;
    for (const [as, code] of lacking) {
      const refused = await open(path, { as });
      expect([refused.status, refused.body]).toEqual([403, refusal(code)]);
      expect(accessOf(refused)).toMatchObject([{ action: 'refused', entity: 'file' }]);
    }
    for (const as of ['doctor', 'billing', programOf('system/*.rs')] as const) {
      const read = await open(path, { as });
      expect([read.status, read.cost.trips]).toEqual([200, 1]);
      expect(accessOf(read)).toMatchObject([{ action: 'read', entity: 'file', owner_id: patient }]);
    }
    const unknown = `/static/${patient}/${crypto.randomUUID()}.png`;
    expect([(await open(unknown)).status, (await open(unknown, { as: 'staff' })).status]).toEqual([401, 404]);
  });

  it('an opening by link is on record where a token names somebody', async () => {
    const link = linkOf((await upload()).body);
    expect(accessOf(await open(link))).toEqual([]);
    const opened = await open(link, { as: 'none' });
    expect([opened.status, accessOf(opened)]).toEqual([
      200,
      [expect.objectContaining({ action: 'read', actor: actorOf('none').id, owner_id: patient })],
    ]);
  });

  it('a login that may not read files is given bare urls', async () => {
    const visit = await make.appointment();
    const { url } = (await upload(visit.id)).body;
    const urlFor = async (as: Actor) => (await done('GET', `/calendar/appointments/${visit.id}`, { as })).files[0].url;
    const user = (scope: string) => ({ ...actorOf('staff'), scope });
    const shown = [
      user('user/Appointment.rs'),
      programOf('system/Appointment.rs'),
      user('user/*.rs'),
      programOf('system/*.rs'),
    ];
    const bare = url.replace(/\?.*/, '');
    expect(await Promise.all(shown.map(urlFor))).toEqual([bare, bare, url, url]);
  });

  it('a link ends with its file and with the owner, and outlives a merge', async () => {
    const [{ id }, { id: from }] = [await make.patient(), await make.patient()];
    const file = (await upload(from)).body;
    await merge(id, from);
    const [listed] = await done('GET', `/static/?entity_id=${id}`);
    expect([listed.url, (await open(linkOf(file))).status]).toEqual([file.url, 200]);
    await ok('DELETE', `/static/delete_file/${file.id}`);
    expect((await open(linkOf(file))).body).toEqual(refusal('not_found'));
    const other = (await upload(id)).body;
    await ok('DELETE', `/patient/${id}`);
    expect((await open(linkOf(other))).status).toBe(404);
  });

  it('a link outlives a rotation of the secret as long as the previous one is kept', async () => {
    const link = linkOf((await upload()).body);
    const JWT_SECRET = 'another secret of thirty-two characters';
    const rotated = { JWT_SECRET, JWT_SECRET_PREVIOUS: testEnv.JWT_SECRET };
    expect((await open(link, { env: rotated })).status).toBe(200);
    expect((await open(link, { env: { JWT_SECRET } })).body).toEqual(refusal('link_expired'));
  });
});

describe('Nothing else than the link itself', () => {
  it.each<[what: string, change: (path: string, until: string, sig: string, other: URL) => string]>([
    ['without its signature', (path, until) => `${path}?until=${until}`],
    ['without its end', (path, _, sig) => `${path}?sig=${sig}`],
    ['with both empty', (path) => `${path}?until=&sig=`],
    ['with a later end', (path, until, sig) => `${path}?until=${Number(until) + 1}&sig=${sig}`],
    ['with an end that counts otherwise', (path, until, sig) => `${path}?until=0${until}&sig=${sig}`],
    ['with an end in another notation', (path, until, sig) => `${path}?until=${until}.0&sig=${sig}`],
    ['with two ends', (path, until, sig) => `${path}?until=${until}&until=${until}&sig=${sig}`],
    ['with two signatures', (path, until, sig) => `${path}?until=${until}&sig=x&sig=${sig}`],
    ['with the signature of another file', (path, _, __, other) => `${path}${other.search}`],
    ['with the path of another file', (_, until, sig, other) => `${other.pathname}?until=${until}&sig=${sig}`],
    [
      'with another owner',
      (path, until, sig) => `${path.replace(patient, crypto.randomUUID())}?until=${until}&sig=${sig}`,
    ],
    ['with another extension', (path, until, sig) => `${path.replace('.png', '.pdf')}?until=${until}&sig=${sig}`],
    ['with a signature in capitals', (path, until, sig) => `${path}?until=${until}&sig=${sig.toUpperCase()}`],
    ['with a signature that is cut', (path, until, sig) => `${path}?until=${until}&sig=${sig.slice(0, 22)}`],
    ['with a signature that goes on', (path, until, sig) => `${path}?until=${until}&sig=${sig}A`],
    ['with a padded signature', (path, until, sig) => `${path}?until=${until}&sig=${sig}=`],
    ['with a signature of other letters', (path, until) => `${path}?until=${until}&sig=${'ä'.repeat(43)}`],
    ['with names in capitals', (path, until, sig) => `${path}?UNTIL=${until}&SIG=${sig}`],
  ])('opens a file: %s', async (_, change) => {
    const [file, other] = [(await upload()).body, (await upload()).body];
    const { pathname, searchParams } = new URL(file.url);
    const changed = change(
      pathname,
      searchParams.get('until') ?? '',
      searchParams.get('sig') ?? '',
      new URL(other.url),
    );
    const { status, body } = await open(changed);
    expect([status, body]).toEqual([401, refusal(/UNTIL/.test(changed) ? 'unauthenticated' : 'link_expired')]);
  });

  it('opens a file, not one of four texts of the same bytes either', async () => {
    const link = linkOf((await upload()).body);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = letters.indexOf(link.at(-1) ?? '');
    const twins = [1, 2, 3].map((n) => link.slice(0, -1) + letters[last + n]);
    expect(await Promise.all(twins.map(async (twin) => (await open(twin)).status))).toEqual([401, 401, 401]);
  });

  it('opens a file, not what the secret signs otherwise', async () => {
    const path = pathOf((await upload()).body);
    const key = path.slice('/static/'.length);
    const bytes = (text: string) => new TextEncoder().encode(text);
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    const secret = await crypto.subtle.importKey('raw', bytes(testEnv.JWT_SECRET), hmac, false, ['sign']);
    for (const text of [`${path}?until=${END}`, `${key}\n${END}`, `/static/${key}\n${END}`, `upload\n${key}\n${END}`]) {
      const sig = Buffer.from(await crypto.subtle.sign('HMAC', secret, bytes(text))).toString('base64url');
      expect((await open(`${path}?until=${END}&sig=${sig}`)).status, text).toBe(401);
    }
  });

  it('is asked of ids in capitals, which name the same file', async () => {
    const link = linkOf((await upload()).body);
    expect((await open(link.replace(/[0-9a-f-]{36}/g, (id) => id.toUpperCase()))).bytes).toEqual(PNG);
  });
});

describe('Without FILE_URLS=expiring', () => {
  it('urls are bare and open for ever, and what a link has is passed over', async () => {
    const { body } = await upload(patient, { env: {} });
    expect(body.url).toMatch(/\.png$/);
    const signed = linkOf((await done('GET', `/static/?entity_id=${patient}&limit=1`))[0]);
    vi.setSystemTime(now + 1000 * HOUR);
    for (const query of ['', signed.slice(signed.indexOf('?')), '?sig=x&sig=y&until=never', '?until=']) {
      const { status, headers } = await call('GET', pathOf(body) + query, { as: null });
      expect([status, headers.has('x-ignored-parameters')], query).toEqual([200, false]);
    }
  });
});

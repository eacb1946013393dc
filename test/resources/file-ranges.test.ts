import { describe, expect, it } from 'vitest';
import { call, refusal } from '../support/client';
import { make } from '../support/factories';
import { bucketWith } from '../support/fakes';
import { makePng, PNG, pathOf, readFile } from '../support/files';

const { id: patient } = await make.patient();
const file = await makePng(patient);
const { headers: stored } = await readFile(file);
const etag = stored.get('etag') ?? '';
const modified = stored.get('last-modified') ?? '';
const shifted = (seconds: number) => new Date(Date.parse(modified) + seconds * 1000).toUTCString();
const N = PNG.length;

describe('A Range of a file', () => {
  const last = N - 1;
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-', 0, last],
    ['bytes=1-3', 1, 3],
    ['bytes=10-9999999', 10, last],
    ['bytes=10-99999999999999999999', 10, last],
    [`bytes=${last}-`, last, last],
    ['bytes=-1', last, last],
    ['bytes=-5', last - 4, last],
    ['bytes=-99999999999999999999', 0, last],
    ['BYTES=2-4', 2, 4],
    [' bytes=2-4 ', 2, 4],
  ])('is answered with 206 when it is %s', async (range, from, to) => {
    const { status, headers, bytes } = await readFile(file, { range });
    expect(status).toBe(206);
    expect(headers.get('content-range')).toBe(`bytes ${from}-${to}/${N}`);
    expect(headers.get('content-length')).toBe(String(to - from + 1));
    expect(headers.get('content-type')).toBe('image/png');
    expect(bytes).toEqual(PNG.slice(from, to + 1));
  });

  it.each([`bytes=${N}-`, `bytes=${N}-${N}`, 'bytes=99999999999999999999-', 'bytes=-0'])(
    'is answered with 416 when it is %s',
    async (range) => {
      const { status, headers, body } = await readFile(file, { range });
      expect(status).toBe(416);
      expect(headers.get('content-range')).toBe(`bytes */${N}`);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(body).toEqual(refusal('range_not_satisfiable'));
    },
  );

  it.each([
    'bytes=0-1,3-4',
    'bytes=3-1',
    'bytes=-',
    'bytes=a-b',
    'bytes=1',
    'items=0-1',
    'bytes',
    'bytes=0x1-2',
    '0-1',
  ])('is ignored when it is %s', async (range) => {
    const { status, headers, bytes } = await readFile(file, { range });
    expect(status).toBe(200);
    expect(headers.has('content-range')).toBe(false);
    expect(bytes).toEqual(PNG);
  });

  it('is sent with If-Range only to a client that has the same file', async () => {
    const range = 'bytes=0-1';
    for (const same of [etag, modified]) {
      expect((await readFile(file, { range, 'if-range': same })).status, same).toBe(206);
    }
    for (const other of ['"other"', `W/${etag}`, shifted(-1), shifted(1), 'nonsense']) {
      for (const range of ['bytes=0-1', 'bytes=999-']) {
        const { status, bytes, cost } = await readFile(file, { range, 'if-range': other });
        expect(status, other).toBe(200);
        expect(bytes).toEqual(PNG);
        expect(cost.trips).toBe(1);
      }
    }
  });

  it('is answered with 503 when R2 fails', async () => {
    const get = () => Promise.reject(new Error('get: We encountered an internal error. (10001)'));
    const options = { as: null, headers: { range: 'bytes=0-1' }, env: { FILES: bucketWith({ get }) } };
    expect((await call('GET', pathOf(file), options)).status).toBe(503);
  });

  it('is evaluated after the conditions', async () => {
    expect((await readFile(file, { range: 'bytes=0-1', 'if-none-match': etag })).status).toBe(304);
    expect((await readFile(file, { range: 'bytes=999-', 'if-none-match': etag })).status).toBe(304);
    expect((await readFile(file, { range: 'bytes=999-', 'if-match': '"other"' })).status).toBe(412);
  });
});

describe('A read of a file with', () => {
  const table: [string, number, () => Record<string, string>][] = [
    ['If-None-Match and its tag', 304, () => ({ 'if-none-match': etag })],
    ['If-None-Match and its weak tag', 304, () => ({ 'if-none-match': `W/${etag}` })],
    ['If-None-Match and several tags', 304, () => ({ 'if-none-match': `"other", ${etag}` })],
    ['If-None-Match: *', 304, () => ({ 'if-none-match': '*' })],
    ['If-None-Match and another tag', 200, () => ({ 'if-none-match': '"other"' })],
    ['If-None-Match and no valid tag', 200, () => ({ 'if-none-match': 'other' })],
    ['If-Modified-Since its date', 304, () => ({ 'if-modified-since': modified })],
    ['If-Modified-Since a later date', 304, () => ({ 'if-modified-since': shifted(60) })],
    ['If-Modified-Since an earlier date', 200, () => ({ 'if-modified-since': shifted(-1) })],
    ['If-Modified-Since no valid date', 200, () => ({ 'if-modified-since': 'yesterday' })],
    [
      'If-None-Match, which overrides If-Modified-Since',
      200,
      () => ({ 'if-none-match': '"x"', 'if-modified-since': modified }),
    ],
    ['If-Match and its tag', 200, () => ({ 'if-match': etag })],
    ['If-Match: *', 200, () => ({ 'if-match': '*' })],
    ['If-Match and several tags', 200, () => ({ 'if-match': `"other",${etag}` })],
    ['If-Match and another tag', 412, () => ({ 'if-match': '"other"' })],
    ['If-Match and its weak tag', 412, () => ({ 'if-match': `W/${etag}` })],
    ['If-Unmodified-Since its date', 200, () => ({ 'if-unmodified-since': modified })],
    ['If-Unmodified-Since an earlier date', 412, () => ({ 'if-unmodified-since': shifted(-1) })],
    [
      'If-Match, which overrides If-Unmodified-Since',
      200,
      () => ({ 'if-match': etag, 'if-unmodified-since': shifted(-1) }),
    ],
    [
      'another tag in If-Match and its tag in If-None-Match',
      412,
      () => ({ 'if-match': '"other"', 'if-none-match': etag }),
    ],
    ['its tag in both If-Match and If-None-Match', 304, () => ({ 'if-match': etag, 'if-none-match': etag })],
  ];
  it.each(table)('%s is answered with %d', async (_, status, headers) => {
    const answer = await readFile(file, headers());
    expect(answer.status).toBe(status);
    expect(answer.cost).toMatchObject({ trips: 1, r2: 1 });
    if (status === 200) expect(answer.bytes).toEqual(PNG);
    if (status !== 304) return;
    expect(answer.bytes).toHaveLength(0);
    expect(answer.headers.get('etag')).toBe(etag);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  });

  it('If-None-Match: * is answered with 404 when there is no such file', async () => {
    const gone = { url: file.url.replace(file.id, crypto.randomUUID()) };
    expect((await readFile(gone, { 'if-none-match': '*' })).status).toBe(404);
  });
});

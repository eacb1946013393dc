import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, call, ok } from '../support/client';
import { make } from '../support/factories';
import { fileOf, makePng, PNG, pathOf, readFile, uploadForm, uploadRaw } from '../support/files';

let patient: string;
let file: Body;
let etag: string;
let modified: string;
beforeAll(async () => {
  patient = (await make.patient()).id;
  file = await makePng(patient);
  const { headers } = await readFile(file);
  etag = headers.get('etag') ?? '';
  modified = headers.get('last-modified') ?? '';
});

const N = PNG.length;
const shifted = (seconds: number) => new Date(Date.parse(modified) + seconds * 1000).toUTCString();

describe('GET /static/{file_path}', () => {
  it('needs no token and sends what keeps a file safe to embed', async () => {
    const { status, headers, bytes, cost } = await readFile(file);
    expect(status).toBe(200);
    expect(bytes).toEqual(PNG);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(N),
      'content-disposition': 'inline',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[^"]+"$/),
      'last-modified': expect.stringMatching(/ GMT$/),
    });
    expect(cost).toMatchObject({ trips: 1, r2: 1 });
    expect(cost.rows_read).toBeLessThanOrEqual(5);
  });

  it('takes the ids in either case', async () => {
    const url = file.url.replace(/[0-9a-f-]{36}/g, (id: string) => id.toUpperCase());
    expect((await readFile({ url })).bytes).toEqual(PNG);
  });

  it('answers 404 for any other path, in JSON that is not cached', async () => {
    const other = (await make.patient()).id;
    const paths = [
      `${other}/${file.id}.png`,
      `${patient}/${crypto.randomUUID()}.png`,
      `${patient}/${file.id}.jpg`,
      `${patient}/${file.id}.PNG`,
      `${patient}/${file.id}`,
      `${patient}/${file.id}.png.png`,
      `${patient}//${file.id}.png`,
      `x${patient}/${file.id}.png`,
      `${patient}/..%2f${patient}/${file.id}.png`,
      `${patient}`,
      'delete_file',
      'upload_file',
      '%00',
      '%ff',
      'constructor/__proto__.png',
    ];
    for (const path of paths) {
      const { status, headers, body } = await call('GET', `/static/${path}`, { as: null });
      expect(status, path).toBe(404);
      expect(body, path).toEqual({ detail: expect.any(String) });
      expect(headers.get('cache-control'), path).toBe('no-store');
    }
  });

  it('answers 404 for bytes that have no row', async () => {
    const key = `${patient}/${crypto.randomUUID()}.png`;
    await env.FILES.put(key, PNG);
    expect((await call('GET', `/static/${key}`, { as: null })).status).toBe(404);
  });

  it('answers 404 for the files of a deleted entity', async () => {
    const { id } = await make.patient();
    const gone = await makePng(id);
    await ok('DELETE', `/patient/${id}`);
    expect((await readFile(gone)).status).toBe(404);
    expect((await readFile(gone, {}, 'HEAD')).status).toBe(404);
  });

  it('answers 405 to other methods', async () => {
    const { status, headers } = await call('DELETE', pathOf(file));
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET, HEAD');
  });
});

describe('HEAD', () => {
  it('sends the headers of GET alone, from R2 head', async () => {
    const got = await readFile(file);
    const { status, headers, bytes, cost } = await readFile(file, {}, 'HEAD');
    expect(status).toBe(200);
    expect(bytes).toHaveLength(0);
    expect(cost).toMatchObject({ trips: 1, r2: 1 });
    for (const name of ['content-type', 'content-length', 'etag', 'last-modified', 'accept-ranges', 'cache-control']) {
      expect(headers.get(name), name).toBe(got.headers.get(name));
    }
  });

  it('knows conditions and no ranges', async () => {
    expect((await readFile(file, { 'if-none-match': etag }, 'HEAD')).status).toBe(304);
    const { status, headers } = await readFile(file, { range: 'bytes=0-1' }, 'HEAD');
    expect(status).toBe(200);
    expect(headers.get('content-length')).toBe(String(N));
  });
});

describe('Range', () => {
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
  ])('%s is answered with 206', async (range, from, to) => {
    const { status, headers, bytes } = await readFile(file, { range });
    expect(status).toBe(206);
    expect(headers.get('content-range')).toBe(`bytes ${from}-${to}/${N}`);
    expect(headers.get('content-length')).toBe(String(to - from + 1));
    expect(headers.get('content-type')).toBe('image/png');
    expect(bytes).toEqual(PNG.slice(from, to + 1));
  });

  it.each([`bytes=${N}-`, `bytes=${N}-${N}`, 'bytes=99999999999999999999-', 'bytes=-0'])(
    '%s is answered with 416',
    async (range) => {
      const { status, headers, body } = await readFile(file, { range });
      expect(status).toBe(416);
      expect(headers.get('content-range')).toBe(`bytes */${N}`);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(body).toEqual({ detail: expect.any(String) });
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
  ])('%s is ignored', async (range) => {
    const { status, headers, bytes } = await readFile(file, { range });
    expect(status).toBe(200);
    expect(headers.has('content-range')).toBe(false);
    expect(bytes).toEqual(PNG);
  });

  it('holds with If-Range only for the file that the client has', async () => {
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

  it('that R2 cannot send for another reason is answered with 503', async () => {
    const get = () => Promise.reject(new Error('get: We encountered an internal error. (10001)'));
    const FILES = { get, head: (key: string) => env.FILES.head(key) } as unknown as R2Bucket;
    const options = { as: null, headers: { range: 'bytes=0-1' }, env: { FILES } };
    expect((await call('GET', pathOf(file), options)).status).toBe(503);
  });

  it('comes after the conditions', async () => {
    expect((await readFile(file, { range: 'bytes=0-1', 'if-none-match': etag })).status).toBe(304);
    expect((await readFile(file, { range: 'bytes=999-', 'if-none-match': etag })).status).toBe(304);
    expect((await readFile(file, { range: 'bytes=999-', 'if-match': '"other"' })).status).toBe(412);
  });
});

describe('conditions', () => {
  const table: [string, number, () => Record<string, string>][] = [
    ['If-None-Match of it', 304, () => ({ 'if-none-match': etag })],
    ['weak If-None-Match of it', 304, () => ({ 'if-none-match': `W/${etag}` })],
    ['If-None-Match of several', 304, () => ({ 'if-none-match': `"other", ${etag}` })],
    ['If-None-Match: *', 304, () => ({ 'if-none-match': '*' })],
    ['If-None-Match of another', 200, () => ({ 'if-none-match': '"other"' })],
    ['If-None-Match that is none', 200, () => ({ 'if-none-match': 'other' })],
    ['If-Modified-Since then', 304, () => ({ 'if-modified-since': modified })],
    ['If-Modified-Since later', 304, () => ({ 'if-modified-since': shifted(60) })],
    ['If-Modified-Since before', 200, () => ({ 'if-modified-since': shifted(-1) })],
    ['If-Modified-Since that is no date', 200, () => ({ 'if-modified-since': 'yesterday' })],
    ['If-None-Match before If-Modified-Since', 200, () => ({ 'if-none-match': '"x"', 'if-modified-since': modified })],
    ['If-Match of it', 200, () => ({ 'if-match': etag })],
    ['If-Match: *', 200, () => ({ 'if-match': '*' })],
    ['If-Match of several', 200, () => ({ 'if-match': `"other",${etag}` })],
    ['If-Match of another', 412, () => ({ 'if-match': '"other"' })],
    ['weak If-Match of it', 412, () => ({ 'if-match': `W/${etag}` })],
    ['If-Unmodified-Since then', 200, () => ({ 'if-unmodified-since': modified })],
    ['If-Unmodified-Since before', 412, () => ({ 'if-unmodified-since': shifted(-1) })],
    ['If-Match before If-Unmodified-Since', 200, () => ({ 'if-match': etag, 'if-unmodified-since': shifted(-1) })],
    ['If-Match of another and If-None-Match of it', 412, () => ({ 'if-match': '"other"', 'if-none-match': etag })],
    ['If-Match of it and If-None-Match of it', 304, () => ({ 'if-match': etag, 'if-none-match': etag })],
  ];
  it.each(table)('%s: %d', async (_, status, headers) => {
    const answer = await readFile(file, headers());
    expect(answer.status).toBe(status);
    expect(answer.cost).toMatchObject({ trips: 1, r2: 1 });
    if (status === 200) expect(answer.bytes).toEqual(PNG);
    if (status !== 304) return;
    expect(answer.bytes).toHaveLength(0);
    expect(answer.headers.get('etag')).toBe(etag);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  });

  it('do not make a file of one that is not there', async () => {
    const gone = { url: file.url.replace(file.id, crypto.randomUUID()) };
    expect((await readFile(gone, { 'if-none-match': '*' })).status).toBe(404);
  });
});

describe('download=1', () => {
  const disposition = async (filename: string) => {
    const { body } = await uploadRaw(PNG, { entity_id: patient, filename });
    const { status, headers } = await call('GET', `${pathOf(body)}?download=1`, { as: null });
    expect(status).toBe(200);
    return headers.get('content-disposition');
  };

  it.each([
    ['scan.png', 'scan.png', 'scan.png'],
    ['Röntgen 🩻.PNG', 'R_ntgen _.PNG', 'R%C3%B6ntgen%20%F0%9F%A9%BB.PNG'],
    ['a"b\'c;d=e.png', "a_b'c;d=e.png", 'a%22b%27c%3Bd%3De.png'],
    ['a\r\nset-cookie: x=1\r\n.png', 'aset-cookie: x=1.png', 'aset-cookie%3A%20x%3D1.png'],
    ['../../etc/passwd.png', 'passwd.png', 'passwd.png'],
    ['C:\\scans\\knee (2)*.png', 'knee (2)*.png', 'knee%20%282%29%2A.png'],
    ['100%.png', '100_.png', '100%25.png'],
    ['.png', '.png', '.png'],
  ])('sends %j as an attachment of that name', async (filename, ascii, exact) => {
    expect(await disposition(filename)).toBe(`attachment; filename="${ascii}"; filename*=UTF-8''${exact}`);
  });

  it('keeps 200 characters of a name, its extension among them', async () => {
    const name = `${'é'.repeat(196)}.png`;
    expect(await disposition(`${'é'.repeat(300)}.png`)).toBe(await disposition(name));
  });

  it('knows the name of a form as well', async () => {
    const { body } = await uploadForm({ entity_id: patient, file: fileOf(PNG, 'Röntgen.png') });
    const { headers } = await call('GET', `${pathOf(body)}?download=1`, { as: null });
    expect(headers.get('content-disposition')).toContain("filename*=UTF-8''R%C3%B6ntgen.png");
  });

  it('takes 0 and 1 only', async () => {
    const { headers } = await call('GET', `${pathOf(file)}?download=0`, { as: null });
    expect(headers.get('content-disposition')).toBe('inline');
    expect((await call('GET', `${pathOf(file)}?download=yes`, { as: null })).status).toBe(422);
  });
});

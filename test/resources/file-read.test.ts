import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { call, ok, refusal } from '../support/client';
import { make } from '../support/factories';
import { fileOf, makePng, PNG, pathOf, readFile, uploadForm, uploadRaw } from '../support/files';

const { id: patient } = await make.patient();
const file = await makePng(patient);
const etag = (await readFile(file)).headers.get('etag') ?? '';
const N = PNG.length;

describe('GET /static/{file_path}', () => {
  it('needs no token and sends the headers that make a file safe to embed', async () => {
    const { status, headers, bytes } = await readFile(file);
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
  });

  it('accepts the ids in upper or lower case', async () => {
    const url = file.url.replace(/[0-9a-f-]{36}/g, (id: string) => id.toUpperCase());
    expect((await readFile({ url })).bytes).toEqual(PNG);
  });

  it('answers 404 to any other path, in JSON that is not cached', async () => {
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
      expect(body, path).toEqual(refusal('not_found'));
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

describe('HEAD /static/{file_path}', () => {
  it('sends the headers of GET without the bytes, from one call to R2', async () => {
    const got = await readFile(file);
    const { status, headers, bytes, cost } = await readFile(file, {}, 'HEAD');
    expect(status).toBe(200);
    expect(bytes).toHaveLength(0);
    expect(cost).toMatchObject({ trips: 1, r2: 1 });
    for (const name of ['content-type', 'content-length', 'etag', 'last-modified', 'accept-ranges', 'cache-control']) {
      expect(headers.get(name), name).toBe(got.headers.get(name));
    }
  });

  it('evaluates conditions, but no ranges', async () => {
    expect((await readFile(file, { 'if-none-match': etag }, 'HEAD')).status).toBe(304);
    const { status, headers } = await readFile(file, { range: 'bytes=0-1' }, 'HEAD');
    expect(status).toBe(200);
    expect(headers.get('content-length')).toBe(String(N));
  });
});

describe('GET /static/{file_path}?download=1', () => {
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
    ['a\r\nset-cookie: x=1\r\n.png', 'a set-cookie: x=1 .png', 'a%20set-cookie%3A%20x%3D1%20.png'],
    ['../../etc/passwd.png', 'passwd.png', 'passwd.png'],
    ['C:\\scans\\knee (2)*.png', 'knee (2)*.png', 'knee%20%282%29%2A.png'],
    ['100%.png', '100_.png', '100%25.png'],
    ['.png', '.png', '.png'],
    ['invoice\u202egnp.exe\u202c.png', 'invoicegnp.exe.png', 'invoicegnp.exe.png'],
    ['\u2066a\u2069\u200e\u200f\u061c\u200b\ufeff\u00ad\u2028\u{e0041}b.png', 'ab.png', 'ab.png'],
  ])('sends %j as an attachment of that name', async (filename, ascii, exact) => {
    expect(await disposition(filename)).toBe(`attachment; filename="${ascii}"; filename*=UTF-8''${exact}`);
  });

  it('keeps 200 characters of a name, including its extension', async () => {
    const name = `${'é'.repeat(196)}.png`;
    expect(await disposition(`${'é'.repeat(300)}.png`)).toBe(await disposition(name));
  });

  it('sends the name of a file from a form, too', async () => {
    const { body } = await uploadForm({ entity_id: patient, file: fileOf(PNG, 'Röntgen.png') });
    const { headers } = await call('GET', `${pathOf(body)}?download=1`, { as: null });
    expect(headers.get('content-disposition')).toContain("filename*=UTF-8''R%C3%B6ntgen.png");
  });

  it('accepts 0 and 1 only, and nothing counts as 0', async () => {
    for (const query of ['download=0', 'download=', 'download']) {
      const { headers } = await call('GET', `${pathOf(file)}?${query}`, { as: null });
      expect(headers.get('content-disposition'), query).toBe('inline');
    }
    expect((await call('GET', `${pathOf(file)}?download=yes`, { as: null })).status).toBe(422);
  });
});

import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, ok } from '../support/client';
import { make } from '../support/factories';
import {
  bytesOf,
  fileOf,
  keyOf,
  leavesNothing,
  makePng,
  PNG,
  readFile,
  SAMPLES,
  storedKeys,
  streamOf,
  uploadForm,
  uploadRaw,
} from '../support/files';

const MIB = 1024 * 1024;
const FILE_KEYS = ['entity_id', 'id', 'mime_type', 'type', 'url'];

let patient: string;
beforeAll(async () => {
  patient = (await make.patient()).id;
});

describe('POST /static/upload_file', () => {
  it.each(SAMPLES)('takes %s as a form and gives it back byte for byte', async (name, bytes, mime_type, media) => {
    const { status, body, headers, cost } = await uploadForm({ entity_id: patient, file: fileOf(bytes, name) });
    expect(status).toBe(201);
    expect(Object.keys(body).sort()).toEqual(FILE_KEYS);
    expect(body.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(body).toMatchObject({ type: 'document', mime_type, entity_id: patient });
    expect(body.url).toBe(`http://localhost/static/${patient}/${body.id}${mime_type}`);
    expect(headers.get('location')).toBe(body.url);
    expect(cost).toMatchObject({ trips: 2, r2: 1 });
    const got = await readFile(body);
    expect(got.status).toBe(200);
    expect(got.headers.get('content-type')).toBe(media);
    expect(got.bytes).toEqual(bytes);
  });

  it.each(SAMPLES)('takes %s as the body and gives it back byte for byte', async (name, bytes, mime_type, media) => {
    const query = { entity_id: patient, filename: name, type: 'x-ray' };
    const { status, body, headers, cost } = await uploadRaw(bytes, query);
    expect(status).toBe(201);
    expect(body).toMatchObject({ type: 'x-ray', mime_type, entity_id: patient });
    expect(headers.get('location')).toBe(body.url);
    expect(cost).toMatchObject({ trips: 2, r2: 1 });
    const got = await readFile(body);
    expect(got.headers.get('content-type')).toBe(media);
    expect(got.bytes).toEqual(bytes);
  });

  it.each([
    ['doctor', () => make.doctor()],
    ['department', () => make.department()],
    ['appointment', () => make.appointment()],
    ['invoice', () => make.invoice()],
  ])('takes files of: %s', async (entity, maker) => {
    const { id } = await maker();
    const { status, body } = await uploadRaw(PNG, { entity_id: id, filename: 'a.png' });
    expect(status).toBe(201);
    const owner = env.DB.prepare('SELECT entity FROM file WHERE id = ?').bind(body.id).first('entity');
    expect(await owner).toBe(entity);
  });

  it('takes an entity id in either case', async () => {
    const { body } = await uploadRaw(PNG, { entity_id: patient.toUpperCase(), filename: 'a.png' });
    expect(body.entity_id).toBe(patient);
    expect((await readFile(body)).status).toBe(200);
  });

  it('writes one audit row with the file', async () => {
    const { id } = await makePng(patient);
    const found = env.DB.prepare('SELECT action, entity FROM audit WHERE entity_id = ?').bind(id).all();
    expect((await found).results).toEqual([{ action: 'create', entity: 'file' }]);
  });

  it.each(['none', 'billing'] as const)('answers 403 to %s', async (as) => {
    const { status } = await leavesNothing(() => uploadRaw(PNG, { entity_id: patient, filename: 'a.png' }, { as }));
    expect(status).toBe(403);
  });

  it('answers 401 without a token', async () => {
    const { status } = await uploadRaw(PNG, { entity_id: patient, filename: 'a.png' }, { as: null });
    expect(status).toBe(401);
  });
});

describe('what is not a file', () => {
  it('a form without fields: every fault at once', async () => {
    const { status, body } = await leavesNothing(() => uploadForm({ type: '', sha256: 'abc' }));
    expect(status).toBe(422);
    expect(body.detail).toEqual([
      { loc: ['body', 'entity_id'], msg: 'Field required', type: 'missing' },
      { loc: ['body', 'type'], msg: expect.any(String), type: 'string_too_short' },
      { loc: ['body', 'sha256'], msg: expect.any(String), type: 'value_error' },
      { loc: ['body', 'file'], msg: 'Field required', type: 'missing' },
    ]);
  });

  it('a query without fields: every fault at once', async () => {
    const { status, body } = await leavesNothing(() => uploadRaw(PNG, { entity_id: 'x', type: 'x'.repeat(201) }));
    expect(status).toBe(422);
    expect(body.detail).toEqual([
      { loc: ['query', 'entity_id'], msg: 'Input should be a valid UUID', type: 'uuid_parsing' },
      { loc: ['query', 'type'], msg: expect.any(String), type: 'string_too_long' },
      { loc: ['query', 'filename'], msg: 'Field required', type: 'missing' },
    ]);
  });

  it('a text where the file should be, and a file that was not chosen', async () => {
    const text = await uploadForm({ entity_id: patient, file: 'text' });
    expect(text.status).toBe(422);
    expect(text.body.detail).toMatchObject([
      { loc: ['body', 'file'], msg: 'Input should be a file', type: 'value_error' },
    ]);
    const none = await uploadForm({ entity_id: patient, file: fileOf(new Uint8Array(), '') });
    expect(none.status).toBe(422);
    expect(none.body.detail).toMatchObject([{ loc: ['body', 'file'], type: 'missing' }]);
  });

  it.each([
    ['no boundary', 'multipart/form-data', 'abc'],
    ['no parts', 'multipart/form-data; boundary=x', 'abc'],
    [
      'a part cut off',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="file"\r\n\r\nab',
    ],
    ['nothing', 'multipart/form-data; boundary=x', ''],
  ])('a broken form: %s', async (_, type, body) => {
    const { status } = await leavesNothing(() =>
      call('POST', '/static/upload_file', { body, headers: { 'content-type': type } }),
    );
    expect([400, 422]).toContain(status);
  });

  it.each(['a.exe', 'a.png.html', 'a', 'png', '.gif', 'a.svg', 'a.png ', 'a.docm', 'a.png/'])(
    'a name that is not accepted: %j',
    async (filename) => {
      const query = { entity_id: patient, filename };
      expect((await leavesNothing(() => uploadRaw(PNG, query))).status).toBe(415);
    },
  );

  const html = bytesOf('<!doctype html><script>alert(1)</script>');
  const lies: [string, Uint8Array][] = [
    ...SAMPLES.map(([name]): [string, Uint8Array] => [name, html]),
    ...SAMPLES.map(([name], i): [string, Uint8Array] => [name, SAMPLES[(i + 2) % SAMPLES.length]?.[1] ?? html]),
    ['cut.png', PNG.slice(0, 7)],
    ['late.pdf', bytesOf(`${' '.repeat(1020)}%PDF-1.7`)],
    ['sheet.docx', bytesOf('PK\x03\x04 an archive of something else')],
    ['empty.docx', bytesOf('PK\x05\x06')],
  ];
  it.each(lies)('bytes of another kind: %s', async (name, bytes) => {
    const form = await leavesNothing(() => uploadForm({ entity_id: patient, file: fileOf(bytes, name) }));
    expect(form.status).toBe(422);
    expect(form.body.detail).toMatchObject([{ loc: ['body', 'file'], type: 'value_error' }]);
    const raw = await leavesNothing(() => uploadRaw(bytes, { entity_id: patient, filename: name }));
    expect(raw.status).toBe(422);
    expect(raw.body.detail).toMatchObject([{ loc: ['body'], type: 'value_error' }]);
  });

  it('an empty file', async () => {
    const nothing = new Uint8Array();
    const form = await leavesNothing(() => uploadForm({ entity_id: patient, file: fileOf(nothing, 'a.png') }));
    expect(form.status).toBe(422);
    expect(form.body.detail).toMatchObject([{ loc: ['body', 'file'] }]);
    const raw = await leavesNothing(() => uploadRaw(nothing, { entity_id: patient, filename: 'a.png' }));
    expect(raw.status).toBe(422);
    expect(raw.body.detail).toMatchObject([{ loc: ['body'] }]);
  });

  it('a file of an entity that is unknown or deleted', async () => {
    const deleted = (await make.patient()).id;
    await ok('DELETE', `/patient/${deleted}`);
    for (const entity_id of [deleted, crypto.randomUUID()]) {
      const raw = await leavesNothing(() => uploadRaw(PNG, { entity_id, filename: 'a.png' }));
      expect(raw.status).toBe(404);
      expect(raw.cost).toMatchObject({ trips: 1, r2: 0 });
      const form = await leavesNothing(() => uploadForm({ entity_id, file: fileOf(PNG, 'a.png') }));
      expect(form.status).toBe(404);
    }
  });
});

describe('sha256', () => {
  const wrong = '0'.repeat(64);

  it('that is right is kept', async () => {
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', PNG)).toString('hex');
    const raw = await uploadRaw(PNG, { entity_id: patient, filename: 'a.png', sha256: digest.toUpperCase() });
    const form = await uploadForm({ entity_id: patient, file: fileOf(PNG, 'a.png'), sha256: digest });
    for (const { status, body } of [raw, form]) {
      expect(status).toBe(201);
      const kept = env.DB.prepare('SELECT sha256 FROM file WHERE id = ?').bind(body.id).first('sha256');
      expect(await kept).toBe(digest);
    }
  });

  it('that is wrong is refused', async () => {
    const query = { entity_id: patient, filename: 'a.png', sha256: wrong };
    const raw = await leavesNothing(() => uploadRaw(PNG, query));
    expect(raw.status).toBe(422);
    expect(raw.body.detail).toMatchObject([{ loc: ['query', 'sha256'], type: 'value_error' }]);
    const fields = { entity_id: patient, file: fileOf(PNG, 'a.png'), sha256: wrong };
    const form = await leavesNothing(() => uploadForm(fields));
    expect(form.status).toBe(422);
    expect(form.body.detail).toMatchObject([{ loc: ['body', 'sha256'], type: 'value_error' }]);
  });
});

describe('sizes', () => {
  const grown = (size: number) => {
    const bytes = new Uint8Array(size);
    bytes.set(PNG);
    return bytes;
  };

  it('a form takes 25 MiB and not a byte more', async () => {
    const most = await uploadForm({ entity_id: patient, file: fileOf(grown(25 * MIB), 'a.png') });
    expect(most.status).toBe(201);
    expect((await env.FILES.head(keyOf(most.body)))?.size).toBe(25 * MIB);
    const more = { entity_id: patient, file: fileOf(grown(25 * MIB + 1), 'a.png') };
    expect((await leavesNothing(() => uploadForm(more))).status).toBe(413);
  });

  it('a form that is too large is refused by its Content-Length, or while it is read', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const told = { body: '--x--', headers: { ...headers, 'content-length': String(26 * MIB) } };
    expect((await call('POST', '/static/upload_file', told)).status).toBe(413);
    const start = bytesOf('--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
    const body = streamOf(start, ...Array.from({ length: 30 }, () => new Uint8Array(MIB)));
    expect((await leavesNothing(() => call('POST', '/static/upload_file', { body, headers }))).status).toBe(413);
  });

  it('a body of 30 MiB streams through', async () => {
    const body = streamOf(PNG, ...Array.from({ length: 30 }, () => new Uint8Array(MIB)));
    const size = PNG.length + 30 * MIB;
    const headers = { 'content-length': String(size) };
    const made = await uploadRaw(body, { entity_id: patient, filename: 'a.png' }, { headers });
    expect(made.status).toBe(201);
    expect((await env.FILES.head(keyOf(made.body)))?.size).toBe(size);
  });

  it('a body above 100 MiB is refused by its Content-Length', async () => {
    const headers = { 'content-length': String(100 * MIB + 1) };
    const query = { entity_id: patient, filename: 'a.png' };
    expect((await leavesNothing(() => uploadRaw(streamOf(PNG), query, { headers }))).status).toBe(413);
  });

  it('a body without Content-Length is refused with 411', async () => {
    const query = { entity_id: patient, filename: 'a.png' };
    expect((await leavesNothing(() => uploadRaw(streamOf(PNG), query))).status).toBe(411);
  });

  it.each([
    ['shorter', PNG.length + 1, [PNG]],
    ['shorter, beyond its head', 200_000, [PNG, new Uint8Array(150_000)]],
    ['longer', PNG.length - 1, [PNG]],
    ['longer, beyond its head', PNG.length + 100_000, [PNG, new Uint8Array(100_000), new Uint8Array(1)]],
  ])('a body that is %s than its Content-Length makes no file', async (_, length, chunks) => {
    const headers = { 'content-length': String(length) };
    const query = { entity_id: patient, filename: 'a.png' };
    const { status } = await leavesNothing(() => uploadRaw(streamOf(...chunks), query, { headers }));
    expect(status).toBe(400);
  });
});

describe('DELETE /static/delete_file/{file_id}', () => {
  it('answers a string; then the file, its bytes and the second delete are gone', async () => {
    const file = await makePng(patient);
    const key = keyOf(file);
    const { status, body, cost } = await call('DELETE', `/static/delete_file/${file.id}`);
    expect(status).toBe(200);
    expect(body).toBe('File deleted successfully');
    expect(cost).toMatchObject({ trips: 1, r2: 1 });
    expect((await readFile(file)).status).toBe(404);
    expect(await env.FILES.head(key)).toBeNull();
    expect((await call('DELETE', `/static/delete_file/${file.id}`)).status).toBe(404);
    const found = env.DB.prepare('SELECT action FROM audit WHERE entity_id = ? ORDER BY seq').bind(file.id).all();
    expect((await found).results).toEqual([{ action: 'create' }, { action: 'delete' }]);
  });

  it('answers 404 for an unknown file and 422 for what is no id', async () => {
    expect((await call('DELETE', `/static/delete_file/${crypto.randomUUID()}`)).status).toBe(404);
    const { status, body } = await call('DELETE', '/static/delete_file/x');
    expect(status).toBe(422);
    const msg = 'Input should be a valid UUID';
    expect(body.detail).toEqual([{ loc: ['path', 'file_id'], msg, type: 'uuid_parsing' }]);
  });

  it.each(['doctor', 'billing', 'none'] as const)('answers 403 to %s', async (as) => {
    const file = await makePng(patient);
    expect((await call('DELETE', `/static/delete_file/${file.id}`, { as })).status).toBe(403);
    expect((await readFile(file)).status).toBe(200);
  });
});

describe('files of records', () => {
  it.each([
    ['patient', () => make.patient()],
    ['doctor', () => make.doctor()],
  ])('stand in the answers of a %s until they or it are deleted', async (entity, maker) => {
    const { id, reg_number } = await maker();
    const first = (await uploadRaw(PNG, { entity_id: id, filename: 'a.png' })).body;
    const second = (await uploadRaw(PNG, { entity_id: id, filename: 'b.png', type: 'photo' })).body;
    const filesBy = async (path: string) => (await ok('GET', path)).files;
    for (const path of [`/${entity}/${id}`, `/${entity}/reg_number/${reg_number}`, `/${entity}/${id}?view=full`]) {
      expect(await filesBy(path)).toEqual([first, second]);
    }
    await ok('DELETE', `/static/delete_file/${first.id}`);
    expect(await filesBy(`/${entity}/${id}`)).toEqual([second]);
    await ok('DELETE', `/${entity}/${id}`);
    expect((await readFile(second)).status).toBe(404);
    expect((await call('DELETE', `/static/delete_file/${second.id}`)).status).toBe(404);
    expect(await storedKeys()).toContain(keyOf(second));
  });
});

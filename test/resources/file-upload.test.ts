import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { call } from '../support/client';
import { make } from '../support/factories';
import {
  bytesOf,
  fileOf,
  keyOf,
  leavesNothing,
  PNG,
  readFile,
  SAMPLES,
  streamOf,
  uploadForm,
  uploadRaw,
} from '../support/files';
import { row } from '../support/rows';

const MIB = 1024 * 1024;
const FILE_KEYS = ['entity_id', 'id', 'mime_type', 'type', 'url'];

const { id: patient } = await make.patient();

describe('POST /static/upload_file', () => {
  it.each(SAMPLES)('accepts %s as a form and returns it byte for byte', async (name, bytes, mime_type, media) => {
    const { status, body, headers } = await uploadForm({ entity_id: patient, file: fileOf(bytes, name) });
    expect(status).toBe(201);
    expect(Object.keys(body).sort()).toEqual(FILE_KEYS);
    expect(body.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(body).toMatchObject({ type: 'document', mime_type, entity_id: patient });
    expect(body.url).toBe(`http://localhost/static/${patient}/${body.id}${mime_type}`);
    expect(headers.get('location')).toBe(body.url);
    const got = await readFile(body);
    expect(got.status).toBe(200);
    expect(got.headers.get('content-type')).toBe(media);
    expect(got.bytes).toEqual(bytes);
  });

  it.each(SAMPLES)('accepts %s as the body and returns it byte for byte', async (name, bytes, mime_type, media) => {
    const query = { entity_id: patient, filename: name, type: 'x-ray' };
    const { status, body, headers } = await uploadRaw(bytes, query);
    expect(status).toBe(201);
    expect(body).toMatchObject({ type: 'x-ray', mime_type, entity_id: patient });
    expect(headers.get('location')).toBe(body.url);
    const got = await readFile(body);
    expect(got.headers.get('content-type')).toBe(media);
    expect(got.bytes).toEqual(bytes);
  });

  it.each([
    ['doctor', () => make.doctor()],
    ['department', () => make.department()],
    ['appointment', () => make.appointment()],
    ['invoice', () => make.invoice()],
  ])('accepts files for: %s', async (entity, maker) => {
    const { id } = await maker();
    const { status, body } = await uploadRaw(PNG, { entity_id: id, filename: 'a.png' });
    expect(status).toBe(201);
    expect(await row('SELECT entity FROM file WHERE id = ?', body.id)).toEqual({ entity });
  });

  it('accepts an entity id in upper or lower case', async () => {
    const { body } = await uploadRaw(PNG, { entity_id: patient.toUpperCase(), filename: 'a.png' });
    expect(body.entity_id).toBe(patient);
    expect((await readFile(body)).status).toBe(200);
  });

  it('takes an empty parameter of the query for one that is left out', async () => {
    const { status, body } = await uploadRaw(PNG, { entity_id: patient, filename: 'a.png', type: '', sha256: '' });
    expect([status, body.type]).toEqual([201, 'document']);
    const { detail } = (await uploadRaw(PNG, { entity_id: '', filename: '' })).body;
    expect(detail).toEqual([
      { loc: ['query', 'entity_id'], msg: 'Field required', type: 'missing' },
      { loc: ['query', 'filename'], msg: 'Field required', type: 'missing' },
    ]);
  });
});

describe('The sha256 of an upload', () => {
  const wrong = '0'.repeat(64);

  it('is stored when it is right', async () => {
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', PNG)).toString('hex');
    const raw = await uploadRaw(PNG, { entity_id: patient, filename: 'a.png', sha256: digest.toUpperCase() });
    const form = await uploadForm({ entity_id: patient, file: fileOf(PNG, 'a.png'), sha256: digest });
    for (const { status, body } of [raw, form]) {
      expect(status).toBe(201);
      expect(await row('SELECT sha256 FROM file WHERE id = ?', body.id)).toEqual({ sha256: digest });
    }
  });

  it('makes the upload fail when it is wrong', async () => {
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

describe('The size of an upload', () => {
  const grown = (size: number) => {
    const bytes = new Uint8Array(size);
    bytes.set(PNG);
    return bytes;
  };

  it('is at most 25 MiB in a form', async () => {
    const most = await uploadForm({ entity_id: patient, file: fileOf(grown(25 * MIB), 'a.png') });
    expect(most.status).toBe(201);
    expect((await env.FILES.head(keyOf(most.body)))?.size).toBe(25 * MIB);
    const more = { entity_id: patient, file: fileOf(grown(25 * MIB + 1), 'a.png') };
    expect((await leavesNothing(() => uploadForm(more))).status).toBe(413);
  });

  it('is checked by the Content-Length of a form, or while the form is read', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const declared = { body: '--x--', headers: { ...headers, 'content-length': String(26 * MIB) } };
    expect((await call('POST', '/static/upload_file', declared)).status).toBe(413);
    const start = bytesOf('--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
    const body = streamOf(start, ...Array.from({ length: 30 }, () => new Uint8Array(MIB)));
    expect((await leavesNothing(() => call('POST', '/static/upload_file', { body, headers }))).status).toBe(413);
  });

  it('may be 30 MiB in a body, which is streamed', async () => {
    const body = streamOf(PNG, ...Array.from({ length: 30 }, () => new Uint8Array(MIB)));
    const size = PNG.length + 30 * MIB;
    const headers = { 'content-length': String(size) };
    const made = await uploadRaw(body, { entity_id: patient, filename: 'a.png' }, { headers });
    expect(made.status).toBe(201);
    expect((await env.FILES.head(keyOf(made.body)))?.size).toBe(size);
  });

  it('is at most 100 MiB in a body, by its Content-Length', async () => {
    const headers = { 'content-length': String(100 * MIB + 1) };
    const query = { entity_id: patient, filename: 'a.png' };
    expect((await leavesNothing(() => uploadRaw(streamOf(PNG), query, { headers }))).status).toBe(413);
  });

  it('must be in the Content-Length of a body: without one it gets 411', async () => {
    const query = { entity_id: patient, filename: 'a.png' };
    expect((await leavesNothing(() => uploadRaw(streamOf(PNG), query))).status).toBe(411);
  });

  it.each([
    ['too short', PNG.length + 1, [PNG]],
    ['too short after its first chunk', 200_000, [PNG, new Uint8Array(150_000)]],
    ['too long', PNG.length - 1, [PNG]],
    ['too long after its first chunk', PNG.length + 100_000, [PNG, new Uint8Array(100_000), new Uint8Array(1)]],
  ])('must be its Content-Length: there is no file from a body that is %s', async (_, length, chunks) => {
    const headers = { 'content-length': String(length) };
    const query = { entity_id: patient, filename: 'a.png' };
    const { status } = await leavesNothing(() => uploadRaw(streamOf(...chunks), query, { headers }));
    expect(status).toBe(400);
  });
});

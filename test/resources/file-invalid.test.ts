import { describe, expect, it } from 'vitest';
import { call, ok } from '../support/client';
import { make } from '../support/factories';
import { bytesOf, fileOf, leavesNothing, PNG, SAMPLES, uploadForm, uploadRaw } from '../support/files';

const { id: patient } = await make.patient();

describe('An upload leaves nothing behind when it is', () => {
  it('a form without its fields, all of which are named', async () => {
    const { status, body } = await leavesNothing(() => uploadForm({ type: '', sha256: 'abc' }));
    expect(status).toBe(422);
    expect(body.detail).toEqual([
      { loc: ['body', 'entity_id'], msg: 'Field required', type: 'missing' },
      { loc: ['body', 'type'], msg: expect.any(String), type: 'string_too_short' },
      { loc: ['body', 'sha256'], msg: expect.any(String), type: 'value_error' },
      { loc: ['body', 'file'], msg: 'Field required', type: 'missing' },
    ]);
  });

  it('a query without its fields, all of which are named', async () => {
    const { status, body } = await leavesNothing(() => uploadRaw(PNG, { entity_id: 'x', type: 'x'.repeat(201) }));
    expect(status).toBe(422);
    expect(body.detail).toEqual([
      { loc: ['query', 'entity_id'], msg: 'Input should be a valid UUID', type: 'uuid_parsing' },
      { loc: ['query', 'type'], msg: expect.any(String), type: 'string_too_long' },
      { loc: ['query', 'filename'], msg: 'Field required', type: 'missing' },
    ]);
  });

  it('a form with a text instead of the file, or with no file chosen', async () => {
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
    'a file with a name that is not accepted: %j',
    async (filename) => {
      const query = { entity_id: patient, filename };
      expect((await leavesNothing(() => uploadRaw(PNG, query))).status).toBe(415);
    },
  );

  const html = bytesOf('<!doctype html><script>alert(1)</script>');
  const lies: [string, Uint8Array][] = [
    ...SAMPLES.map(([name]): [string, Uint8Array] => [name, html]),
    ...SAMPLES.map(([name], i): [string, Uint8Array] => [name, SAMPLES[(i + 4) % SAMPLES.length]?.[1] ?? html]),
    ['cut.png', PNG.slice(0, 7)],
    ['late.pdf', bytesOf(`${' '.repeat(1020)}%PDF-1.7`)],
    ['sheet.docx', bytesOf('PK\x03\x04 an archive of something else')],
    ['empty.docx', bytesOf('PK\x05\x06')],
    ['picture.heic', bytesOf('\0\0\0\x18ftypavif')],
    ['sound.webp', bytesOf('RIFF\0\0\0\0WAVE')],
  ];
  it.each(lies)('a file with content of another kind: %s', async (name, bytes) => {
    const form = await leavesNothing(() => uploadForm({ entity_id: patient, file: fileOf(bytes, name) }));
    expect(form.status).toBe(422);
    expect(form.body.detail).toMatchObject([{ loc: ['body', 'file'], type: 'value_error' }]);
    const raw = await leavesNothing(() => uploadRaw(bytes, { entity_id: patient, filename: name }));
    expect(raw.status).toBe(422);
    expect(raw.body.detail).toMatchObject([{ loc: ['body'], type: 'value_error' }]);
  });

  it('a .doc named .docx, or a document whose password is not seen: the message says both', async () => {
    const doc = SAMPLES.find(([, , extension]) => extension === '.doc')?.[1] ?? html;
    const { status, body } = await leavesNothing(() => uploadRaw(doc, { entity_id: patient, filename: 'a.docx' }));
    const msg = 'File should be what its extension .docx says: it is a .doc, or has a password';
    expect([status, body.detail]).toEqual([422, [{ loc: ['body'], msg, type: 'value_error' }]]);
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

  it('a file for an entity that is unknown or deleted', async () => {
    const deleted = (await make.patient()).id;
    await ok('DELETE', `/patient/${deleted}`);
    for (const entity_id of [deleted, crypto.randomUUID()]) {
      const raw = await leavesNothing(() => uploadRaw(PNG, { entity_id, filename: 'a.png' }));
      expect(raw.status).toBe(404);
      // The second asks whether it is a patient who was merged.
      expect(raw.cost).toMatchObject({ trips: 2, r2: 0 });
      const form = await leavesNothing(() => uploadForm({ entity_id, file: fileOf(PNG, 'a.png') }));
      expect(form.status).toBe(404);
    }
  });
});

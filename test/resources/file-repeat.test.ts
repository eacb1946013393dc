import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { call, ok, type Result } from '../support/client';
import { make } from '../support/factories';
import { bucketWith, databaseWith, logged } from '../support/fakes';
import { fileOf, keyOf, leavesNothing, PNG, readFile, streamOf, uploadForm, uploadRaw } from '../support/files';
import { withoutPauses } from '../support/pauses';
import { count } from '../support/rows';

withoutPauses();

const { id: patient } = await make.patient();
const large = new Uint8Array(300_000).fill(7);
large.set(PNG);
const other = large.slice();
other[299_999] = 8;

const withKey = (key: string, more: Record<string, string> = {}) => ({ headers: { 'idempotency-key': key, ...more } });
const raw = (key: string, bytes: Uint8Array = large, query: Record<string, string> = {}) =>
  uploadRaw(bytes, { entity_id: patient, filename: 'scan.png', ...query }, withKey(key));
const form = (key: string, bytes: Uint8Array = large, fields: Record<string, string> = {}) =>
  uploadForm({ entity_id: patient, file: fileOf(bytes, 'scan.png'), ...fields }, withKey(key));

const WAYS = [
  ['the body itself', raw],
  ['a form', form],
] as const;

describe.each(WAYS)('An upload as %s with an Idempotency-Key', (_, upload) => {
  it('is done once, and its repetition answers the same file', async () => {
    const key = crypto.randomUUID();
    const first = await upload(key);
    expect([first.status, first.cost.trips, first.cost.r2]).toEqual([201, 2, 1]);
    const again = await leavesNothing(() => upload(key));
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('location')).toBe(first.body.url);
    expect(again.cost.r2).toBe(0);
    expect((await readFile(first.body)).bytes).toEqual(large);
  });

  it('is 409 for another request: another byte, field or name', async () => {
    const key = crypto.randomUUID();
    await upload(key);
    for (const again of [
      () => upload(key, other),
      () => upload(key, large, { type: 'photo' }),
      () => raw(key, large, { filename: 'other.png' }),
      async () => upload(key, large, { entity_id: (await make.patient()).id }),
    ]) {
      const { status, body } = await leavesNothing(again);
      expect([status, body.detail]).toEqual([409, 'Idempotency-Key was used for another request']);
    }
  });

  it('is 409 once the file, or the record that it belongs to, is deleted', async () => {
    const { id: entity_id } = await make.patient();
    const keys = [crypto.randomUUID(), crypto.randomUUID()];
    const files = [];
    for (const key of keys) files.push((await upload(key, large, { entity_id })).body);
    await ok('DELETE', `/static/delete_file/${files[0].id}`);
    const gone = [409, 'What this Idempotency-Key created has been deleted'];
    const again = async (key = '') => {
      const { status, body } = await leavesNothing(() => upload(key, large, { entity_id }));
      return [status, body.detail];
    };
    expect(await again(keys[0])).toEqual(gone);
    expect((await upload(keys[1] ?? '', large, { entity_id })).body).toEqual(files[1]);
    await ok('DELETE', `/patient/${entity_id}`);
    expect(await again(keys[1])).toEqual(gone);
  });

  it('does not use up its key when it fails', async () => {
    const key = crypto.randomUUID();
    expect((await upload(key, large, { entity_id: crypto.randomUUID() })).status).toBe(404);
    const wrong = { sha256: '0'.repeat(64) };
    const damaged = await leavesNothing(() => upload(key, large, wrong));
    expect([damaged.status, damaged.body.detail[0].loc.at(-1)]).toEqual([422, 'sha256']);
    expect((await upload(key)).status).toBe(201);
    // A repetition that arrives damaged is not told that it is another request.
    expect((await upload(key, large, wrong)).status).toBe(422);
  });

  it('is stored once, however many arrive at once', async () => {
    const key = crypto.randomUUID();
    const { id: entity_id } = await make.patient();
    const results = await Promise.all(Array.from({ length: 5 }, () => upload(key, large, { entity_id })));
    expect(results.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(results.map(({ body }) => body.id)).size).toBe(1);
    expect(await count('file WHERE entity_id = ?', entity_id)).toBe(1);
    const { objects } = await env.FILES.list({ prefix: `${entity_id}/` });
    expect(objects.map(({ key }) => key)).toEqual([keyOf(results[0]?.body)]);
  });

  it('answers the file that was stored although the answer of the database was lost', async () => {
    const key = crypto.randomUUID();
    let lost = false;
    const DB = databaseWith((session) => ({
      batch: async (statements: D1PreparedStatement[]) => {
        const results = await session.batch(statements);
        if (!lost && statements.length > 2) {
          lost = true;
          throw new Error('D1_ERROR: Network connection lost.');
        }
        return results;
      },
    }));
    const before = Number(await count('file'));
    const query = { entity_id: patient, filename: 'scan.png' };
    let first: Result | undefined;
    await logged(async () => {
      first = await uploadRaw(large, query, { ...withKey(key), env: { DB } });
    });
    expect([lost, first?.status]).toEqual([true, 201]);
    expect((await raw(key)).body).toEqual(first?.body);
    expect(await count('file')).toBe(before + 1);
    expect((await readFile(first?.body)).bytes).toEqual(large);
  });
});

describe('An Idempotency-Key of an upload', () => {
  it('holds for both ways to upload, and for the same bytes with or without their digest', async () => {
    const key = crypto.randomUUID();
    const { body } = await raw(key);
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', large)).toString('hex');
    expect((await form(key, large, { sha256: digest })).body).toEqual(body);
  });

  it('that a create has used is 409, and the other way round', async () => {
    const key = crypto.randomUUID();
    const created = await call('POST', '/department/', {
      json: { name: 'Ward', code: key },
      ...withKey(key),
    });
    expect(created.status).toBe(201);
    expect((await leavesNothing(() => raw(key))).status).toBe(409);
    const another = crypto.randomUUID();
    await raw(another);
    const json = { name: 'Ward', code: another };
    expect((await call('POST', '/department/', { json, ...withKey(another) })).status).toBe(409);
  });

  it('is 422 when it is malformed, with the other faults of headers', async () => {
    const { status, body } = await leavesNothing(() => raw('two words'));
    expect([status, body.detail[0].loc]).toEqual([422, ['header', 'idempotency-key']]);
  });

  it('of a body that breaks off, or that is longer than it says, is not used up', async () => {
    const key = crypto.randomUUID();
    const query = { entity_id: patient, filename: 'scan.png' };
    for (const body of [streamOf(large), streamOf(large, large, large)]) {
      const options = withKey(key, { 'content-length': '600000' });
      expect((await leavesNothing(() => uploadRaw(body, query, options))).status).toBe(400);
    }
    expect((await raw(key)).status).toBe(201);
  });

  it('of an upload that R2 refuses is not used up', async () => {
    const key = crypto.randomUUID();
    const put = () => Promise.reject(new Error('put: We encountered an internal error. (10001)'));
    const query = { entity_id: patient, filename: 'scan.png' };
    const options = { ...withKey(key), env: { FILES: bucketWith({ put }) } };
    await logged(async () => {
      expect((await leavesNothing(() => uploadRaw(large, query, options))).status).toBe(503);
    });
    expect((await raw(key)).status).toBe(201);
  });
});

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { call, ok } from '../support/client';
import { make } from '../support/factories';
import { bucketWith, databaseWith } from '../support/fakes';
import { fileOf, leavesNothing, makePng, PNG, pathOf, storedKeys, uploadForm, uploadRaw } from '../support/files';
import { withoutPauses } from '../support/pauses';

withoutPauses();

const { id: patient } = await make.patient();

describe('A failure', () => {
  const down = () => Promise.reject(new Error('put: We encountered an internal error. Please try again. (10001)'));
  let log: MockInstance;
  beforeEach(() => {
    log = vi.spyOn(console, 'error').mockImplementation(() => {});
    return () => log.mockRestore();
  });
  const logged = () => log.mock.calls.map(([line]) => JSON.parse(String(line)).event);
  const query = () => ({ entity_id: patient, filename: 'a.png' });

  it('of R2 during an upload is answered with 503 and leaves no row', async () => {
    const options = { env: { FILES: bucketWith({ put: down }) } };
    expect((await leavesNothing(() => uploadRaw(PNG, query(), options))).status).toBe(503);
    const fields = { entity_id: patient, file: fileOf(PNG, 'a.png') };
    const form = await leavesNothing(() => uploadForm(fields, options));
    expect(form.status).toBe(503);
    expect(form.headers.get('retry-after')).toBeTruthy();
  });

  it('to write the row of a file leaves no bytes', async () => {
    await env.DB.exec("CREATE TRIGGER fail BEFORE INSERT ON file BEGIN SELECT RAISE(ABORT, 'no'); END;");
    try {
      expect((await leavesNothing(() => uploadRaw(PNG, query()))).status).toBe(500);
    } finally {
      await env.DB.exec('DROP TRIGGER fail');
    }
  });

  it('of a database that lacks a migration leaves no bytes', async () => {
    const DB = databaseWith(() => ({
      batch: () => Promise.reject(new Error('D1_ERROR: table file has no column named later: SQLITE_ERROR')),
    }));
    expect((await leavesNothing(() => uploadRaw(PNG, query(), { env: { DB } }))).body.code).toBe('not_migrated');
  });

  it('of the connection to D1 while the row is written keeps the bytes, as the row may be stored', async () => {
    const DB = databaseWith(() => ({
      batch: () => Promise.reject(new Error('D1_ERROR: Network connection lost.')),
    }));
    const before = await storedKeys();
    expect((await uploadRaw(PNG, query(), { env: { DB } })).status).toBe(503);
    expect(await storedKeys()).toHaveLength(before.length + 1);
  });

  it.each([
    ['at once', []],
    ['later', [PNG, new Uint8Array(100_000)]],
  ])('of the client, which stops sending %s, leaves nothing', async (_, chunks) => {
    const left = [...chunks];
    const body = new ReadableStream({
      pull(controller) {
        const chunk = left.shift();
        if (chunk) controller.enqueue(chunk);
        else controller.error(new Error('gone'));
      },
    });
    const headers = { 'content-length': '200000' };
    const { status } = await leavesNothing(() => uploadRaw(body, query(), { headers }));
    expect([400, 503]).toContain(status);
    expect(logged()).toEqual([]);
  });

  it('because the entity is deleted meanwhile is answered with 404 and leaves no bytes', async () => {
    const entity_id = (await make.patient()).id;
    const put = async (...given: Parameters<R2Bucket['put']>) => {
      const stored = await env.FILES.put(...given);
      await ok('DELETE', `/patient/${entity_id}`);
      return stored;
    };
    const options = { env: { FILES: bucketWith({ put }) } };
    expect((await leavesNothing(() => uploadRaw(PNG, { ...query(), entity_id }, options))).status).toBe(404);
  });

  it('of R2 to discard what got no row is logged, and changes nothing about the answer', async () => {
    const entity_id = (await make.patient()).id;
    const put = async (...given: Parameters<R2Bucket['put']>) => {
      await ok('DELETE', `/patient/${entity_id}`);
      return env.FILES.put(...given);
    };
    const options = { env: { FILES: bucketWith({ put, delete: down }) } };
    expect((await uploadRaw(PNG, { ...query(), entity_id }, options)).status).toBe(404);
    expect(logged()).toEqual(['file_bytes_left']);
  });

  it.each([
    ['get', {}],
    ['get', { range: 'bytes=0-3' }],
    ['head', {}],
  ] as const)('of R2 during a read that passes is not noticed: %s %j', async (method, headers) => {
    const file = await makePng(patient);
    for (const message of ['(10001)', '(10043)', 'Network connection lost.', 'internal error; reference = 1a2b']) {
      let calls = 0;
      const once = (...given: Parameters<R2Bucket['get']>) => {
        if (++calls === 1) return Promise.reject(new Error(`${method}: ${message}`));
        return method === 'head' ? env.FILES.head(given[0]) : env.FILES.get(...given);
      };
      const FILES = bucketWith({ [method]: once });
      const options = { as: null, headers, env: { FILES } };
      const { status, cost } = await call(method === 'head' ? 'HEAD' : 'GET', pathOf(file), options);
      expect([status, cost.r2]).toEqual(['range' in headers ? 206 : 200, 2]);
    }
  });

  it('of R2 because it has too much to do is not tried again', async () => {
    let calls = 0;
    const get = () => {
      calls++;
      return Promise.reject(new Error('get: Rate limit exceeded. (10058)'));
    };
    const options = { as: null, env: { FILES: bucketWith({ get }) } };
    expect((await call('GET', pathOf(await makePng(patient)), options)).status).toBe(503);
    expect(calls).toBe(1);
  });

  it('of R2 during a read is answered with 503, or with 404 when there is no such file', async () => {
    const options = { as: null, env: { FILES: bucketWith({ get: down }) } };
    expect((await call('GET', pathOf(await makePng(patient)), options)).status).toBe(503);
    const none = `/static/${patient}/${crypto.randomUUID()}.png`;
    expect((await call('GET', none, options)).status).toBe(404);
  });
});

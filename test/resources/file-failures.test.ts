import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import type { Bindings } from '../../src/env';
import { call, ok } from '../support/client';
import { make } from '../support/factories';
import {
  fileOf,
  leavesNothing,
  makePng,
  PNG,
  pathOf,
  readFile,
  storedKeys,
  uploadForm,
  uploadRaw,
} from '../support/files';

let patient: string;
beforeAll(async () => {
  patient = (await make.patient()).id;
});

describe('what fails on the way', () => {
  const bucket = (broken: Partial<R2Bucket>): Partial<Bindings> => ({
    FILES: new Proxy(env.FILES, {
      get: (target, name: keyof R2Bucket) => broken[name] ?? (target[name] as () => unknown).bind(target),
    }),
  });
  const down = () => Promise.reject(new Error('put: We encountered an internal error. Please try again. (10001)'));
  let log: MockInstance;
  beforeEach(() => {
    log = vi.spyOn(console, 'error').mockImplementation(() => {});
    return () => log.mockRestore();
  });
  const logged = () => log.mock.calls.map(([line]) => JSON.parse(String(line)).event);
  const query = () => ({ entity_id: patient, filename: 'a.png' });

  it('R2: 503, no row', async () => {
    const options = { env: bucket({ put: down as never }) };
    expect((await leavesNothing(() => uploadRaw(PNG, query(), options))).status).toBe(503);
    const fields = { entity_id: patient, file: fileOf(PNG, 'a.png') };
    const form = await leavesNothing(() => uploadForm(fields, options));
    expect(form.status).toBe(503);
    expect(form.headers.get('retry-after')).toBeTruthy();
  });

  it('the row: no bytes are left', async () => {
    await env.DB.exec("CREATE TRIGGER fail BEFORE INSERT ON file BEGIN SELECT RAISE(ABORT, 'no'); END;");
    try {
      expect((await leavesNothing(() => uploadRaw(PNG, query()))).status).toBe(500);
    } finally {
      await env.DB.exec('DROP TRIGGER fail');
    }
  });

  it('the connection to D1 as the row is written: its bytes are left to the sweep, as the row may be there', async () => {
    const session = env.DB.withSession('first-primary');
    const DB = {
      withSession: () => ({
        getBookmark: () => null,
        prepare: (sql: string) => session.prepare(sql),
        batch: () => Promise.reject(new Error('D1_ERROR: Network connection lost.')),
      }),
    } as unknown as D1Database;
    const before = await storedKeys();
    expect((await uploadRaw(PNG, query(), { env: { DB } })).status).toBe(503);
    expect(await storedKeys()).toHaveLength(before.length + 1);
  });

  it.each([
    ['at once', []],
    ['later', [PNG, new Uint8Array(100_000)]],
  ])('the client, that breaks off %s', async (_, chunks) => {
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

  it('the entity, deleted meanwhile: 404 and no bytes are left', async () => {
    const entity_id = (await make.patient()).id;
    const put = async (...given: Parameters<R2Bucket['put']>) => {
      const stored = await env.FILES.put(...given);
      await ok('DELETE', `/patient/${entity_id}`);
      return stored;
    };
    const options = { env: bucket({ put: put as never }) };
    expect((await leavesNothing(() => uploadRaw(PNG, { ...query(), entity_id }, options))).status).toBe(404);
  });

  it('R2 at a delete: the file is gone all the same', async () => {
    const file = await makePng(patient);
    const options = { env: bucket({ delete: down as never }) };
    expect((await call('DELETE', `/static/delete_file/${file.id}`, options)).status).toBe(200);
    expect(logged()).toEqual(['file_bytes_left']);
    expect((await readFile(file)).status).toBe(404);
  });

  it('R2 at a read: 503 for a file, 404 for none', async () => {
    const options = { as: null, env: bucket({ get: down as never }) };
    expect((await call('GET', pathOf(await makePng(patient)), options)).status).toBe(503);
    const none = `/static/${patient}/${crypto.randomUUID()}.png`;
    expect((await call('GET', none, options)).status).toBe(404);
  });
});

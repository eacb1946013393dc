// The calls of one import, and how it is waited for.
import { setTimeout as sleep } from 'node:timers/promises';
import { unwrap } from 'hospital-service-client';
import { createBar } from './bar.mjs';

/** Milliseconds between looks at it. */
const EACH = 1000;

export async function createJob(hospital, body) {
  const { id } = unwrap(await hospital.POST('/imports/', { body }));
  const params = { path: { id } };
  const get = async () => unwrap(await hospital.GET('/imports/{id}', { params }));
  return {
    id,
    preview: async () => unwrap(await hospital.GET('/imports/{id}/preview', { params })),
    map: async (mapping) => unwrap(await hospital.PATCH('/imports/{id}', { params, body: { mapping } })),
    remove: () => hospital.DELETE('/imports/{id}', { params }),
    send: async (file) => {
      const headers = { 'content-type': 'application/octet-stream' };
      return unwrap(await hospital.PUT('/imports/{id}/file', { params, headers, file }));
    },
    start: async (dry_run) => {
      const before = await get();
      const started = await hospital.POST('/imports/{id}/run', { params, body: { dry_run } });
      // Where the answer was lost it may have begun all the same.
      if (!started.ok && (await get()).started_at === before.started_at) unwrap(started);
    },
    /** @returns the import once it has ended */
    end: async () => {
      const bar = createBar();
      for (;;) {
        const job = await get();
        if (job.state !== 'checking' && job.state !== 'running') {
          bar.end();
          return job;
        }
        bar.show(job);
        await sleep(EACH);
      }
    },
  };
}

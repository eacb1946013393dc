// The servers that are loaded, each with a copy of the same data.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { buildOther } from '../../scripts/build.mjs';
import { root } from '../../scripts/lib.mjs';
import { createDatabase, serve, sqliteFile } from '../../scripts/local-worker.mjs';
import { pdf } from './bodies.mjs';
import { startedBy } from './cpu.mjs';
import { fill } from './database.mjs';

const FILES = 20;

/** Fills `<dir>/data`: the database, and the bytes of the first files. */
export async function prepareData(dir, module, hospital) {
  const data = join(dir, 'data');
  fill(await createDatabase(module, data), hospital);
  const worker = await serve(module, { data });
  try {
    const bucket = await worker.bucket();
    const bytes = pdf(102_400);
    for (let i = 1; i <= FILES; i++) {
      const { entity_id, id, extension } = hospital.row('file', i);
      await bucket.put(`${entity_id}/${id}${extension}`, bytes, { httpMetadata: { contentType: 'application/pdf' } });
    }
  } finally {
    await worker.stop();
  }
}

async function startNode(data) {
  const script = join(import.meta.dirname, '..', 'node-server.mjs');
  const typescript = join(root, 'scripts', 'typescript.mjs');
  const child = spawn(process.execPath, ['--no-warnings', '--import', typescript, script, sqliteFile(data)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ port }] = await once(child, 'message', { signal: AbortSignal.timeout(20_000) });
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

/** How each is started, on a data directory. @param options as `serve` in scripts/local-worker.mjs takes them */
export const start = {
  service: (module, options) => (data) => serve(module, { data, ...options }),
  floor: (dir, options) => {
    const module = buildOther(join(dir, 'floor'), join(root, 'bench', 'floor.mjs'), 'floor');
    return (data) => serve(module, { data, ...options });
  },
  node: () => startNode,
};

/** Starts servers. @param starts by name, of `start` @returns by name, each with its processes, and `stop` */
export async function contenders(dir, starts) {
  const started = {};
  const stop = async () => {
    for (const server of Object.values(started).reverse()) await server.stop();
  };
  try {
    for (const [name, start] of Object.entries(starts)) {
      const data = join(dir, `of-${name}`);
      cpSync(join(dir, 'data'), data, { recursive: true });
      started[name] = await startedBy(() => start(data));
    }
    return { ...started, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

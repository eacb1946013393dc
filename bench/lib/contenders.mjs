// The servers that are loaded, each with a copy of the same data.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { buildOther } from '../../scripts/build.mjs';
import { root } from '../../scripts/lib.mjs';
import { createDatabase, serve, sqliteFile } from '../../scripts/local-worker.mjs';
import { pdf } from './bodies.mjs';
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

const buildFloor = (dir) => buildOther(dir, join(root, 'bench', 'floor.mjs'), 'floor');

async function startNode(database) {
  const script = join(import.meta.dirname, '..', 'node-server.mjs');
  const typescript = join(root, 'scripts', 'typescript.mjs');
  const child = spawn(process.execPath, ['--no-warnings', '--import', typescript, script, database], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ port }] = await once(child, 'message', { signal: AbortSignal.timeout(20_000) });
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

/** Starts the service, the floor and plain Node. @param vars the service's variables that differ */
export async function contenders(dir, module, vars = {}) {
  const copy = (name) => {
    const to = join(dir, name);
    cpSync(join(dir, 'data'), to, { recursive: true });
    return to;
  };
  const started = [];
  const stop = async () => {
    for (const server of started.reverse()) await server.stop();
  };
  try {
    started.push(await serve(module, { data: copy('of-service'), vars }));
    started.push(await serve(buildFloor(join(dir, 'floor')), { data: copy('of-floor') }));
    started.push(await startNode(sqliteFile(copy('of-node'))));
    return { all: started.map(({ url }) => url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

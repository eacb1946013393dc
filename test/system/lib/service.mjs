// The built service as a process of its own, for tests of what only a process can show: that it is killed, or how much
// memory it takes.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuOf } from '../../../bench/lib/cpu.mjs';
import { root, toolEnv } from '../../../scripts/lib.mjs';
import { createDatabase } from '../../../scripts/local-worker.mjs';

const STARTED_WITHIN = 120_000;
const STOPPED_WITHIN = 5_000;

const temporary = [];
process.once('exit', () => {
  for (const dir of temporary) rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
});

/** A directory that is gone when the test process ends. */
export function temporaryDirectory() {
  const dir = mkdtempSync(join(tmpdir(), 'hospital-system-'));
  temporary.push(dir);
  return dir;
}

let module;
/** The built Worker: `npm run test:system` builds it once for all suites, a suite that is run alone builds its own. */
export async function builtWorker() {
  module ??= process.env.SYSTEM_TEST_WORKER;
  if (!module) {
    const { buildService } = await import('../../../scripts/build.mjs');
    module = buildService(join(temporaryDirectory(), 'worker'));
  }
  return module;
}

async function makeEmptyData() {
  const data = join(temporaryDirectory(), 'data');
  mkdirSync(data);
  await createDatabase(await builtWorker(), data);
  return data;
}

let empty;
/** A data directory with an empty, migrated database: a copy of one that is made at the first call. */
export async function emptyData() {
  empty ??= makeEmptyData();
  const data = join(temporaryDirectory(), 'data');
  cpSync(await empty, data, { recursive: true });
  return data;
}

const running = new Set();
process.once('exit', () => {
  for (const { kill } of running) kill();
});
// A test run that is told to stop still runs what is to be done on exit.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));

/** The workerd processes of a group: their ids, and the kilobytes of memory that they hold. */
function processesOf(group) {
  const rows = execFileSync('ps', ['-axo', 'pgid=,pid=,rss=,comm='], { encoding: 'utf8' }).split('\n');
  return rows.flatMap((row) => {
    const [, pgid, pid, rss, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? [];
    return Number(pgid) === group && /workerd/.test(command) ? [{ pid: Number(pid), rss: Number(rss) }] : [];
  });
}

/**
 * Starts the built service.
 * @param options `data`: its data directory; `vars`, `limited`: as `serve` in scripts/local-worker.mjs takes them
 */
export async function startService(options) {
  const given = JSON.stringify({ module: await builtWorker(), ...options });
  const host = spawn(
    process.execPath,
    // The lifeline ends the group if this process is killed outright.
    [`--import=${join(root, 'scripts', 'lifeline.mjs')}`, join(import.meta.dirname, 'host.mjs'), given],
    { cwd: root, env: toolEnv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached: true },
  );
  const waiting = new Map();
  const ended = once(host, 'exit').finally(() => {
    running.delete(service);
    for (const { reject } of waiting.values()) reject(new Error('The service has ended'));
  });
  const kill = () => {
    try {
      process.kill(-host.pid, 'SIGKILL');
    } catch {
      // already gone
    }
  };
  let pids;
  let asked = 0;
  const ask = (what, given) =>
    new Promise((resolve, reject) => {
      waiting.set(++asked, { resolve, reject });
      host.send({ id: asked, what, ...given }, (error) => error && reject(error));
    });

  const service = {
    url: undefined,
    /** Rows of a statement that is run directly on D1, past the service. */
    query: (sql, ...values) => ask('query', { sql, values }),
    /** Rows of several statements. */
    queries: (statements) => ask('queries', { statements }),
    /** Keys and sizes of everything in R2. */
    objects: () => ask('objects'),
    /** MiB that the Worker's own objects take when V8 has collected what nothing holds any more. */
    heap: async () => (await ask('heap')) / 2 ** 20,
    /** MiB that workerd holds. */
    memory: () => processesOf(host.pid).reduce((sum, { rss }) => sum + rss, 0) / 1024,
    /** Milliseconds of CPU that workerd has taken; NaN where that is not known. */
    cpu: () => {
      pids ??= processesOf(host.pid).map(({ pid }) => pid);
      return cpuOf(pids) / 1000;
    },
    kill,
    /** SIGKILL to workerd and all around it. @returns when it is dead */
    crash: async () => {
      kill();
      await ended;
    },
    stop: async () => {
      host.kill('SIGTERM');
      const timer = setTimeout(kill, STOPPED_WITHIN);
      await ended;
      clearTimeout(timer);
    },
  };
  running.add(service);

  const timer = setTimeout(kill, STARTED_WITHIN);
  host.on('message', ({ id, result, error }) => {
    if (id === undefined) return;
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) resolve(result);
    else reject(new Error(error));
  });
  const started = await Promise.race([once(host, 'message'), ended.then(() => undefined)]);
  clearTimeout(timer);
  if (!started) throw new Error('The service did not start');
  service.url = started[0].url;
  return service;
}

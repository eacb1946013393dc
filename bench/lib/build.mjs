// Builds the Worker as a deployment would, and tells how large it is and how long it takes to start.
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root, toolEnv, wrangler } from '../../scripts/lib.mjs';
import { median } from './results.mjs';

const FLOOR = join(root, 'bench', 'floor.mjs');
const TIMES = 9;

function run(args) {
  const env = { ...toolEnv, TMPDIR: tmpdir(), WRANGLER_WRITE_LOGS: 'false' };
  const { status, stdout, stderr } = wrangler(args, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 120_000 });
  if (status !== 0) throw new Error(`wrangler ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}

/** Bundles the service into `dir`. @returns the path of its one module */
export function buildService(dir, { minify = true } = {}) {
  run(['deploy', '--dry-run', '--outdir', dir, ...(minify ? [] : ['--no-minify'])]);
  return join(dir, 'index.js');
}

/** The same for the floor. */
export function buildFloor(dir) {
  run(['deploy', FLOOR, '--dry-run', '--outdir', dir]);
  return join(dir, 'floor.js');
}

/** KiB of the module as it is and by gzip. */
export function sizeOf(module) {
  const bytes = readFileSync(module);
  return { raw: bytes.length / 1024, gzip: gzipSync(bytes, { level: 9 }).length / 1024 };
}

/** Milliseconds in which a Worker's start keeps the processor busy, as `wrangler check startup` tells: median. */
function startupOf(dir, script = []) {
  const active = Array.from({ length: TIMES }, () => {
    const told = run(['check', 'startup', '--outfile', join(dir, 'startup.cpuprofile'), ...script]);
    return Number(/Active: ([\d.]+) ms/.exec(told)?.[1]);
  });
  return median(active);
}

/** Of the service, and of the floor, which is next to nothing. */
export const startups = (dir) => ({ service: startupOf(dir), floor: startupOf(dir, ['--args', FLOOR]) });

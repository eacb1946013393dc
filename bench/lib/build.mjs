// Builds Workers as a deployment would.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, toolEnv, wrangler } from '../../scripts/lib.mjs';

/** Runs wrangler without leaving anything outside the temporary directory. @returns what it printed */
export function runWrangler(args) {
  const env = { ...toolEnv, TMPDIR: tmpdir(), WRANGLER_WRITE_LOGS: 'false' };
  const { status, stdout, stderr } = wrangler(args, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 120_000 });
  if (status !== 0) throw new Error(`wrangler ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}

/** Bundles the service into `dir`. @returns the path of its one module */
export function buildService(dir, { minify = true } = {}) {
  runWrangler(['deploy', '--dry-run', '--outdir', dir, ...(minify ? [] : ['--no-minify'])]);
  return join(dir, 'index.js');
}

/** The same for the floor. */
export function buildFloor(dir) {
  runWrangler(['deploy', join(root, 'bench', 'floor.mjs'), '--dry-run', '--outdir', dir]);
  return join(dir, 'floor.js');
}

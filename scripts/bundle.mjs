// The size of what a deployment uploads: the same build, minified, by gzip. `npm test` holds it.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { wrangler } from './lib.mjs';

const BUDGET = 120; // KiB

/** KiB of all modules by gzip, source maps left out. */
function bundleSize() {
  const dir = mkdtempSync(join(tmpdir(), 'hospital-bundle-'));
  try {
    const built = wrangler(['deploy', '--dry-run', '--outdir', dir], { stdio: 'pipe', timeout: 60_000 });
    if (built.status !== 0) throw new Error(`the build failed:\n${built.stdout}${built.stderr}`);
    const modules = readdirSync(dir).filter((name) => /\.(m?js|wasm)$/.test(name));
    if (modules.length === 0) throw new Error('the build left no module');
    const bytes = modules.map((name) => gzipSync(readFileSync(join(dir, name)), { level: 9 }).length);
    return bytes.reduce((sum, n) => sum + n) / 1024;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Says how large the bundle is. @returns whether it keeps to its budget */
export function checkBundle() {
  try {
    const size = bundleSize();
    const ok = size <= BUDGET;
    console.log(` ${ok ? '✓' : '×'} bundle: ${size.toFixed(1)} KiB by gzip, at most ${BUDGET}`);
    return ok;
  } catch (error) {
    console.log(` × bundle: ${error.message}`);
    return false;
  }
}

// The size of what a deployment uploads: the same build, minified, by gzip. `npm test` holds it to its budget.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { wrangler } from './lib.mjs';

/**
 * KiB by gzip. The first release had 97; the search for every script brought 13, health and limits 4, the common passwords
 * 8, accounts that wait for their own password 2, answers that were lost 1, pages bounded in bytes and repeated uploads 2,
 * the access log with seals and archives 5, calendar and working hours 8, invitations, resets and own logins 2, the second
 * factor 5, payments 3, PATCH and further deletes 2. Without the OpenAPI document it lost 4; codes of errors, 304 and the
 * settings for portals took 1. Looks that follow from answers, devices and codes that are bound to accounts, and limits that may
 * fail brought 4. Looks that share messages, tokens that are verified once, and comparisons that end early took 1. The access
 * log in objects and days, with what moves, removes and lists them, took 5.
 */
export const BUDGET = 161;

/** KiB of all modules of a build, as they are and by gzip, source maps left out. */
export function sizeOf(dir) {
  const modules = readdirSync(dir).filter((name) => /\.(m?js|wasm)$/.test(name));
  if (modules.length === 0) throw new Error('the build left no module');
  const contents = modules.map((name) => readFileSync(join(dir, name)));
  const kib = (bytes) => bytes.reduce((sum, { length }) => sum + length, 0) / 1024;
  return { raw: kib(contents), gzip: kib(contents.map((bytes) => gzipSync(bytes, { level: 9 }))) };
}

/**
 * All that is ours comes from src: neither what makes the API reference (openapi/) nor what tests put in the place of it (test/), as
 * the cheap cost of passwords, may get into a Worker.
 */
function onlyFromSrc(dir) {
  const { sources } = JSON.parse(readFileSync(join(dir, 'index.js.map'), 'utf8'));
  const unwanted = sources.filter((source) => !/(^|\/)(src|drizzle|node_modules)\//.test(source));
  if (unwanted.length > 0) throw new Error(`the Worker imports ${unwanted.join(' ')}`);
}

function buildSize() {
  const dir = mkdtempSync(join(tmpdir(), 'hospital-bundle-'));
  try {
    const built = wrangler(['deploy', '--dry-run', '--outdir', dir], { stdio: 'pipe', timeout: 300_000 });
    if (built.status !== 0) throw new Error(`the build failed:\n${built.stdout}${built.stderr}`);
    onlyFromSrc(dir);
    return sizeOf(dir).gzip;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Says how large the bundle is. @returns whether it keeps to its budget */
export function checkBundle() {
  try {
    const size = buildSize();
    const ok = size <= BUDGET;
    const advice = ok ? '' : ' (BUDGET in scripts/bundle.mjs: say there what takes more)';
    console.log(` ${ok ? '✓' : '×'} bundle: ${size.toFixed(1)} KiB by gzip, at most ${BUDGET}${advice}`);
    return ok;
  } catch (error) {
    console.log(` × bundle: ${error.message}`);
    return false;
  }
}

// The size of what a deployment uploads, by gzip. `npm test` holds it to its budget.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { wrangler } from './lib.mjs';

/**
 * KiB by gzip: FHIR takes 36 of them, the cash report, credit notes, taxes, closures, merges and what they derive 24, bounds of
 * searches, systems of the deployment, looks of what is shown along and updates that change nothing 5, tables of lists,
 * telephone numbers and the kinds of photos 3, who works when and the names in the audit trail 2, what visits have (notes of
 * doctors, also as FHIR, appointments that FHIR changes, sums of bills and of the calendar, birth dates of a year) 15, programs
 * that log in by their own right (their registry, tokens, assertions and scopes) and links that expire 11, what visits are planned
 * with (types, rooms, holds, series, what is offered, and Location) 18, what goes out (events, webhooks and their delivery, calendar
 * feeds, polls that the trail answers) 15, mail (letters in three languages, forgotten passwords, messages to patients and their
 * delivery) 23, imports (papaparse 7, encodings, mappings and names of columns in seven languages 10, their rows and runs 12) 29, batches
 * of FHIR 2, former numbers 2.
 */
export const BUDGET = 355;

/** KiB of all modules, as they are and by gzip, source maps left out. */
export function sizeOf(dir) {
  const modules = readdirSync(dir).filter((name) => /\.(m?js|wasm)$/.test(name));
  if (modules.length === 0) throw new Error('the build left no module');
  const contents = modules.map((name) => readFileSync(join(dir, name)));
  const kib = (bytes) => bytes.reduce((sum, { length }) => sum + length, 0) / 1024;
  return { raw: kib(contents), gzip: kib(contents.map((bytes) => gzipSync(bytes, { level: 9 }))) };
}

/** No Worker may hold what makes the API reference (openapi/), or a stand-in of tests, as the cheap cost of passwords. */
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

/** @returns whether the bundle keeps to its budget */
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

// What became of a file's rows, on the screen and in files beside it.
import { rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { unwrap } from 'hospital-service-client';

const number = new Intl.NumberFormat('en');
/** Faults that are shown, and rows that are looked through for them. */
const SHOWN = 10;
const LOOKED_AT = 1000;

export function tellCounts(job) {
  const { state, reason, rows, created, failed, duplicate, known, on_duplicate } = job;
  const would = job.dry_run ? ' would be' : '';
  const n = (count) => number.format(count).padStart(12);
  console.log(`${n(rows)} rows\n${n(created)}${would} created`);
  if (known) console.log(`${n(known)} there already, by their external ids`);
  if (duplicate) {
    const what = on_duplicate === 'skip' ? 'left out' : 'created all the same';
    console.log(`${n(duplicate)} likely somebody who is there: ${what}`);
  }
  if (failed) console.log(`${n(failed)}${would} refused`);
  if (state === 'stopped' || state === 'ready') console.log('It was stopped.');
  if (state === 'failed') console.log(`It was given up: ${reason}.`);
}

/** The most frequent ones, by column. */
export async function tellFaults(hospital, { id }) {
  const found = new Map();
  let looked = 0;
  for await (const { line, column, msg } of hospital.list('/imports/{id}/rows', {
    params: { path: { id }, query: { result: 'failed', limit: 100 } },
  })) {
    const text = column === null ? msg : `${column}: ${msg}`;
    const { count = 0, first = line } = found.get(text) ?? {};
    found.set(text, { count: count + 1, first });
    if (++looked === LOOKED_AT) break;
  }
  const faults = [...found].sort(([, one], [, other]) => other.count - one.count);
  for (const [text, { count, first }] of faults.slice(0, SHOWN)) {
    console.log(`  ${number.format(count).padStart(6)} × ${text} (${count > 1 ? 'first in ' : ''}line ${first})`);
  }
  if (faults.length > SHOWN) console.log(`         and ${faults.length - SHOWN} others`);
}

/** Never over a file that somebody may have mended. @returns its path */
function writeNew(dir, name, bytes) {
  for (let n = 1; ; n++) {
    const path = join(dir, n === 1 ? `${name}.csv` : `${name}-${n}.csv`);
    try {
      writeFileSync(path, bytes, { flag: 'wx', mode: 0o600 });
      return path;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
  }
}

/**
 * Writes the rows that failed, and the duplicates.
 * @param reports `path` of the file, `dir`, and what of it is `written`: what a dry run has left makes place for the run's
 */
export async function writeReports(hospital, { id, failed, duplicate, locale }, reports) {
  for (const path of reports.written) rmSync(path, { force: true });
  reports.written = [];
  for (const [result, count] of Object.entries({ failed, duplicate })) {
    if (count === 0) continue;
    const query = { result, format: 'csv', ...(locale && { locale }) };
    const table = unwrap(await hospital.GET('/imports/{id}/rows', { params: { path: { id }, query } }));
    const name = `${basename(reports.path).replace(/\.\w+$/, '')}.${result}`;
    reports.written.push(writeNew(reports.dir, name, Buffer.from(await table.arrayBuffer())));
  }
  for (const path of reports.written) console.log(`  ${path}`);
}

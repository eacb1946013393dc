// What `npm run test:system` and `npm run test:browser` share: suites by name, run by node:test.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fail } from './lib.mjs';

/** Milliseconds of one suite: three times what the longest takes beside others. */
const TIMEOUT = 900_000;
/** They wait for processes and browsers as much as they work. */
const AT_ONCE = 2;

export const suitesIn = (dir, extension) =>
  readdirSync(dir).flatMap((file) => (file.endsWith(`.test.${extension}`) ? [file.split('.')[0] ?? ''] : []));

/** The suites that the command line names, each or by its group; without names all. */
export function wantedOf(suites, groups = {}) {
  const wanted = process.argv.length > 2 ? process.argv.slice(2).flatMap((name) => groups[name] ?? name) : suites;
  const unknown = wanted.filter((name) => !suites.includes(name));
  if (unknown.length) fail(`No such suite: ${unknown.join(' ')}. There are: ${suites.join(' ')}`);
  return wanted;
}

/** Each in a process of its own. @returns how many tests passed and failed */
export async function runSuites(dir, names) {
  const files = names.map((name) => join(dir, `${name}.test.mjs`));
  const counts = { passed: 0, failed: 0 };
  // A test that fails may leave a service running, which would keep its process, and all suites, from ever ending.
  const stream = run({ files, concurrency: AT_ONCE, timeout: TIMEOUT, execArgv: ['--test-force-exit'] });
  stream.on('test:summary', ({ counts: { passed, failed, cancelled }, file }) => {
    if (file !== undefined) return; // of one file: the last one is of all
    counts.passed = passed;
    counts.failed = failed + cancelled;
  });
  await new Promise((resolve) => stream.compose(spec).on('end', resolve).pipe(process.stdout, { end: false }));
  if (counts.passed + counts.failed === 0) counts.failed = 1;
  return counts;
}

/** Sets the exit code, and prints the last line, by which CI counts. */
export function report(counts) {
  const sum = (what) => counts.reduce((total, each) => total + each[what], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
}

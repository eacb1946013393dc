// `npm run test:system [-- names of suites]`: the suites of test/system/, one after another, against the built Worker,
// which is built once. The last line is `N passed, N failed`. (Those that run inside workerd, *.test.ts, belong to
// `npm test`.)
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { buildService } from './build.mjs';
import { fail, root } from './lib.mjs';
import { withTemporary } from './local-worker.mjs';

/** Of one suite, in milliseconds. */
const TIMEOUT = 600_000;

const dir = join(root, 'test', 'system');
const suites = readdirSync(dir).flatMap((file) => /^(.+)\.test\.mjs$/.exec(file)?.[1] ?? []);
const wanted = process.argv.length > 2 ? process.argv.slice(2) : suites;
const unknown = wanted.filter((name) => !suites.includes(name));
if (unknown.length) fail(`No such suite: ${unknown.join(' ')}. There are: ${suites.join(' ')}`);

await withTemporary(async (temporary) => {
  process.env.SYSTEM_TEST_WORKER = buildService(join(temporary, 'worker'));
  const files = wanted.map((name) => join(dir, `${name}.test.mjs`));
  const counts = { passed: 0, failed: 0 };
  const stream = run({ files, concurrency: false, timeout: TIMEOUT });
  stream.on('test:summary', ({ counts: { passed, failed, cancelled }, file }) => {
    if (file !== undefined) return; // of one file: the last one is of all
    counts.passed = passed;
    counts.failed = failed + cancelled;
  });
  await new Promise((resolve) => stream.compose(spec).on('end', resolve).pipe(process.stdout));
  if (counts.passed + counts.failed === 0) counts.failed = 1;
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = counts.failed === 0 ? 0 : 1;
});

// `npm run test:system [-- names of suites]`: the suites of test/system/, one after another. *.test.mjs run against the
// built Worker, which is built once; *.test.ts run inside workerd, by vitest. The last line is `N passed, N failed`.
import { spawnSync } from 'node:child_process';
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
const suitesOf = (extension) =>
  readdirSync(dir).flatMap((file) => (file.endsWith(`.test.${extension}`) ? [file.split('.')[0] ?? ''] : []));
const [built, inWorkerd] = [suitesOf('mjs'), suitesOf('ts')];
const suites = [...built, ...inWorkerd];
const wanted = process.argv.length > 2 ? process.argv.slice(2) : suites;
const unknown = wanted.filter((name) => !suites.includes(name));
if (unknown.length) fail(`No such suite: ${unknown.join(' ')}. There are: ${suites.join(' ')}`);

/** Runs suites by vitest. @returns how many tests passed and failed */
function runInWorkerd(names) {
  if (names.length === 0) return { passed: 0, failed: 0 };
  const files = names.map((name) => `test/system/${name}.test.ts`);
  const { stdout } = spawnSync(process.execPath, [join(root, 'scripts', 'test.mjs'), ...files], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  const [, passed = 0, failed = 1] = /^(\d+) passed, (\d+) failed$/m.exec(stdout) ?? [];
  process.stdout.write(stdout);
  return { passed: Number(passed), failed: Number(failed) };
}

/** Runs suites against the built Worker. @returns how many tests passed and failed */
async function runBuilt(names, temporary) {
  if (names.length === 0) return { passed: 0, failed: 0 };
  process.env.SYSTEM_TEST_WORKER = buildService(join(temporary, 'worker'));
  const files = names.map((name) => join(dir, `${name}.test.mjs`));
  const counts = { passed: 0, failed: 0 };
  const stream = run({ files, concurrency: false, timeout: TIMEOUT });
  stream.on('test:summary', ({ counts: { passed, failed, cancelled }, file }) => {
    if (file !== undefined) return; // of one file: the last one is of all
    counts.passed = passed;
    counts.failed = failed + cancelled;
  });
  await new Promise((resolve) => stream.compose(spec).on('end', resolve).pipe(process.stdout, { end: false }));
  if (counts.passed + counts.failed === 0) counts.failed = 1;
  return counts;
}

const counts = [
  runInWorkerd(wanted.filter((name) => inWorkerd.includes(name))),
  await withTemporary((temporary) =>
    runBuilt(
      wanted.filter((name) => built.includes(name)),
      temporary,
    ),
  ),
];
const sum = (what) => counts.reduce((total, each) => total + each[what], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;

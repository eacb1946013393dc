// `npm run test:system [-- names of suites]`: the suites of test/system/. *.test.mjs (all of them: `built`) run against the
// built Worker, *.test.ts (`workerd`) inside workerd, by vitest.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildService } from './build.mjs';
import { root } from './lib.mjs';
import { withTemporary } from './local-worker.mjs';
import { report, runSuites, suitesIn, wantedOf } from './suites.mjs';

const dir = join(root, 'test', 'system');
const [built, inWorkerd] = [suitesIn(dir, 'mjs'), suitesIn(dir, 'ts')];
const wanted = wantedOf([...built, ...inWorkerd], { built, workerd: inWorkerd });

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

async function runBuilt(names, temporary) {
  if (names.length === 0) return { passed: 0, failed: 0 };
  process.env.SYSTEM_TEST_WORKER = buildService(join(temporary, 'worker'));
  return runSuites(dir, names);
}

report([
  runInWorkerd(wanted.filter((name) => inWorkerd.includes(name))),
  await withTemporary((temporary) =>
    runBuilt(
      wanted.filter((name) => built.includes(name)),
      temporary,
    ),
  ),
]);

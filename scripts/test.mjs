// `npm test [-- vitest's arguments]`: all tests in workerd but the suites of test/system and, without arguments, one that
// needs a file system: the size of the bundle. `npm test -- resources/patient` runs the tests of one resource, what each
// operation is asked, of those below /patient alone, and what each resource must have. The last line is `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkBundle } from './bundle.mjs';
import { modernNode, root, toolEnv } from './lib.mjs';
import { setup } from './setup.mjs';

setup();

const OF_RESOURCES = [
  ...['test/operations/', 'test/http/bad-input', 'test/http/descriptions', 'test/http/openapi'],
  ...['test/db/migrations', 'test/db/statements'],
];

const dir = mkdtempSync(join(tmpdir(), 'hospital-test-'));
const report = join(dir, 'report.json');
let status = 1;
let passed = 0;
let failed = 0;
try {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const wanted = process.argv.length > 2 ? process.argv.slice(2) : ['--exclude=test/system/**'];
  const [, resource] = wanted.join(' ').match(/^resources\/([a-z]+)$/) ?? [];
  if (resource) wanted.push(...OF_RESOURCES);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  ({ status } = spawnSync(modernNode(), [vitest, 'run', ...reporters, ...wanted], {
    cwd: root,
    env: { ...toolEnv, ...(resource && { ONLY: resource }) },
    stdio: ['ignore', 'inherit', 'inherit'],
  }));
  const result = JSON.parse(readFileSync(report, 'utf8'));
  passed = result.numPassedTests;
  // A file that could not be loaded holds no failed test, yet nothing of it was tested: it counts as one.
  const broken = result.testResults.filter(
    (f) => f.status === 'failed' && !f.assertionResults.some((t) => t.status === 'failed'),
  );
  failed = result.numFailedTests + broken.length;
} catch (error) {
  console.error(`vitest left no report: ${error.message}`);
} finally {
  rmSync(dir, { recursive: true, force: true });
}

// Unhandled errors fail vitest without failing a test.
if (failed === 0 && (status !== 0 || passed === 0)) {
  console.error(passed === 0 ? 'No test ran.' : 'vitest failed outside the tests.');
  failed = 1;
}
if (process.argv.length === 2) {
  if (checkBundle()) passed++;
  else failed++;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

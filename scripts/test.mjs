// `npm test [-- vitest's arguments]`: all tests but test/system; without arguments also the size of the bundle. With
// `-- resources/patient` the tests of one resource, what is asked of each operation, of those below /patient alone, and what
// each resource must have. The last line is `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkBundle } from './bundle.mjs';
import { modernNode, root, toolEnv } from './lib.mjs';
import { setup } from './setup.mjs';

setup({ dev: true });

/** Where the operations of a resource are, if not below its name: beginnings of paths. */
const PATHS = {
  appointment: 'appointment calendar/appointments',
  'appointment-type': 'calendar/types',
  'calendar-resource': 'calendar/resources',
  'cash-report': 'payment/',
  clients: 'auth/clients',
  'appointment-series': 'calendar/series',
  'credit-note': 'invoice/{id}/credit-note',
  file: 'static',
  payment: 'invoice/{id}/payments',
  'working-hours': 'calendar/doctors calendar/slots',
};
/** What is asked of each operation, and what each resource must have. */
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
  const wanted = process.argv.slice(2);
  const [, resource] = wanted.join(' ').match(/^resources\/([a-z-]+)$/) ?? [];
  if (resource) wanted.push(...OF_RESOURCES);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  ({ status } = spawnSync(modernNode(), [vitest, 'run', ...reporters, ...wanted], {
    cwd: root,
    env: {
      ...toolEnv,
      ...(resource && { ONLY: PATHS[resource] ?? resource }),
      ...(wanted.length === 0 && { WITHOUT_SYSTEM: '1' }),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  }));
  const result = JSON.parse(readFileSync(report, 'utf8'));
  passed = result.numPassedTests;
  // A file that could not be loaded holds no failed test: it counts as one.
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

// `npm run test:browser [-- names of suites]`: the suites of test/browser/ in headless Chromium, against `npm start`.
import { join } from 'node:path';
import { buildForTests } from './build.mjs';
import { findChromium } from './chromium.mjs';
import { root } from './lib.mjs';
import { withTemporary } from './local-worker.mjs';
import { buildPortal } from './portal.mjs';
import { report, runSuites, suitesIn, wantedOf } from './suites.mjs';

const dir = join(root, 'test', 'browser');
const wanted = wantedOf(suitesIn(dir, 'mjs'));

if (findChromium()) {
  // Once, not by the first suites at the same time.
  await buildPortal();
  report([
    await withTemporary((temporary) => {
      process.env.SYSTEM_TEST_WORKER = buildForTests(join(temporary, 'worker'));
      return runSuites(dir, wanted);
    }),
  ]);
} else {
  console.log(
    `Skipped, as there is no Chromium: ${wanted.join(', ')}. Install it, or name it: CHROMIUM=/path/to/chrome`,
  );
  report([]);
}

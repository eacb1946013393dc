// `npm run test:browser [-- names of suites]`: the suites of test/browser/ in headless Chromium, against `npm start`.
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { root } from './lib.mjs';
import { withTemporary } from './local-worker.mjs';
import { report, runSuites, suitesIn, wantedOf } from './suites.mjs';

const dir = join(root, 'test', 'browser');
const wanted = wantedOf(suitesIn(dir, 'mjs'));

if (findChromium()) {
  report([await withTemporary(() => runSuites(dir, wanted))]);
} else {
  console.log(
    `Skipped, as there is no Chromium: ${wanted.join(', ')}. Install it, or name it: CHROMIUM=/path/to/chrome`,
  );
  report([]);
}

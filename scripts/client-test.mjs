// `npm run test:client [-- names of suites]`: the suites of clients/typescript/test/, against the built Worker.
import { join } from 'node:path';
import { buildService } from './build.mjs';
import { buildClient } from './client.mjs';
import { root } from './lib.mjs';
import { withTemporary } from './local-worker.mjs';
import { report, runSuites, suitesIn, wantedOf } from './suites.mjs';

const dir = join(root, 'clients', 'typescript', 'test');
const wanted = wantedOf(suitesIn(dir, 'mjs'));
buildClient();
report([
  await withTemporary((temporary) => {
    process.env.SYSTEM_TEST_WORKER = buildService(join(temporary, 'worker'));
    return runSuites(dir, wanted);
  }),
]);

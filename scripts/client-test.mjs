// `npm run test:client [-- names of suites]`: the suites of the packages in clients/, against the built Worker.
import { join } from 'node:path';
import { buildForTests } from './build.mjs';
import { buildClient } from './client.mjs';
import { root } from './lib.mjs';
import { withTemporary } from './local-worker.mjs';
import { writeDocument } from './openapi.mjs';
import { report, runSuites, suitesIn, wantedOf } from './suites.mjs';
import { buildTesting } from './testing.mjs';

const home = join(root, 'clients');
/** By name: where it is. */
const suites = Object.fromEntries(
  ['typescript', 'query'].flatMap((name) =>
    suitesIn(join(home, name, 'test'), 'mjs').map((suite) => [suite, join(name, 'test', suite)]),
  ),
);
const wanted = wantedOf(Object.keys(suites));
writeDocument();
buildClient();
await buildTesting();
report([
  await withTemporary((temporary) => {
    process.env.SYSTEM_TEST_WORKER = buildForTests(join(temporary, 'worker'));
    return runSuites(
      home,
      wanted.map((suite) => suites[suite]),
    );
  }),
]);

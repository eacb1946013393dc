// `npm run verify [-- --remote] [--database NAME] [--since DATE]`: is what the service keeps consistent so? It only reads, and
// may run while the service does. Exit code 1 and a list if something is wrong. `--since`: of the access log, objects of
// earlier days are not read.
import { parseArgs } from 'node:util';
import { fail } from './lib.mjs';
import { PLACE, withStorage } from './storage/open.mjs';
import { report } from './verify/report.mjs';

const { values } = parseArgs({ options: { ...PLACE, since: { type: 'string' } } });
const sound = await withStorage(values, (storage) => report(storage, { since: values.since })).catch((error) =>
  fail(`Not verified: ${error.message}`),
);
process.exitCode = sound ? 0 : 1;

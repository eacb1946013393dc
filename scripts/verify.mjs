// `npm run verify [-- --remote] [--database NAME] [--since DATE]`: is what the service keeps consistent so? It only reads, also
// while the service runs. Exit code 1 if something is wrong. `--since`: older objects of the access log are not read.
import { parseArgs } from 'node:util';
import { fail } from './lib.mjs';
import { PLACE, withStorage } from './storage/open.mjs';
import { report } from './verify/report.mjs';

const { values } = parseArgs({ options: { ...PLACE, since: { type: 'string' } } });
const sound = await withStorage(values, (storage) => report(storage, { since: values.since })).catch((error) =>
  fail(`Not verified: ${error.message}`),
);
process.exitCode = sound ? 0 : 1;

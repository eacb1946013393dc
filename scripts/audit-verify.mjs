// `npm run audit:verify [-- --remote] [--database NAME] [--since DATE] [--no-archives]`: compares the audit trail and
// the access log with their chains of hashes. Exit code 1 if anything was altered, removed or added; 2 if nothing was found,
// but `--since` or `--no-archives` left something out.
import { parseArgs } from 'node:util';
import { fail } from './lib.mjs';
import { PLACE, withStorage } from './storage/open.mjs';
import { faultsOf, told, unreadOf, verifyTrails } from './verify/chain.mjs';

const options = { ...PLACE, since: { type: 'string' }, archives: { type: 'boolean', default: true } };
const { values } = parseArgs({ options, allowNegative: true });
const verdicts = await withStorage(values, (storage) => verifyTrails(storage, values)).catch((error) =>
  fail(`Not verified: ${error.message}`),
);

for (const text of told(verdicts)) console.log(text);
const { audit, looks } = verdicts;
console.log(
  `Heads: audit row ${audit.head.to_seq} ${audit.head.hash}\n       access object ${looks.head.seq} ${looks.head.hash}`,
);
const faults = faultsOf(verdicts);
for (const fault of faults) console.log(` × ${fault}`);

const COMPARE = 'Compare the heads with those that the hourly job logged.';
const unread = unreadOf(verdicts);
if (faults.length > 0) {
  console.log(`\n${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}: it is not what was written.`);
  process.exitCode = 1;
} else if (unread.length > 0) {
  console.log(
    `\nNot all was looked at: ${values.archives ? '--since' : '--no-archives'} leaves out ${unread.join(' and ')}. Of the others nothing ` +
      `was altered, removed or added since it was sealed. ${COMPARE}`,
  );
  process.exitCode = 2;
} else console.log(`\nNothing was altered, removed or added since it was sealed. ${COMPARE}`);

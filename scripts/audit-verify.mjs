// `npm run audit:verify [-- --remote] [--database NAME] [--no-archives]`: compares the audit trail and the access log with
// their seals, and says which rows were altered, removed or added. Exit code 1 if any were; 2 if none were found, but
// `--no-archives` left out the files of archived rows.
import { parseArgs } from 'node:util';
import { fail } from './lib.mjs';
import { PLACE, withStorage } from './storage/open.mjs';
import { verifyTrails } from './verify/chain.mjs';

const options = { ...PLACE, archives: { type: 'boolean', default: true } };
const { values } = parseArgs({ options, allowNegative: true });
const verdicts = await withStorage(values, (storage) => verifyTrails(storage, values)).catch((error) =>
  fail(`Not verified: ${error.message}`),
);

let [faults, unread] = [0, 0];
for (const [trail, verdict] of verdicts) {
  const { sealed, archived, unsealed, head } = verdict;
  console.log(`${trail}: ${sealed} rows sealed, ${archived} archived, ${unsealed} not sealed yet`);
  if (head.hash) console.log(`  head: row ${head.to_seq}, ${head.hash}`);
  for (const fault of verdict.faults) console.log(`  × ${fault}`);
  faults += verdict.faults.length;
  unread += verdict.unread;
}

const COMPARE = 'Compare the heads with those that the sweep logged.';
if (faults > 0) {
  console.log(`\n${faults} ${faults === 1 ? 'fault' : 'faults'}: the trail is not what was written.`);
  process.exitCode = 1;
} else if (unread > 0) {
  console.log(
    `\nNot all was looked at: ${unread} rows are said to be archived, and --no-archives leaves their files out. Of the others none ` +
      `was altered, removed or added since it was sealed. ${COMPARE}`,
  );
  process.exitCode = 2;
} else console.log(`\nNothing was altered, removed or added since it was sealed. ${COMPARE}`);

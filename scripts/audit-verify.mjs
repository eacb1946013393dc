// `npm run audit:verify [-- --remote] [--database NAME] [--archives]`: compares the audit trail and the access log with their
// seals, and says which rows were altered, removed or added. `--archives` looks into the files of archived rows as well.
import './typescript.mjs';
import { parseArgs } from 'node:util';
import { fail } from './lib.mjs';
import { PLACE, withStorage } from './storage/open.mjs';
import { patiently, select } from './storage/pages.mjs';

const { archiveKey } = await import('../src/audit/chain.ts');
const { sqlSource, verifyTrail } = await import('../src/audit/verify.ts');

/** @returns how many faults there are */
async function report({ DB, FILES }) {
  const archive = (seal) => patiently(async () => (await FILES.get(archiveKey(seal)))?.text());
  const source = sqlSource((sql, ...values) => select(DB, sql, ...values), values.archives ? archive : undefined);
  let faults = 0;
  for (const trail of ['audit', 'access']) {
    const verdict = await verifyTrail(trail, source);
    const { sealed, archived, unsealed, head } = verdict;
    console.log(`${trail}: ${sealed} rows sealed, ${archived} archived, ${unsealed} not sealed yet`);
    if (head.hash) console.log(`  head: row ${head.to_seq}, ${head.hash}`);
    for (const fault of verdict.faults) console.log(`  × ${fault}`);
    faults += verdict.faults.length;
  }
  return faults;
}

const { values } = parseArgs({ options: { ...PLACE, archives: { type: 'boolean', default: false } } });
const faults = await withStorage(values, report).catch((error) => fail(`Not verified: ${error.message}`));
console.log(
  faults > 0
    ? `\n${faults} ${faults === 1 ? 'fault' : 'faults'}: the trail is not what was written.`
    : '\nNothing was altered, removed or added since it was sealed. Compare the heads with those that the sweep logged.',
);
process.exitCode = faults > 0 ? 1 : 0;

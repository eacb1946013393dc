import '../typescript.mjs';
import { patiently, select } from '../storage/pages.mjs';

const { archiveKey } = await import('../../src/audit/chain.ts');
const { sqlSource, verifyTrail } = await import('../../src/audit/verify.ts');
const { TRAILS } = await import('../../src/db/schema/index.ts');

/**
 * What is to be said of each trail, by its name.
 * @param options `archives: false` leaves the files of archived rows out: then a made-up note of an archive hides anything
 */
export async function verifyTrails({ DB, FILES }, { archives }) {
  const archive = (seal) => patiently(async () => (await FILES.get(archiveKey(seal)))?.text());
  const source = sqlSource((sql, ...values) => select(DB, sql, ...values), archives ? archive : undefined);
  const verdicts = new Map();
  for (const trail of TRAILS) verdicts.set(trail, await verifyTrail(trail, source));
  return verdicts;
}

/** The audit trail and the access log are what was sealed. */
export async function chain(storage, wrong, { files }) {
  const seen = [];
  for (const [trail, verdict] of await verifyTrails(storage, { archives: files })) {
    const { sealed, archived, unread, unsealed } = verdict;
    for (const fault of verdict.faults) wrong(fault);
    const notRead = unread > 0 ? ` (${unread} not looked at)` : '';
    seen.push(`${trail} ${sealed} rows sealed, ${archived} archived${notRead}, ${unsealed} not yet`);
  }
  return seen.join('; ');
}

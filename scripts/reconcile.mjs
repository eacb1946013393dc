// `npm run reconcile -- DIR [--remote]`: after Time Travel; DIR is the backup that was made just before. docs/operations.md
import { parseArgs } from 'node:util';
import { fail } from './lib.mjs';
import { PLACE, withStorage } from './storage/open.mjs';
import { reconcile } from './storage/reconcile.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: PLACE });
const [dir, ...rest] = positionals;
if (!dir || rest.length > 0) fail('Usage: npm run reconcile -- DIR [--remote] [--database NAME]');

const done = await withStorage(values, (storage) => reconcile(storage, dir)).catch((error) =>
  fail(`Not reconciled: ${error.message}`),
);
console.log(`${done.undone} writes were undone; audit.ndjson in ${dir} tells of each.`);
console.log(`${done.messages} messages to patients that had ended since are dropped, as they would be sent again.`);
for (const { table, from, last } of done.numbers) console.log(`${table}: the numbers ${from} to ${last} are left out.`);
console.log(`${done.files} files that were deleted since are deleted again, ${done.sessions} logins are ended.`);
console.log(`Access log: ${done.looks.objects} objects and ${done.looks.waiting} looks that wait are on record again.`);
if (done.looks.since.length > 0) {
  const numbers = done.looks.since.join(', ');
  console.log(
    `LOOK: the access log was written since the restore (objects ${numbers}): what it had forgotten is not put back.`,
  );
}
for (const { table, from, last } of done.again) {
  const papers = table === 'payment' ? 'receipts' : 'credit notes';
  console.log(
    `LOOK: ${papers} ${from} to ${last} were given out before the restore, and these numbers are given out again: mark the papers.`,
  );
}
for (const { entity, entity_id } of done.twice) {
  console.log(`LOOK: ${entity} ${entity_id} was made since the restore; its number may have been given out before.`);
}
for (const account of done.accounts) console.log(`LOOK: ${account}.`);

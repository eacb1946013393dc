// `npm run backup [-- --remote] [--database NAME] [--to DIR]`: every table as NDJSON, with a manifest. docs/operations.md
// says what is in it and how to keep it.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, root } from './lib.mjs';
import { dump } from './storage/dump.mjs';
import { reasonOf } from './storage/faults.mjs';
import { PLACE, withStorage } from './storage/open.mjs';

const { values } = parseArgs({ options: { ...PLACE, to: { type: 'string' } } });
const dir = values.to ?? join(root, 'backups', new Date().toISOString().replaceAll(':', '-'));
// Its files hold hashes of passwords and patients' records: they are for their owner only.
const isOurs = mkdirSync(dir, { recursive: true, mode: 0o700 }) !== undefined;
if (readdirSync(dir).length > 0) fail(`${dir} is not empty.`);

let isWhole = false;
/** Part of a backup is of no use, and holds as much as a whole one. */
process.once('exit', () => {
  if (isWhole) return;
  for (const name of isOurs ? [''] : readdirSync(dir)) rmSync(join(dir, name), { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => fail('No backup was made: it was interrupted, and what was written of it is removed.'));
}

const started = performance.now();
const { tables, schema, changes } = await withStorage(values, (storage) => dump(storage, dir, values)).catch((error) =>
  fail(`No backup was made: ${reasonOf(error, `the disk of ${dir}`)}`),
);
isWhole = true;
for (const { name, rows } of tables) console.log(`${String(rows).padStart(10)}  ${name}`);
if (changes) console.log(`${changes} writes meanwhile are in it.`);
console.log(`${dir}: schema ${schema}, ${((performance.now() - started) / 1000).toFixed(1)} s.`);
console.log('It holds hashes of passwords and patients’ records, but not the bytes of files: docs/operations.md.');

// `npm run restore -- DIR [--remote] [--database NAME]`: loads a backup into an empty database, and sees that it is the same.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fail, persistDir } from './lib.mjs';
import { reasonOf } from './storage/faults.mjs';
import { PLACE, withStorage } from './storage/open.mjs';
import { checkBackup, restore } from './storage/restore.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: PLACE });
const [dir, ...rest] = positionals;
if (!dir || rest.length > 0) fail('Usage: npm run restore -- DIR [--remote] [--database NAME]');

try {
  const started = performance.now();
  const manifest = checkBackup(dir);
  const sound = await withStorage(values, (storage) => restore(storage, dir, manifest));
  if (!sound)
    fail('NOT RESTORED as it should be: the rows are those of the backup, but what is listed above is wrong.');
  console.log(`Restored in ${((performance.now() - started) / 1000).toFixed(1)} s. Everybody has to log in again.`);
  console.log('The bytes of files are not part of a backup: `npm run verify` tells which ones are missing.');
} catch (error) {
  const isHere = !values.remote && existsSync(persistDir);
  const place = isHere ? `the disk of ${persistDir}` : 'the database';
  fail(`Not restored: ${reasonOf(error, place, isHere ? persistDir : undefined)}`);
}

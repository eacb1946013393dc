// `npm run restore -- DIR [--remote] [--database NAME] [--webhooks]`: loads a backup into an empty database, and sees that it is the
// same. `--webhooks`: they go on, and so do messages to patients; without it they are disabled, and the messages dropped.
// `npm run restore -- DIR --files [--replace] [--remote]`: puts the files of a copy back into the bucket that lacks them. `--replace`:
// those whose bytes in the bucket are others, too.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fail, persistDir } from './lib.mjs';
import { reasonOf } from './storage/error-text.mjs';
import { PLACE, withStorage } from './storage/open.mjs';
import { putObjects } from './storage/put-objects.mjs';
import { checkBackup, restore } from './storage/restore.mjs';

const flag = { type: 'boolean', default: false };
const options = { ...PLACE, files: flag, replace: flag, webhooks: flag };
const { values, positionals } = parseArgs({ allowPositionals: true, options });
const [dir, ...rest] = positionals;
if (!dir || rest.length > 0 || (values.replace && !values.files)) {
  fail(
    'Usage: npm run restore -- DIR [--webhooks] [--remote] [--database NAME]\n       npm run restore -- DIR --files [--replace] [--remote]',
  );
}
const started = performance.now();
const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;

async function restoreDatabase() {
  const manifest = checkBackup(dir);
  const sound = await withStorage(values, (storage) => restore(storage, dir, manifest, { webhooks: values.webhooks }));
  if (!sound)
    fail('NOT RESTORED as it should be: the rows are those of the backup, but what is listed above is wrong.');
  console.log(`Restored in ${seconds()}. Everybody has to log in again.`);
  console.log('The bytes of files are not part of a backup: `npm run restore -- DIR --files`, then `npm run verify`.');
}

async function restoreFiles() {
  const { put, bytes, replaced, there, faults } = await withStorage(values, (storage) =>
    putObjects(storage, dir, values),
  );
  for (const fault of faults) console.log(`× ${fault}`);
  const places = replaced > 0 ? `${replaced} of them in place of other bytes, ` : '';
  const done = `${put} files (${(bytes / 1e6).toFixed(1)} MB), ${places}${there} were in the bucket already; ${seconds()}`;
  if (faults.length > 0) fail(`NOT ALL RESTORED: ${faults.length} are not as they were copied. Put back are ${done}.`);
  console.log(`Restored: ${done}.`);
}

try {
  await (values.files ? restoreFiles() : restoreDatabase());
} catch (error) {
  const isHere = !values.remote && existsSync(persistDir);
  const place = isHere ? `the disk of ${persistDir}` : 'the database';
  fail(`Not restored: ${reasonOf(error, place, isHere ? persistDir : undefined)}`);
}

// `npm run backup [-- --remote] [--database NAME] [--to DIR]`: every table as NDJSON, with a manifest, into a new directory.
// `npm run backup -- --files [--remote] [--to DIR]`: a copy of the bucket, which each run brings up to date. docs/operations.md
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, root } from './lib.mjs';
import { dump } from './storage/dump.mjs';
import { reasonOf } from './storage/error-text.mjs';
import { copyObjects } from './storage/objects.mjs';
import { PLACE, withStorage } from './storage/open.mjs';

const files = { type: 'boolean', default: false };
const { values } = parseArgs({ options: { ...PLACE, to: { type: 'string' }, files } });
const started = performance.now();
const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;

async function make(dir, what, interrupted, work) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => fail(`No ${what} was made: it was interrupted${interrupted}`));
  }
  return withStorage(values, work).catch((error) =>
    fail(`No ${what} was made: ${reasonOf(error, `the disk of ${dir}`)}`),
  );
}

async function backUpDatabase() {
  const dir = values.to ?? join(root, 'backups', new Date().toISOString().replaceAll(':', '-'));
  // It holds hashes of passwords and patients' records: only its owner may read it.
  const isOurs = mkdirSync(dir, { recursive: true, mode: 0o700 }) !== undefined;
  if (readdirSync(dir).length > 0) fail(`${dir} is not empty.`);

  let isWhole = false;
  // Part of a backup is of no use, but has secrets, too.
  process.once('exit', () => {
    if (isWhole) return;
    for (const name of isOurs ? [''] : readdirSync(dir)) rmSync(join(dir, name), { recursive: true, force: true });
  });
  const { tables, schema, changes } = await make(dir, 'backup', ', and what was written of it is removed.', (storage) =>
    dump(storage, dir, values),
  );
  isWhole = true;
  for (const { name, rows } of tables) console.log(`${String(rows).padStart(10)}  ${name}`);
  if (changes) console.log(`${changes} writes meanwhile are in it.`);
  console.log(`${dir}: schema ${schema}, ${seconds()}.`);
  console.log(
    'It holds hashes of passwords and patients’ records, but not the bytes of files: `npm run backup -- --files`.',
  );
}

async function copyFiles() {
  const dir =
    values.to ?? join(root, 'backups', `files${values.env ? `-${values.env}` : ''}${values.remote ? '' : '-local'}`);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const { copied, bytes, same, gone } = await make(
    dir,
    'whole copy of the files',
    '. Run it again to go on.',
    (storage) => copyObjects(storage, dir),
  );
  console.log(
    `${copied} files copied (${(bytes / 1e6).toFixed(1)} MB), ${same} as they were, ${gone} no longer in the bucket.`,
  );
  console.log(`${dir}: ${seconds()}.`);
}

await (values.files ? copyFiles() : backUpDatabase());

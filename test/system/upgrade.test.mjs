// A database that the first release has made: migrated, verified, backed up and restored as that of a deployment.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { dump } from '../../scripts/storage/dump.mjs';
import { migrate, migrations } from '../../scripts/storage/migrate.mjs';
import { checkBackup, restore } from '../../scripts/storage/restore.mjs';
import { CHECKS } from '../../scripts/verify/report.mjs';
import { load } from '../support/first-release/load.ts';
import { newPath, open } from './lib/hospital.mjs';

let service;

before(async () => {
  service = await open(newPath('state'));
  const [tables] = migrations();
  await migrate(service.DB, tables);
  await load(service);
  await migrate(service.DB, migrations().at(-1));
});
after(() => service.stop());

async function faultsOf(storage, { files }) {
  const found = [];
  const { files: ofBucket, ...checks } = CHECKS;
  for (const check of Object.values(files ? { ...checks, ofBucket } : checks)) {
    await check(storage, (text) => found.push(text), { files });
  }
  return found;
}

test('`npm run verify` finds nothing wrong with a database of the first release', async () => {
  assert.deepEqual(await faultsOf(service, { files: true }), []);
});

test('Its backup is restored to the row', async () => {
  const dir = newPath('backup');
  mkdirSync(dir);
  await dump(service, dir);
  const other = await open(newPath('state'));
  try {
    assert.equal(await restore(other, dir, checkBackup(dir), { print: () => {} }), true);
    // The bucket is not in the backup.
    assert.deepEqual(await faultsOf(other, { files: false }), []);
  } finally {
    await other.stop();
  }
});

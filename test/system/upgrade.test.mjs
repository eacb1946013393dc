// The recorded database in the tables of commit 359b617: migrated, verified, backed up and restored as that of a deployment.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { dump } from '../../scripts/storage/dump.mjs';
import { migrate, migrations } from '../../scripts/storage/migrate.mjs';
import { checkBackup, restore } from '../../scripts/storage/restore.mjs';
import { CHECKS } from '../../scripts/verify/report.mjs';
import { FORMER, load, makeFormer } from '../support/recorded/load.ts';
import { newPath, open } from './lib/hospital.mjs';

const formerSchema = readFileSync(new URL('../support/recorded/former-schema.sql', import.meta.url), 'utf8');

let service;

before(async () => {
  service = await open(newPath('state'));
  await makeFormer(service.DB, formerSchema);
  await load(service);
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

async function backup(storage) {
  const dir = newPath('backup');
  mkdirSync(dir);
  await dump(storage, dir);
  return dir;
}

async function restored(dir) {
  const other = await open(newPath('state'));
  try {
    assert.equal(await restore(other, dir, checkBackup(dir), { print: () => {} }), true);
    // The bucket is not in the backup.
    assert.deepEqual(await faultsOf(other, { files: false }), []);
    assert.equal((await other.query('SELECT id FROM deployment')).length, 1);
  } finally {
    await other.stop();
  }
}

test('A backup from before the baseline is restored to the row', async () => restored(await backup(service)));

test('`npm run verify` finds nothing wrong with the database once it is migrated', async () => {
  assert.deepEqual(await migrate(service.DB, migrations().at(-1)), migrations());
  assert.deepEqual(await faultsOf(service, { files: true }), []);
});

test('Its backup is restored to the row', async () => restored(await backup(service)));

test('A database of another line of versions is refused, and its backup, and nothing is touched', async () => {
  const other = await open(newPath('state'));
  try {
    await makeFormer(other.DB, formerSchema);
    await other.query('DELETE FROM d1_migrations WHERE name = ?', FORMER.at(-1));
    const tables = () => other.query('SELECT name, sql FROM sqlite_schema ORDER BY name');
    const before = await tables();
    const reason = /is of another line of versions: it (lacks|ends at) the migration .*commit 359b617 /;
    await assert.rejects(migrate(other.DB, migrations().at(-1)), reason);
    assert.deepEqual(await tables(), before);
    const dir = await backup(other);
    assert.throws(() => checkBackup(dir), reason);
  } finally {
    await other.stop();
  }
});

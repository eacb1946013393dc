// A backup or a restore that does not come to its end says so, and leaves nothing lying about.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { dump } from '../../scripts/storage/dump.mjs';
import { reasonOf } from '../../scripts/storage/error-text.mjs';
import { command, startCommand } from './lib/command.mjs';
import { makeHospital, newPath, newPersistDir, open } from './lib/hospital.mjs';

let persistDir;
let service;
let hospital;
before(async () => {
  persistDir = await newPersistDir();
  service = await open(persistDir);
  hospital = await makeHospital(service);
});
after(() => service.stop());

async function dumped() {
  const dir = newPath('backup');
  mkdirSync(dir);
  await dump(service, dir);
  return dir;
}

/** Until the first file is made in a directory that is made meanwhile. */
async function firstFileIn(dir) {
  while (!existsSync(dir)) await sleep(5);
  const watcher = watch(dir);
  if (readdirSync(dir).length === 0) await new Promise((resolve) => watcher.once('change', resolve));
  watcher.close();
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  test(`A backup that is interrupted by ${signal} leaves no patient’s data behind`, async () => {
    const dir = newPath('interrupted');
    const { child, done } = startCommand(persistDir, 'backup', '--to', dir);
    await firstFileIn(dir);
    child.kill(signal);
    const { status, output } = await done;
    assert.equal(status, 1, output);
    assert.match(output, /^No backup was made: it was interrupted, and what was written of it is removed\.$/m);
    assert.equal(existsSync(dir), false);
  });
}

test('Rows on their way into a backup are in no file with a name, which a crash would leave', async () => {
  const dir = newPath('backup');
  mkdirSync(dir);
  let files;
  const onRead = () => {
    files = readdirSync(dir);
  };
  await dump(service, dir, { onRead });
  assert.deepEqual(files, []);
});

test('A backup that fails leaves a directory that was there as it was', async () => {
  const dir = newPath('there');
  mkdirSync(dir);
  const { status, output } = await command(newPath('empty'), 'backup', '--to', dir);
  assert.equal(status, 1);
  assert.match(output, /^No backup was made: the database has no tables yet\.$/m);
  assert.deepEqual(readdirSync(dir), []);
});

test('A restore that verification finds fault with does not say that it is restored', async () => {
  await service.query('UPDATE invoice SET remaining_amount = 0 WHERE id = ?', hospital.paid);
  const dir = await dumped();
  await service.query('UPDATE invoice SET remaining_amount = 6550 WHERE id = ?', hospital.paid);
  const { status, output } = await command(newPath('state'), 'restore', dir);
  assert.equal(status, 1);
  assert.match(output, /its remaining_amount is 0 of 10000 less 3450/);
  assert.match(output, /\nNOT RESTORED as it should be: .*\n$/);
  assert.doesNotMatch(output, /^Restored/m);
});

test('A backup whose manifest is cut off, or that lacks a file, is named in one line', async () => {
  const dir = await dumped();
  const manifest = join(dir, 'manifest.json');
  const text = readFileSync(manifest, 'utf8');
  writeFileSync(manifest, text.slice(0, text.length / 2));
  const cut = await command(newPath('state'), 'restore', dir);
  assert.deepEqual(cut, {
    status: 1,
    output: `Not restored: ${dir} is damaged: its manifest.json is cut off or altered.\n`,
  });
  writeFileSync(manifest, text);
  rmSync(join(dir, 'patient.ndjson'));
  const lacking = await command(newPath('state'), 'restore', dir);
  assert.deepEqual(lacking, { status: 1, output: `Not restored: patient.ndjson is missing in ${dir}.\n` });
});

test('A full disk is named, not what could not be written', () => {
  using db = new DatabaseSync(':memory:');
  db.exec('PRAGMA max_page_count = 2; CREATE TABLE t (text)');
  const full = [
    new Error('ENOSPC: no space left on device, write'),
    new Error('D1_ERROR: database or disk is full: SQLITE_FULL'),
  ];
  assert.throws(
    () => db.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(100_000)),
    (error) => full.push(error) > 0,
  );
  assert.deepEqual(
    full.map((error) => reasonOf(error, 'the disk of backups/x')),
    Array(3).fill('the disk of backups/x is full.'),
  );
  assert.equal(reasonOf(new Error('no such table: patient'), 'the disk'), 'no such table: patient');
});

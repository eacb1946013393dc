import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { dump } from '../../scripts/storage/dump.mjs';
import { rowsOf } from '../../scripts/storage/files.mjs';
import { checkBackup, restore } from '../../scripts/storage/restore.mjs';
import { input } from '../support/input.ts';
import { logIn } from './lib/accounts.mjs';
import { newPath, newPersistDir, open } from './lib/hospital.mjs';

let service;
let webhook;
before(async () => {
  service = await open(await newPersistDir());
  const { call } = await logIn(service, 'admin');
  // Of what does not happen here: the service itself sends nothing.
  const json = input.webhook({ types: ['catalog_item.deleted'] });
  const { status, body } = await call('POST', '/webhooks/', { json });
  assert.equal(status, 201);
  webhook = body.id;
});
after(() => service.stop());

const last = async () => (await service.query('SELECT max(seq) AS seq FROM audit'))[0].seq;
const deliver = (seq, next_at) =>
  service.query(
    'INSERT INTO webhook_delivery VALUES ((SELECT max(seq) FROM webhook), ?, 0, NULL, NULL, ?)',
    seq,
    next_at,
  );

/** @returns the backup, and its rows of a table */
async function dumped(onRead) {
  const dir = newPath('backup');
  mkdirSync(dir);
  const { tables } = await dump(service, dir, { onRead });
  return {
    dir,
    rows: (name) => [
      ...rowsOf(
        dir,
        tables.find((table) => table.name === name),
      ),
    ],
  };
}

/** Restores it elsewhere. @returns what it prints, and what is there */
async function restored(dir, options) {
  const other = await open(newPath('state'));
  try {
    const printed = [];
    const print = (line) => printed.push(line);
    assert.equal(await restore(other, dir, checkBackup(dir), { ...options, print }), true, printed.join('\n'));
    const [row] = await other.query('SELECT * FROM webhook');
    const trail = await other.query(`SELECT actor, version, changed FROM audit WHERE entity = 'webhook' ORDER BY seq`);
    return { printed: printed.join('\n'), row, trail, deliveries: await other.query('SELECT * FROM webhook_delivery') };
  } finally {
    await other.stop();
  }
}

test('A webhook and its deliveries are of one moment, though they change without a row of the trail', async () => {
  const seq = await last();
  await deliver(seq - 1, Date.now() + 60_000);
  await service.query('UPDATE webhook SET cursor = ?', seq - 1);
  const { rows } = await dumped(async () => {
    await service.query('UPDATE webhook SET cursor = ?, failing_since = 1000', seq);
    await service.query(
      'UPDATE webhook_delivery SET attempts = 1, status = 204, attempted_at = ?, next_at = NULL',
      Date.now(),
    );
    await deliver(seq, Date.now() + 120_000);
  });
  assert.deepEqual(rows('webhook'), await service.query('SELECT * FROM webhook'));
  assert.deepEqual(rows('webhook_delivery'), await service.query('SELECT * FROM webhook_delivery ORDER BY event_seq'));
  assert.equal(rows('webhook')[0].cursor, seq);
  assert.equal(rows('webhook_delivery').length, 2);
});

test('A copy tells nobody: its webhooks are disabled, on the trail, and nothing else of them has changed', async () => {
  const [kept] = await service.query('SELECT * FROM webhook');
  const { dir } = await dumped();
  const { printed, row, trail, deliveries } = await restored(dir);
  assert.match(printed, /very one of the backup\.\nDisabled since: 1 webhooks/);
  const { disabled_at, version, updated_at, updated_by, ...same } = row;
  assert.ok(Date.now() - disabled_at < 60_000);
  assert.deepEqual([version, updated_at, updated_by], [2, disabled_at, 'command:restore']);
  for (const [name, value] of Object.entries(same)) assert.equal(value, kept[name], name);
  assert.deepEqual(trail.at(-1), { actor: 'command:restore', version: 2, changed: '["disabled_at"]' });
  assert.deepEqual(deliveries, await service.query('SELECT * FROM webhook_delivery'));
});

test('They go on where the copy takes the place of what was lost', async () => {
  const { dir } = await dumped();
  const { printed, row, trail } = await restored(dir, { webhooks: true });
  assert.doesNotMatch(printed, /Disabled/);
  assert.deepEqual([row, trail.length], [(await service.query('SELECT * FROM webhook'))[0], 1]);
  assert.equal(row.id, webhook);
});

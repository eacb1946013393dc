import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { dump } from '../../scripts/storage/dump.mjs';
import { rowsOf } from '../../scripts/storage/files.mjs';
import { reconcile } from '../../scripts/storage/reconcile.mjs';
import { checkBackup, restore } from '../../scripts/storage/restore.mjs';
import { input } from '../support/input.ts';
import { logIn } from './lib/accounts.mjs';
import { makeHospital, newPath, newPersistDir, open } from './lib/hospital.mjs';

let service;
before(async () => {
  service = await open(await newPersistDir());
  const { create, patient, doctor, department } = await makeHospital(service);
  const { call } = await logIn(service, 'admin');
  const rules = input.messageRules({ reminders: [24] });
  assert.equal((await call('PUT', '/messages/rules', { json: rules })).status, 200);
  const schedule = new Date(Date.now() + 48 * 3_600_000).toISOString();
  const ids = { patient_id: patient, doctor_id: doctor, department_id: department };
  await create('/appointment/', input.appointment({ ...ids, schedule, type_id: null, resource_id: null }));
});
after(() => service.stop());

const MESSAGES = 'SELECT id, kind, state, reason, ended_at FROM message ORDER BY seq';

async function dumped(onRead) {
  const dir = newPath('backup');
  mkdirSync(dir);
  const { tables } = await dump(service, dir, { onRead });
  return { dir, part: tables.find(({ name }) => name === 'message') };
}

/** Restores it elsewhere. @returns what it prints, and its messages */
async function restored(dir, options) {
  const other = await open(newPath('state'));
  try {
    const printed = [];
    const print = (line) => printed.push(line);
    assert.equal(await restore(other, dir, checkBackup(dir), { ...options, print }), true, printed.join('\n'));
    return { printed: printed.join('\n'), messages: await other.query(MESSAGES) };
  } finally {
    await other.stop();
  }
}

test('Messages are of one moment, though they change without a row of the trail', async () => {
  const { dir, part } = await dumped(() =>
    service.query(`UPDATE message SET look_at = look_at + 1, changed_at = ? WHERE kind = 'reminder'`, Date.now()),
  );
  const look_at = (rows) => rows.map((row) => row.look_at);
  assert.deepEqual(look_at([...rowsOf(dir, part)]), look_at(await service.query('SELECT * FROM message ORDER BY seq')));
});

test('A copy tells no patient: what waited is dropped, and its visits plan nothing anew', async () => {
  const kept = await service.query(MESSAGES);
  assert.deepEqual(
    kept.map(({ kind, state }) => [kind, state]),
    [
      ['booked', 'waiting'],
      ['reminder', 'waiting'],
    ],
  );
  const { dir } = await dumped();
  const { printed, messages } = await restored(dir);
  assert.match(printed, /Dropped since: 2 messages/);
  assert.deepEqual(
    messages.map(({ id, state, reason }) => [id, state, reason]),
    kept.map(({ id }) => [id, 'dropped', 'restored']),
  );
});

test('They go on where the copy takes the place of what was lost', async () => {
  const { dir } = await dumped();
  const { printed, messages } = await restored(dir, { webhooks: true });
  assert.doesNotMatch(printed, /Dropped/);
  assert.deepEqual(messages, await service.query(MESSAGES));
});

test('After Time Travel nobody is told twice', async () => {
  const sent = `UPDATE message SET state = 'sent', ended_at = ?1, changed_at = ?1 WHERE kind = 'booked'`;
  await service.query(sent, Date.now());
  const { dir } = await dumped();
  await service.query(`UPDATE message SET state = 'waiting', ended_at = NULL WHERE kind = 'booked'`);
  const { messages } = await reconcile(service, dir);
  assert.equal(messages, 1);
  assert.deepEqual(
    (await service.query(MESSAGES)).map(({ state, reason }) => [state, reason]),
    [
      ['dropped', 'restored'],
      ['waiting', null],
    ],
  );
});

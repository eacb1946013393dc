import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { dump } from '../../scripts/storage/dump.mjs';
import { reconcile } from '../../scripts/storage/reconcile.mjs';
import { CHECKS, report } from '../../scripts/verify/report.mjs';
import { input } from '../support/input.ts';
import { callOf, logIn, PASSWORD, send } from './lib/accounts.mjs';
import { keep, makeHospital, newPath, newPersistDir, open } from './lib/hospital.mjs';

const backup = newPath('before');
let service;
/** What was done after the moment that the database is taken back to. */
const since = {};
let hospital;
let deleted;

before(async () => {
  const persistDir = await newPersistDir();
  service = await open(persistDir);
  hospital = await makeHospital(service);
  since.admin = await logIn(service, 'admin');
  since.other = await logIn(service, 'billing');
  const invitation = { email: 'invited@system.example', type: 'staff', full_name: 'System Test' };
  since.invited = await callsOf(service, since.admin.token).ask('POST', '/auth/users', { json: invitation });
  deleted = await hospital.upload(hospital.patient);
  await service.stop();
  const takeBack = keep(persistDir);

  service = await open(persistDir);
  const { create, ask } = { ...hospital, ...callsOf(service, hospital.staff.token) };
  since.patient = await create('/patient/', input.patient());
  await create('/invoice/', { ...input.invoice(), patient_id: hospital.patient });
  await ask('DELETE', `/static/delete_file/${deleted}`);
  // Hides the patient's file, which must come back with the patient.
  await ask('DELETE', `/patient/${hospital.patient}`);
  await callsOf(service, since.admin.token).ask('PATCH', `/auth/users/${since.other.id}`, { json: { disabled: true } });
  await service.query("UPDATE user SET totp_secret = 'A', recovery_codes = '[]' WHERE id = ?", since.admin.id);
  since.late = await logIn(service, 'staff');
  assert.equal(await useToken(), 204);
  mkdirSync(backup);
  await dump(service, backup);
  await service.stop();

  takeBack();
  service = await open(persistDir);
});
after(() => service.stop());

/** Sets the password of who was invited. @returns the status */
const useToken = async () =>
  (
    await send(service.url, 'POST', '/auth/password-token', {
      json: { token: since.invited.token, password: PASSWORD },
    })
  ).status;

function callsOf(running, token) {
  const call = callOf(running, token);
  const ask = async (method, path, options) => {
    const answer = await call(method, path, options);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.bytes}`);
    return answer.body;
  };
  return { call, ask, create: async (path, json) => (await ask('POST', path, { json })).id };
}

test('The service writes nothing while it is stopped by its secret, as the runbook does it', async () => {
  const dir = await newPersistDir();
  const running = await open(dir);
  const { staff, patient, file } = await makeHospital(running);
  await running.stop();
  const stopped = await open(dir, { vars: { JWT_SECRET_PREVIOUS: 'stopped' }, log: () => {} });
  try {
    const before = await stopped.query('SELECT count(*) AS n FROM audit');
    for (const [method, path, options] of [
      ['POST', '/auth/login', { json: { email: staff.email, password: PASSWORD } }],
      ['POST', '/auth/refresh', { json: { refresh_token: staff.refresh_token } }],
      ['POST', '/auth/signup', { json: { email: 'new@system.example', password: PASSWORD, full_name: 'New' } }],
      ['POST', '/patient/', { json: input.patient() }],
      ['PUT', `/patient/${patient}`, { json: input.patient() }],
      ['DELETE', `/patient/${patient}`],
      ['DELETE', `/static/delete_file/${file}`],
    ]) {
      const { status, headers } = await send(stopped.url, method, path, { token: staff.token, ...options });
      assert.equal(`${status} ${headers.get('retry-after')}`, '503 60', `${method} ${path}`);
    }
    assert.deepEqual(await stopped.query('SELECT count(*) AS n FROM audit'), before);
  } finally {
    await stopped.stop();
  }
});

test('After a restore, the database is reconciled with what it was before', async () => {
  assert.equal(
    (await send(service.url, 'GET', `/patient/${hospital.patient}`, { token: hospital.staff.token })).status,
    200,
  );
  const done = await reconcile(service, backup);
  assert.deepEqual(
    done.numbers.filter(({ table }) => ['patient', 'invoice'].includes(table)),
    [
      { table: 'invoice', from: 3, last: 3 },
      { table: 'patient', from: 5, last: 5 },
    ],
  );
  assert.equal(done.files, 1);
  assert.ok(done.sessions >= 3, `${done.sessions} logins`);
  assert.ok(done.undone >= 6, `${done.undone} writes`);
  assert.deepEqual(done.twice, []);
  assert.deepEqual(
    done.accounts.sort(),
    [
      `user ${since.invited.id} has an earlier password again`,
      `user ${since.late.id} (staff) is gone: it was made since`,
      `user ${since.other.id} is billing again; before the restore: billing, disabled`,
      `user ${since.admin.id} has an earlier second factor again, or none`,
    ].sort(),
  );
});

test('Nobody is logged in any more', async () => {
  for (const { refresh_token } of [hospital.staff, since.admin, since.other]) {
    assert.equal((await send(service.url, 'POST', '/auth/refresh', { json: { refresh_token } })).status, 401);
  }
});

test('A one-time token that was used since does not work again', async () => {
  assert.equal(await useToken(), 401);
});

test('Numbers that were given out are not given out again', async () => {
  const { body } = await send(service.url, 'POST', '/auth/login', {
    json: { email: hospital.staff.email, password: PASSWORD },
  });
  const { ask } = callsOf(service, body.access_token);
  const { reg_number } = await ask('POST', '/patient/', { json: input.patient() });
  assert.equal(reg_number, 'PAT-00000006');
  const invoice = await ask('POST', '/invoice/', { json: { ...input.invoice(), patient_id: hospital.patient } });
  assert.equal(invoice.reg_number, 'INV-00000004');
});

test('A file that was deleted since is deleted, one that was hidden with its patient is back', async () => {
  const status = async (id) => (await send(service.url, 'GET', `/static/${hospital.patient}/${id}.pdf`, {})).status;
  const [{ deleted_at }] = await service.query('SELECT deleted_at FROM file WHERE id = ?', deleted);
  assert.ok(deleted_at !== null);
  assert.equal(await status(deleted), 404);
  assert.equal(await status(hospital.file), 200);
});

test('The audit trail tells of it, and nothing is wrong with the database', async () => {
  const rows = await service.query(`SELECT entity, action, entity_id FROM audit WHERE actor = 'command:reconcile'`);
  const told = rows.map(({ entity, action, entity_id }) => `${action} ${entity} ${entity_id}`);
  assert.ok(told.includes('restore patient numbers:5-5'), told.join());
  assert.ok(told.includes(`delete file ${deleted}`), told.join());
  assert.ok(
    told.some((text) => text.startsWith('restore database audit:')),
    told.join(),
  );
  const printed = [];
  assert.equal(await report(service, { print: (line) => printed.push(line) }), true, printed.join('\n'));
});

test('Run again, it changes nothing more', async () => {
  const [{ n: before }] = await service.query('SELECT count(*) AS n FROM audit');
  const done = await reconcile(service, backup);
  assert.deepEqual([done.numbers, done.files], [[], 0]);
  assert.equal((await service.query('SELECT count(*) AS n FROM audit'))[0].n, before);
  // By now the service has gone on: what was made since is told of.
  assert.deepEqual(done.twice.map(({ entity }) => entity).sort(), ['invoice', 'patient']);
});

test('Without it, verify would call a number that is left out a gap', async () => {
  await service.query('DROP TRIGGER audit_keep_delete');
  await service.query(`DELETE FROM audit WHERE entity_id = 'numbers:5-5'`);
  const found = [];
  await CHECKS.numbers(service, (text) => found.push(text));
  assert.ok(found.includes('patient: the numbers 5 to 5 are missing'), found.join());
});

test('The backup of another database is refused', async () => {
  await service.query('UPDATE patient SET version = version');
  const other = newPath('other');
  mkdirSync(other);
  const stranger = await open(await newPersistDir());
  await makeHospital(stranger);
  await dump(stranger, other);
  await stranger.stop();
  await assert.rejects(reconcile(service, other), /not one of this database/);
});
